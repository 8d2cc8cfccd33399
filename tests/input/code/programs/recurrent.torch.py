import torch

# encoder: recurrent encoder
encoder_x = torch.tensor([[-1.0, 0.0], [1.0, -0.5], [0.5, -1.0]], dtype=torch.float32)
encoder_w_state = torch.tensor([[-1.0, 0.0], [1.0, -0.5]], dtype=torch.float32)
encoder_w_in = torch.tensor([[-1.0, 0.0], [1.0, -0.5]], dtype=torch.float32)
encoder_b_state = torch.tensor([-1, 0], dtype=torch.float32)

encoder_state = [torch.zeros(2)]
for step in range(3):
    encoder_state.append(
        torch.tanh(encoder_state[step] @ encoder_w_state + encoder_x[step] @ encoder_w_in + encoder_b_state)
    )  # the next state
encoder_state = torch.stack(encoder_state)

# decoder: recurrent decoder with attention
decoder_initial_state = torch.tensor([0.5, -1.0], dtype=torch.float32)
decoder_x = torch.tensor([[-1], [0]], dtype=torch.float32)
decoder_w_1 = torch.tensor([
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
], dtype=torch.float32)
decoder_w_2 = torch.tensor([-1, 0, 1], dtype=torch.float32)
decoder_w_state = torch.tensor([[-1.0, 0.0], [1.0, -0.5]], dtype=torch.float32)
decoder_w_context = torch.tensor([[-1.0, 0.0], [1.0, -0.5]], dtype=torch.float32)
decoder_w_in = torch.tensor([[-1, 0]], dtype=torch.float32)
decoder_w_out = torch.tensor([
    [-1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0],
    [0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0],
], dtype=torch.float32)
decoder_b_out = torch.tensor([-1, 0, 1], dtype=torch.float32)

decoder_context = []
decoder_state = [decoder_initial_state]
for step in range(2):
    decoder_hidden = torch.tanh(
        decoder_state[step] @ decoder_w_1[:, :2].T + encoder_state @ decoder_w_1[:, 2:].T
    )
    decoder_scores = decoder_hidden @ decoder_w_2  # every query meets every key
    decoder_row_max = decoder_scores.max()  # softmax, row by row
    decoder_shifted_scores = decoder_scores - decoder_row_max
    decoder_shifted_exp = torch.exp(decoder_shifted_scores)
    decoder_row_sum = decoder_shifted_exp.sum(dim=-1)
    decoder_weights = decoder_shifted_exp / decoder_row_sum  # each row adds up to 1
    decoder_context.append(decoder_weights @ encoder_state)  # weighted sum of the encoder's states
    decoder_state.append(
        torch.tanh(decoder_state[step] @ decoder_w_state + decoder_context[step] @ decoder_w_context + decoder_x[step] @ decoder_w_in)
    )  # the next state
decoder_context = torch.stack(decoder_context)
decoder_state = torch.stack(decoder_state)

decoder_logits = (
    torch.cat([decoder_state[1:], decoder_context], dim=-1) @ decoder_w_out + decoder_b_out
)  # what the state and its context say
decoder_probabilities = torch.softmax(decoder_logits, dim=-1)  # each row adds up to 1
print(decoder_probabilities.tolist())
