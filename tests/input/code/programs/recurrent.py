from math import exp, tanh

# encoder: recurrent encoder
encoder_x = [[-1.0, 0.0], [1.0, -0.5], [0.5, -1.0]]
encoder_w_state = [[-1.0, 0.0], [1.0, -0.5]]
encoder_w_in = [[-1.0, 0.0], [1.0, -0.5]]
encoder_b_state = [-1, 0]

encoder_state = [[0.0] * 2]
for step in range(3):
    encoder_state.append([
        tanh(
            sum(encoder_state[step][k] * encoder_w_state[k][c] for k in range(2))
            + sum(encoder_x[step][k] * encoder_w_in[k][c] for k in range(2))
            + encoder_b_state[c]
        )
        for c in range(2)
    ])  # the next state

# decoder: recurrent decoder with attention
decoder_initial_state = [0.5, -1.0]
decoder_x = [[-1], [0]]
decoder_w_1 = [[-1.0, 0.0, 1.0, -0.5], [0.5, -1.0, 0.0, 1.0], [-0.5, 0.5, -1.0, 0.0]]
decoder_w_2 = [-1, 0, 1]
decoder_w_state = [[-1.0, 0.0], [1.0, -0.5]]
decoder_w_context = [[-1.0, 0.0], [1.0, -0.5]]
decoder_w_in = [[-1, 0]]
decoder_w_out = [[-1.0, 0.0, 1.0], [-0.5, 0.5, -1.0], [0.0, 1.0, -0.5], [0.5, -1.0, 0.0]]
decoder_b_out = [-1, 0, 1]

decoder_context = []
decoder_state = [decoder_initial_state]
for step in range(2):
    decoder_hidden = [
        [
            tanh(
                sum(decoder_state[step][c] * decoder_w_1[u][c] for c in range(2))
                + sum(encoder_state[j][c] * decoder_w_1[u][c + 2] for c in range(2))
            )
            for u in range(3)
        ]
        for j in range(4)
    ]
    decoder_scores = [
        sum(decoder_hidden[j][u] * decoder_w_2[u] for u in range(3))
        for j in range(4)
    ]  # every query meets every key
    decoder_row_max = max(decoder_scores)  # softmax, row by row
    decoder_shifted_scores = [decoder_scores[j] - decoder_row_max for j in range(4)]
    decoder_shifted_exp = [exp(decoder_shifted_scores[j]) for j in range(4)]
    decoder_row_sum = sum(decoder_shifted_exp)
    decoder_weights = [decoder_shifted_exp[j] / decoder_row_sum for j in range(4)]
    decoder_context.append([
        sum(decoder_weights[j] * encoder_state[j][c] for j in range(4))
        for c in range(2)
    ])  # weighted sum of the encoder's states
    decoder_state.append([
        tanh(
            sum(decoder_state[step][k] * decoder_w_state[k][c] for k in range(2))
            + sum(decoder_context[step][k] * decoder_w_context[k][c] for k in range(2))
            + sum(decoder_x[step][k] * decoder_w_in[k][c] for k in range(1))
        )
        for c in range(2)
    ])  # the next state

decoder_logits = [
    [
        sum(decoder_state[s + 1][k] * decoder_w_out[k][o] for k in range(2)) + sum(decoder_context[s][k] * decoder_w_out[k + 2][o] for k in range(2)) + decoder_b_out[o]
        for o in range(3)
    ]
    for s in range(2)
]  # what the state and its context say
decoder_probabilities_exp = [
    [exp(decoder_logits[s][o] - max(decoder_logits[s])) for o in range(3)]
    for s in range(2)
]
decoder_probabilities = [
    [decoder_probabilities_exp[s][o] / sum(decoder_probabilities_exp[s]) for o in range(3)]
    for s in range(2)
]  # each row adds up to 1
print(decoder_probabilities)
