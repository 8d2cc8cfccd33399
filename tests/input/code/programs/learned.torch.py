# attention-player: {"b_v":{"tensor":"b_v","shape":[2]},"b_o":{"tensor":"b_o","shape":[3]},"heads":2,"kv_heads":1,"softcap":5,"causal":true,"target":{"tensor":"target","data":[0,-1,2]},"loss":"cross_entropy","learning_rate":0.1}
import torch

x = torch.tensor([
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
], dtype=torch.float32)
w_q = torch.tensor([
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
    [1.0, -0.5, 0.5, -1.0],
], dtype=torch.float32, requires_grad=True)
w_k = torch.tensor([
    [-1.0, 0.0],
    [1.0, -0.5],
    [0.5, -1.0],
    [0.0, 1.0],
], dtype=torch.float32, requires_grad=True)
w_v = torch.tensor([
    [-1.0, 0.0],
    [1.0, -0.5],
    [0.5, -1.0],
    [0.0, 1.0],
], dtype=torch.float32, requires_grad=True)
b_v = torch.tensor([-1, 0], dtype=torch.float32, requires_grad=True)
w_o = torch.tensor([
    [-1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0],
    [0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0],
], dtype=torch.float32, requires_grad=True)
b_o = torch.tensor([-1, 0, 1], dtype=torch.float32, requires_grad=True)

projected_query = x @ w_q
projected_key = x @ w_k
projected_value = x @ w_v + b_v
query = projected_query.reshape(3, 2, 2).transpose(-3, -2)  # what each token looks for
key = projected_key.reshape(3, 1, 2).transpose(-3, -2)  # what each token offers
value = projected_value.reshape(3, 1, 2).transpose(-3, -2)  # what each token passes on

scores = query @ key.transpose(-2, -1)  # every query meets every key
scaled_scores = scores / key.shape[-1] ** 0.5  # keeps softmax from saturating
capped_scores = 5 * torch.tanh(scaled_scores / 5)  # no score beyond the cap
allowed = torch.ones(3, 3, dtype=torch.bool).tril()
masked_scores = capped_scores.masked_fill(~allowed, -torch.inf)

row_max = masked_scores.amax(dim=-1, keepdim=True)  # softmax, row by row
shifted_scores = masked_scores - row_max
shifted_exp = torch.exp(shifted_scores)
row_sum = shifted_exp.sum(dim=-1, keepdim=True)
weights = shifted_exp / row_sum  # each row adds up to 1

mixed = weights @ value  # weighted sums of the values
joined = mixed.transpose(-3, -2).reshape(3, 4)  # heads side by side
output = joined @ w_o + b_o  # one product makes the output

target = torch.tensor([0, -1, 2], dtype=torch.long)
loss = torch.nn.functional.cross_entropy(output, target, ignore_index=-1)
loss.backward()  # every gradient, from the output back to the input

learning_rate = 0.1
parameters = {"w_q": w_q, "w_k": w_k, "w_v": w_v, "b_v": b_v, "w_o": w_o, "b_o": b_o}
with torch.no_grad():
    for parameter in parameters.values():
        parameter -= learning_rate * parameter.grad  # one step of gradient descent

print("loss", loss.item())
for name, parameter in parameters.items():
    print(f"grad_{name}", parameter.grad.tolist())
    print(name, parameter.tolist())
print(output.tolist())
