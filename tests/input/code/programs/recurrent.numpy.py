# attention-player: {"stages":[{"id":"encoder","op":"recurrent_encoder","x":{"tensor":"encoder_x"},"w_in":{"tensor":"encoder_w_in"},"w_state":{"tensor":"encoder_w_state"},"b_state":{"tensor":"encoder_b_state","shape":[2]}},{"id":"decoder","op":"recurrent_decoder","encoder_states":"encoder.state","initial_state":{"tensor":"decoder_initial_state","shape":[2]},"x":{"tensor":"decoder_x"},"w_in":{"tensor":"decoder_w_in"},"w_state":{"tensor":"decoder_w_state"},"w_context":{"tensor":"decoder_w_context"},"score":"additive","w_1":{"tensor":"decoder_w_1"},"w_2":{"tensor":"decoder_w_2","shape":[3]},"w_out":{"tensor":"decoder_w_out"},"b_out":{"tensor":"decoder_b_out","shape":[3]}}]}
import numpy as np

# encoder: recurrent_encoder
encoder_x = np.array([[-1.0, 0.0], [1.0, -0.5], [0.5, -1.0]], dtype=np.float32)
encoder_w_state = np.array([[-1.0, 0.0], [1.0, -0.5]], dtype=np.float32)
encoder_w_in = np.array([[-1.0, 0.0], [1.0, -0.5]], dtype=np.float32)
encoder_b_state = np.array([-1, 0], dtype=np.float32)

encoder_state = [np.zeros(2, dtype=np.float32)]
for step in range(3):
    encoder_state.append(
        np.tanh(encoder_state[step] @ encoder_w_state + encoder_x[step] @ encoder_w_in + encoder_b_state)
    )  # the next state
encoder_state = np.stack(encoder_state)

# decoder: recurrent_decoder
decoder_initial_state = np.array([0.5, -1.0], dtype=np.float32)
decoder_x = np.array([[-1], [0]], dtype=np.float32)
decoder_w_1 = np.array([
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
], dtype=np.float32)
decoder_w_2 = np.array([-1, 0, 1], dtype=np.float32)
decoder_w_state = np.array([[-1.0, 0.0], [1.0, -0.5]], dtype=np.float32)
decoder_w_context = np.array([[-1.0, 0.0], [1.0, -0.5]], dtype=np.float32)
decoder_w_in = np.array([[-1, 0]], dtype=np.float32)
decoder_w_out = np.array([
    [-1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0],
    [0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0],
], dtype=np.float32)
decoder_b_out = np.array([-1, 0, 1], dtype=np.float32)

decoder_context = []
decoder_state = [decoder_initial_state]
for step in range(2):
    decoder_hidden = np.tanh(
        decoder_state[step] @ decoder_w_1[:, :2].T + encoder_state @ decoder_w_1[:, 2:].T
    )
    decoder_scores = decoder_hidden @ decoder_w_2  # every query meets every key
    decoder_row_max = decoder_scores.max()  # softmax, row by row
    decoder_shifted_scores = decoder_scores - decoder_row_max
    decoder_shifted_exp = np.exp(decoder_shifted_scores)
    decoder_row_sum = decoder_shifted_exp.sum(axis=-1)
    decoder_weights = decoder_shifted_exp / decoder_row_sum  # each row adds up to 1
    decoder_context.append(decoder_weights @ encoder_state)  # weighted sum of the encoder's states
    decoder_state.append(
        np.tanh(decoder_state[step] @ decoder_w_state + decoder_context[step] @ decoder_w_context + decoder_x[step] @ decoder_w_in)
    )  # the next state
decoder_context = np.stack(decoder_context)
decoder_state = np.stack(decoder_state)

decoder_logits = (
    np.concatenate([decoder_state[1:], decoder_context], axis=-1) @ decoder_w_out + decoder_b_out
)  # what the state and its context say
decoder_probabilities = np.exp(decoder_logits - decoder_logits.max(axis=-1, keepdims=True))
decoder_probabilities = (
    decoder_probabilities / decoder_probabilities.sum(axis=-1, keepdims=True)
)  # each row adds up to 1
print(decoder_probabilities.tolist())
