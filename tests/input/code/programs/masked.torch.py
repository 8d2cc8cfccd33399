import torch

x = torch.tensor([
    [[-1.0, 0.0, 1.0, -0.5], [0.5, -1.0, 0.0, 1.0], [-0.5, 0.5, -1.0, 0.0]],
    [[1.0, -0.5, 0.5, -1.0], [0.0, 1.0, -0.5, 0.5], [-1.0, 0.0, 1.0, -0.5]],
], dtype=torch.float32)
w_q = torch.tensor([
    [-1.0, 0.0, 1.0, -0.5, 0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0, 1.0, -0.5, 0.5, -1.0],
    [0.0, 1.0, -0.5, 0.5, -1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0, -0.5, 0.5, -1.0, 0.0],
], dtype=torch.float32)
b_q = torch.tensor([-1.0, 0.0, 1.0, -0.5, 0.5, -1.0, 0.0, 1.0], dtype=torch.float32)
w_k = torch.tensor([
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
    [1.0, -0.5, 0.5, -1.0],
], dtype=torch.float32)
w_v = torch.tensor([
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
    [1.0, -0.5, 0.5, -1.0],
], dtype=torch.float32)
bias = torch.tensor([[-1.0, 0.0, 1.0], [-0.5, 0.5, -1.0], [0.0, 1.0, -0.5]], dtype=torch.float32)
key_mask = torch.tensor([[True, True, True], [False, True, True]], dtype=torch.bool)
w_o = torch.tensor([
    [-1.0, 0.0],
    [1.0, -0.5],
    [0.5, -1.0],
    [0.0, 1.0],
    [-0.5, 0.5],
    [-1.0, 0.0],
    [1.0, -0.5],
    [0.5, -1.0],
], dtype=torch.float32)
b_o = torch.tensor([-1, 0], dtype=torch.float32)

projected_query = x @ w_q + b_q
projected_key = x @ w_k
projected_value = x @ w_v
query = projected_query.reshape(2, 3, 4, 2).transpose(-3, -2)  # what each token looks for
key = projected_key.reshape(2, 3, 2, 2).transpose(-3, -2)  # what each token offers
value = projected_value.reshape(2, 3, 2, 2).transpose(-3, -2)  # what each token passes on

scores = query @ key.repeat_interleave(2, dim=-3).transpose(-2, -1)  # every query meets every key
scaled_scores = scores * (-0.5)  # keeps softmax from saturating
capped_scores = 5 * torch.tanh(scaled_scores / 5)  # no score beyond the cap
distance = torch.arange(3) - torch.arange(3)[:, None]
allowed = (distance >= -1) & (distance <= 0) & key_mask[:, None, None, :]
masked_scores = (capped_scores + bias).masked_fill(~allowed, -torch.inf)

row_max = masked_scores.amax(dim=-1, keepdim=True)  # softmax, row by row
shifted_scores = masked_scores - row_max.masked_fill(row_max == -torch.inf, 0)
shifted_exp = torch.exp(shifted_scores)
row_sum = shifted_exp.sum(dim=-1, keepdim=True)
weights = shifted_exp / row_sum.masked_fill(row_sum == 0, 1)  # each row adds up to 1

mixed = weights @ value.repeat_interleave(2, dim=-3)  # weighted sums of the values
joined = mixed.transpose(-3, -2).reshape(2, 3, 8)  # heads side by side
output = joined @ w_o + b_o  # one product makes the output
print(output.tolist())
