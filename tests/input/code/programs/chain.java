import java.util.Arrays;

class SelfAttention {
    public static void main(String[] args) {
        // look: attention
        float[][] look_x = {{-1.0f, 0.0f}, {1.0f, -0.5f}, {0.5f, -1.0f}};
        float[][] look_w_score = {{-1.0f, 0.0f}, {1.0f, -0.5f}};

        float[][] look_query = look_x;
        float[][] look_key = look_x;
        float[][] look_value = look_x;

        float[][] look_scores = new float[3][3]; // every query meets every key
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int a = 0; a < 2; a++)
                    for (int c = 0; c < 2; c++)
                        look_scores[i][j] += look_query[i][a] * look_w_score[a][c] * look_key[j][c];
        float[][] look_masked_scores = new float[3][3]; // what may not be seen counts nothing
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                look_masked_scores[i][j] = j <= i ? look_scores[i][j] : Float.NEGATIVE_INFINITY;

        float[] look_row_max = new float[3]; // softmax, row by row
        for (int i = 0; i < 3; i++) {
            look_row_max[i] = Float.NEGATIVE_INFINITY;
            for (int j = 0; j < 3; j++)
                look_row_max[i] = Math.max(look_row_max[i], look_masked_scores[i][j]);
        }
        float[][] look_shifted_scores = new float[3][3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                look_shifted_scores[i][j] = look_masked_scores[i][j] - look_row_max[i];
        float[][] look_shifted_exp = new float[3][3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                look_shifted_exp[i][j] = (float) Math.exp(look_shifted_scores[i][j]);
        float[] look_row_sum = new float[3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                look_row_sum[i] += look_shifted_exp[i][j];
        float[][] look_weights = new float[3][3]; // each row adds up to 1
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                look_weights[i][j] = look_shifted_exp[i][j] / look_row_sum[i];

        float[][] look_output = new float[3][2]; // weighted sums of the values
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 2; c++)
                for (int j = 0; j < 3; j++)
                    look_output[i][c] += look_weights[i][j] * look_value[j][c];

        // given: attention
        float[][] given_weights_override = {
            {1.0f, 0.0f, 0.0f},
            {0.0f, 0.5f, 0.5f},
            {0.0f, 0.0f, 1.0f},
        };

        float[][] given_query = look_output;
        float[][] given_key = look_output;
        float[][] given_value = look_output;

        float[][] given_scores = new float[3][3]; // every query meets every key
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int c = 0; c < 2; c++)
                    given_scores[i][j] += given_query[i][c] * given_key[j][c];
        float[][] given_scaled_scores = new float[3][3]; // keeps softmax from saturating
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                given_scaled_scores[i][j] = given_scores[i][j] / (float) Math.sqrt(2);

        float[][] given_weights = given_weights_override; // given, in place of the softmax

        float[][] given_output = new float[3][2]; // weighted sums of the values
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 2; c++)
                for (int j = 0; j < 3; j++)
                    given_output[i][c] += given_weights[i][j] * given_value[j][c];

        // sum: residual connection
        float[][] sum_output = new float[3][2]; // what came in is added again
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 2; c++)
                sum_output[i][c] = look_x[i][c] + given_output[i][c];

        // norm: layer normalisation
        float[] norm_gamma = {1, 2};
        float[] norm_beta = {0, 1};

        float[] norm_mean = new float[3];
        for (int i = 0; i < 3; i++) {
            float sum = 0;
            for (int k = 0; k < 2; k++)
                sum += sum_output[i][k];
            norm_mean[i] = sum / 2;
        }
        float[] norm_rstd = new float[3];
        for (int i = 0; i < 3; i++) {
            float sum = 0;
            for (int k = 0; k < 2; k++)
                sum += (sum_output[i][k] - norm_mean[i]) * (sum_output[i][k] - norm_mean[i]);
            norm_rstd[i] = 1 / (float) Math.sqrt(sum / 2 + 0.00001f);
        }
        float[][] norm_output = new float[3][2]; // mean 0, variance 1, then scaled and shifted
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 2; c++)
                norm_output[i][c] = (sum_output[i][c] - norm_mean[i]) * norm_rstd[i] * norm_gamma[c] + norm_beta[c];

        // learned: batch normalisation
        float[] learned_running_mean = {0, 1};
        float[] learned_running_var = {1, 4};

        float[] learned_mean = learned_running_mean;
        float[] learned_rstd = new float[2];
        for (int c = 0; c < 2; c++)
            learned_rstd[c] = 1 / (float) Math.sqrt(learned_running_var[c] + 0.00001f);
        float[][] learned_output = new float[3][2]; // mean 0, variance 1, then scaled and shifted
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 2; c++)
                learned_output[i][c] = (norm_output[i][c] - learned_mean[c]) * learned_rstd[c];

        // fresh: batch normalisation
        float[] fresh_gamma = {2, 1};

        float[] fresh_mean = new float[2];
        for (int c = 0; c < 2; c++) {
            float sum = 0;
            for (int r = 0; r < 3; r++)
                sum += learned_output[r][c];
            fresh_mean[c] = sum / 3;
        }
        float[] fresh_rstd = new float[2];
        for (int c = 0; c < 2; c++) {
            float sum = 0;
            for (int r = 0; r < 3; r++)
                sum += (learned_output[r][c] - fresh_mean[c]) * (learned_output[r][c] - fresh_mean[c]);
            fresh_rstd[c] = 1 / (float) Math.sqrt(sum / 3 + 0.00001f);
        }
        float[][] fresh_output = new float[3][2]; // mean 0, variance 1, then scaled and shifted
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 2; c++)
                fresh_output[i][c] = (learned_output[i][c] - fresh_mean[c]) * fresh_rstd[c] * fresh_gamma[c];

        // angles: geometry of dot products
        float[][] angles_a = {{-1.0f, 0.0f}, {1.0f, -0.5f}};
        float[][] angles_b = {{-1.0f, 0.0f}, {1.0f, -0.5f}, {0.5f, -1.0f}};

        float[] angles_length_a = new float[2];
        for (int i = 0; i < 2; i++) {
            float sum = 0;
            for (int c = 0; c < 2; c++)
                sum += angles_a[i][c] * angles_a[i][c];
            angles_length_a[i] = (float) Math.sqrt(sum);
        }
        float[] angles_length_b = new float[3];
        for (int j = 0; j < 3; j++) {
            float sum = 0;
            for (int c = 0; c < 2; c++)
                sum += angles_b[j][c] * angles_b[j][c];
            angles_length_b[j] = (float) Math.sqrt(sum);
        }
        float[][] angles_dot = new float[2][3]; // lengths times the cosine between them
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++)
                for (int c = 0; c < 2; c++)
                    angles_dot[i][j] += angles_a[i][c] * angles_b[j][c];
        float[][] angles_cosine = new float[2][3];
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++)
                angles_cosine[i][j] = angles_dot[i][j] / (angles_length_a[i] * angles_length_b[j]);
        float[][] angles_angle = new float[2][3]; // in radians
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++) {
                float sum = 0;
                for (int c = 0; c < 2; c++)
                    sum += (angles_a[i][c] * angles_length_b[j] - angles_b[j][c] * angles_length_a[i]) * (angles_a[i][c] * angles_length_b[j] - angles_b[j][c] * angles_length_a[i]);
                float sum2 = 0;
                for (int c = 0; c < 2; c++)
                    sum2 += (angles_a[i][c] * angles_length_b[j] + angles_b[j][c] * angles_length_a[i]) * (angles_a[i][c] * angles_length_b[j] + angles_b[j][c] * angles_length_a[i]);
                angles_angle[i][j] = 2 * (float) Math.atan2((float) Math.sqrt(sum), (float) Math.sqrt(sum2));
            }
        float[][] angles_projection = new float[2][3];
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++)
                angles_projection[i][j] = angles_dot[i][j] / angles_length_b[j];
        System.out.println(Arrays.deepToString(angles_projection));
    }
}
