// attention-player: {"stages":[{"id":"encoder","op":"recurrent_encoder","x":{"tensor":"encoder_x"},"w_in":{"tensor":"encoder_w_in"},"w_state":{"tensor":"encoder_w_state"},"b_state":{"tensor":"encoder_b_state","shape":[2]}},{"id":"decoder","op":"recurrent_decoder","encoder_states":"encoder.state","initial_state":{"tensor":"decoder_initial_state","shape":[2]},"x":{"tensor":"decoder_x"},"w_in":{"tensor":"decoder_w_in"},"w_state":{"tensor":"decoder_w_state"},"w_context":{"tensor":"decoder_w_context"},"score":"additive","w_1":{"tensor":"decoder_w_1"},"w_2":{"tensor":"decoder_w_2","shape":[3]},"w_out":{"tensor":"decoder_w_out"},"b_out":{"tensor":"decoder_b_out","shape":[3]}}]}
import java.util.Arrays;

class SelfAttention {
    public static void main(String[] args) {
        // encoder: recurrent_encoder
        float[][] encoder_x = {{-1.0f, 0.0f}, {1.0f, -0.5f}, {0.5f, -1.0f}};
        float[][] encoder_w_state = {{-1.0f, 0.0f}, {1.0f, -0.5f}};
        float[][] encoder_w_in = {{-1.0f, 0.0f}, {1.0f, -0.5f}};
        float[] encoder_b_state = {-1, 0};

        float[][] encoder_state = new float[4][2];
        for (int step = 0; step < 3; step++) {
            for (int c = 0; c < 2; c++) { // the next state
                float sum = 0;
                for (int k = 0; k < 2; k++)
                    sum += encoder_state[step][k] * encoder_w_state[k][c];
                float sum2 = 0;
                for (int k = 0; k < 2; k++)
                    sum2 += encoder_x[step][k] * encoder_w_in[k][c];
                encoder_state[step + 1][c] = (float) Math.tanh(sum + sum2 + encoder_b_state[c]);
            }
        }

        // decoder: recurrent_decoder
        float[] decoder_initial_state = {0.5f, -1.0f};
        float[][] decoder_x = {{-1}, {0}};
        float[][] decoder_w_1 = {
            {-1.0f, 0.0f, 1.0f, -0.5f},
            {0.5f, -1.0f, 0.0f, 1.0f},
            {-0.5f, 0.5f, -1.0f, 0.0f},
        };
        float[] decoder_w_2 = {-1, 0, 1};
        float[][] decoder_w_state = {{-1.0f, 0.0f}, {1.0f, -0.5f}};
        float[][] decoder_w_context = {{-1.0f, 0.0f}, {1.0f, -0.5f}};
        float[][] decoder_w_in = {{-1, 0}};
        float[][] decoder_w_out = {
            {-1.0f, 0.0f, 1.0f},
            {-0.5f, 0.5f, -1.0f},
            {0.0f, 1.0f, -0.5f},
            {0.5f, -1.0f, 0.0f},
        };
        float[] decoder_b_out = {-1, 0, 1};

        float[][] decoder_context = new float[2][2];
        float[][] decoder_state = new float[3][2];
        decoder_state[0] = decoder_initial_state;
        for (int step = 0; step < 2; step++) {
            float[][] decoder_hidden = new float[4][3];
            for (int j = 0; j < 4; j++)
                for (int u = 0; u < 3; u++) {
                    float sum = 0;
                    for (int c = 0; c < 2; c++)
                        sum += decoder_state[step][c] * decoder_w_1[u][c];
                    float sum2 = 0;
                    for (int c = 0; c < 2; c++)
                        sum2 += encoder_state[j][c] * decoder_w_1[u][c + 2];
                    decoder_hidden[j][u] = (float) Math.tanh(sum + sum2);
                }
            float[] decoder_scores = new float[4]; // every query meets every key
            for (int j = 0; j < 4; j++)
                for (int u = 0; u < 3; u++)
                    decoder_scores[j] += decoder_hidden[j][u] * decoder_w_2[u];
            float decoder_row_max = Float.NEGATIVE_INFINITY; // softmax, row by row
            for (int j = 0; j < 4; j++)
                decoder_row_max = Math.max(decoder_row_max, decoder_scores[j]);
            float[] decoder_shifted_scores = new float[4];
            for (int j = 0; j < 4; j++)
                decoder_shifted_scores[j] = decoder_scores[j] - decoder_row_max;
            float[] decoder_shifted_exp = new float[4];
            for (int j = 0; j < 4; j++)
                decoder_shifted_exp[j] = (float) Math.exp(decoder_shifted_scores[j]);
            float decoder_row_sum = 0;
            for (int j = 0; j < 4; j++)
                decoder_row_sum += decoder_shifted_exp[j];
            float[] decoder_weights = new float[4]; // each row adds up to 1
            for (int j = 0; j < 4; j++)
                decoder_weights[j] = decoder_shifted_exp[j] / decoder_row_sum;
            for (int c = 0; c < 2; c++) // weighted sum of the encoder's states
                for (int j = 0; j < 4; j++)
                    decoder_context[step][c] += decoder_weights[j] * encoder_state[j][c];
            for (int c = 0; c < 2; c++) { // the next state
                float sum = 0;
                for (int k = 0; k < 2; k++)
                    sum += decoder_state[step][k] * decoder_w_state[k][c];
                float sum2 = 0;
                for (int k = 0; k < 2; k++)
                    sum2 += decoder_context[step][k] * decoder_w_context[k][c];
                float sum3 = 0;
                for (int k = 0; k < 1; k++)
                    sum3 += decoder_x[step][k] * decoder_w_in[k][c];
                decoder_state[step + 1][c] = (float) Math.tanh(sum + sum2 + sum3);
            }
        }

        float[][] decoder_logits = new float[2][3]; // what the state and its context say
        for (int s = 0; s < 2; s++)
            for (int o = 0; o < 3; o++) {
                float sum = 0;
                for (int k = 0; k < 2; k++)
                    sum += decoder_state[s + 1][k] * decoder_w_out[k][o];
                float sum2 = 0;
                for (int k = 0; k < 2; k++)
                    sum2 += decoder_context[s][k] * decoder_w_out[k + 2][o];
                decoder_logits[s][o] = sum + sum2 + decoder_b_out[o];
            }
        float[][] decoder_probabilities_exp = new float[2][3]; // each row adds up to 1
        for (int s = 0; s < 2; s++)
            for (int o = 0; o < 3; o++) {
                float max = Float.NEGATIVE_INFINITY;
                for (int k = 0; k < 3; k++)
                    max = Math.max(max, decoder_logits[s][k]);
                decoder_probabilities_exp[s][o] = (float) Math.exp(decoder_logits[s][o] - max);
            }
        float[][] decoder_probabilities = new float[2][3];
        for (int s = 0; s < 2; s++)
            for (int o = 0; o < 3; o++) {
                float sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += decoder_probabilities_exp[s][k];
                decoder_probabilities[s][o] = decoder_probabilities_exp[s][o] / sum;
            }
        System.out.println(Arrays.deepToString(decoder_probabilities));
    }
}
