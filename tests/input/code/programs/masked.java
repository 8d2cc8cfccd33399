// attention-player: {"x":{"tensor":"x","shape":[2,3,4]},"b_q":{"tensor":"b_q","shape":[8]},"b_o":{"tensor":"b_o","shape":[2]},"heads":4,"kv_heads":2,"scale":-0.5,"softcap":5,"causal":true,"window":[1,0],"labels":{"x":["%E6%88%91","%E7%88%B1","cats"]}}
import java.util.Arrays;

class SelfAttention {
    public static void main(String[] args) {
        float[][][] x = {
            {{-1.0f, 0.0f, 1.0f, -0.5f}, {0.5f, -1.0f, 0.0f, 1.0f}, {-0.5f, 0.5f, -1.0f, 0.0f}},
            {{1.0f, -0.5f, 0.5f, -1.0f}, {0.0f, 1.0f, -0.5f, 0.5f}, {-1.0f, 0.0f, 1.0f, -0.5f}},
        };
        float[][] w_q = {
            {-1.0f, 0.0f, 1.0f, -0.5f, 0.5f, -1.0f, 0.0f, 1.0f},
            {-0.5f, 0.5f, -1.0f, 0.0f, 1.0f, -0.5f, 0.5f, -1.0f},
            {0.0f, 1.0f, -0.5f, 0.5f, -1.0f, 0.0f, 1.0f, -0.5f},
            {0.5f, -1.0f, 0.0f, 1.0f, -0.5f, 0.5f, -1.0f, 0.0f},
        };
        float[] b_q = {-1.0f, 0.0f, 1.0f, -0.5f, 0.5f, -1.0f, 0.0f, 1.0f};
        float[][] w_k = {
            {-1.0f, 0.0f, 1.0f, -0.5f},
            {0.5f, -1.0f, 0.0f, 1.0f},
            {-0.5f, 0.5f, -1.0f, 0.0f},
            {1.0f, -0.5f, 0.5f, -1.0f},
        };
        float[][] w_v = {
            {-1.0f, 0.0f, 1.0f, -0.5f},
            {0.5f, -1.0f, 0.0f, 1.0f},
            {-0.5f, 0.5f, -1.0f, 0.0f},
            {1.0f, -0.5f, 0.5f, -1.0f},
        };
        float[][] bias = {{-1.0f, 0.0f, 1.0f}, {-0.5f, 0.5f, -1.0f}, {0.0f, 1.0f, -0.5f}};
        boolean[][] key_mask = {{true, true, true}, {false, true, true}};
        float[][] w_o = {
            {-1.0f, 0.0f},
            {1.0f, -0.5f},
            {0.5f, -1.0f},
            {0.0f, 1.0f},
            {-0.5f, 0.5f},
            {-1.0f, 0.0f},
            {1.0f, -0.5f},
            {0.5f, -1.0f},
        };
        float[] b_o = {-1, 0};

        float[][][] projected_query = new float[2][3][8];
        for (int b = 0; b < 2; b++)
            for (int i = 0; i < 3; i++)
                for (int o = 0; o < 8; o++) {
                    projected_query[b][i][o] = b_q[o];
                    for (int k = 0; k < 4; k++)
                        projected_query[b][i][o] += x[b][i][k] * w_q[k][o];
                }
        float[][][] projected_key = new float[2][3][4];
        for (int b = 0; b < 2; b++)
            for (int j = 0; j < 3; j++)
                for (int o = 0; o < 4; o++)
                    for (int k = 0; k < 4; k++)
                        projected_key[b][j][o] += x[b][j][k] * w_k[k][o];
        float[][][] projected_value = new float[2][3][4];
        for (int b = 0; b < 2; b++)
            for (int j = 0; j < 3; j++)
                for (int o = 0; o < 4; o++)
                    for (int k = 0; k < 4; k++)
                        projected_value[b][j][o] += x[b][j][k] * w_v[k][o];
        float[][][][] query = new float[2][4][3][2]; // what each token looks for
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++)
                    for (int c = 0; c < 2; c++)
                        query[b][h][i][c] = projected_query[b][i][h * 2 + c];
        float[][][][] key = new float[2][2][3][2]; // what each token offers
        for (int b = 0; b < 2; b++)
            for (int g = 0; g < 2; g++)
                for (int j = 0; j < 3; j++)
                    for (int c = 0; c < 2; c++)
                        key[b][g][j][c] = projected_key[b][j][g * 2 + c];
        float[][][][] value = new float[2][2][3][2]; // what each token passes on
        for (int b = 0; b < 2; b++)
            for (int g = 0; g < 2; g++)
                for (int j = 0; j < 3; j++)
                    for (int c = 0; c < 2; c++)
                        value[b][g][j][c] = projected_value[b][j][g * 2 + c];

        float[][][][] scores = new float[2][4][3][3]; // every query meets every key
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++)
                        for (int c = 0; c < 2; c++)
                            scores[b][h][i][j] += query[b][h][i][c] * key[b][h / 2][j][c];
        float[][][][] scaled_scores = new float[2][4][3][3]; // keeps softmax from saturating
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++)
                        scaled_scores[b][h][i][j] = scores[b][h][i][j] * (-0.5f);
        float[][][][] capped_scores = new float[2][4][3][3]; // no score beyond the cap
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++)
                        capped_scores[b][h][i][j] = 5 * (float) Math.tanh(scaled_scores[b][h][i][j] / 5);
        float[][][][] masked_scores = new float[2][4][3][3]; // what may not be seen counts nothing
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++) {
                        masked_scores[b][h][i][j] =
                            j >= i - 1 && j <= i && key_mask[b][j] ? capped_scores[b][h][i][j] + bias[i][j] : Float.NEGATIVE_INFINITY;
                    }

        float[][][] row_max = new float[2][4][3]; // softmax, row by row
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++) {
                    row_max[b][h][i] = Float.NEGATIVE_INFINITY;
                    for (int j = 0; j < 3; j++)
                        row_max[b][h][i] = Math.max(row_max[b][h][i], masked_scores[b][h][i][j]);
                }
        float[][][][] shifted_scores = new float[2][4][3][3];
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++) {
                        shifted_scores[b][h][i][j] =
                            row_max[b][h][i] > Float.NEGATIVE_INFINITY ? masked_scores[b][h][i][j] - row_max[b][h][i] : Float.NEGATIVE_INFINITY;
                    }
        float[][][][] shifted_exp = new float[2][4][3][3];
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++)
                        shifted_exp[b][h][i][j] = (float) Math.exp(shifted_scores[b][h][i][j]);
        float[][][] row_sum = new float[2][4][3];
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++)
                        row_sum[b][h][i] += shifted_exp[b][h][i][j];
        float[][][][] weights = new float[2][4][3][3]; // each row adds up to 1
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++) {
                        weights[b][h][i][j] =
                            row_sum[b][h][i] > 0 ? shifted_exp[b][h][i][j] / row_sum[b][h][i] : 0;
                    }

        float[][][][] mixed = new float[2][4][3][2]; // weighted sums of the values
        for (int b = 0; b < 2; b++)
            for (int h = 0; h < 4; h++)
                for (int i = 0; i < 3; i++)
                    for (int c = 0; c < 2; c++)
                        for (int j = 0; j < 3; j++)
                            mixed[b][h][i][c] += weights[b][h][i][j] * value[b][h / 2][j][c];
        float[][][] joined = new float[2][3][8]; // heads side by side
        for (int b = 0; b < 2; b++)
            for (int i = 0; i < 3; i++)
                for (int h = 0; h < 4; h++)
                    for (int c = 0; c < 2; c++)
                        joined[b][i][h * 2 + c] = mixed[b][h][i][c];
        float[][][] output = new float[2][3][2]; // one product makes the output
        for (int b = 0; b < 2; b++)
            for (int i = 0; i < 3; i++)
                for (int o = 0; o < 2; o++) {
                    output[b][i][o] = b_o[o];
                    for (int k = 0; k < 8; k++)
                        output[b][i][o] += joined[b][i][k] * w_o[k][o];
                }
        System.out.println(Arrays.deepToString(output));
    }
}
