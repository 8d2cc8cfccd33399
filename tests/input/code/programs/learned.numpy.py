# attention-player: {"b_v":{"tensor":"b_v","shape":[2]},"b_o":{"tensor":"b_o","shape":[3]},"heads":2,"kv_heads":1,"softcap":5,"causal":true,"target":{"tensor":"target","data":[0,-1,2]},"loss":"cross_entropy","learning_rate":0.1}
import numpy as np

x = np.array([
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
], dtype=np.float32)
w_q = np.array([
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
    [1.0, -0.5, 0.5, -1.0],
], dtype=np.float32)
w_k = np.array([[-1.0, 0.0], [1.0, -0.5], [0.5, -1.0], [0.0, 1.0]], dtype=np.float32)
w_v = np.array([[-1.0, 0.0], [1.0, -0.5], [0.5, -1.0], [0.0, 1.0]], dtype=np.float32)
b_v = np.array([-1, 0], dtype=np.float32)
w_o = np.array([
    [-1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0],
    [0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0],
], dtype=np.float32)
b_o = np.array([-1, 0, 1], dtype=np.float32)

projected_query = x @ w_q
projected_key = x @ w_k
projected_value = x @ w_v + b_v
query = projected_query.reshape(3, 2, 2).swapaxes(-3, -2)  # what each token looks for
key = projected_key.reshape(3, 1, 2).swapaxes(-3, -2)  # what each token offers
value = projected_value.reshape(3, 1, 2).swapaxes(-3, -2)  # what each token passes on

scores = query @ key.swapaxes(-2, -1)  # every query meets every key
scaled_scores = scores / key.shape[-1] ** 0.5  # keeps softmax from saturating
capped_scores = 5 * np.tanh(scaled_scores / 5)  # no score beyond the cap
allowed = np.tril(np.ones((3, 3), dtype=bool))
masked_scores = np.where(allowed, capped_scores, -np.inf)  # what may not be seen counts nothing

row_max = masked_scores.max(axis=-1, keepdims=True)  # softmax, row by row
shifted_scores = masked_scores - row_max
shifted_exp = np.exp(shifted_scores)
row_sum = shifted_exp.sum(axis=-1, keepdims=True)
weights = shifted_exp / row_sum  # each row adds up to 1

mixed = weights @ value  # weighted sums of the values
joined = mixed.swapaxes(-3, -2).reshape(3, 4)  # heads side by side
output = joined @ w_o + b_o  # one product makes the output

target = np.array([0, -1, 2], dtype=np.int64)
one_hot = np.arange(3) == target[..., None]  # no class where the target is -1
counted = one_hot.any(axis=-1, keepdims=True)
count = max(int(counted.sum()), 1)
log_softmax = output - output.max(axis=-1, keepdims=True)
log_softmax -= np.log(np.exp(log_softmax).sum(axis=-1, keepdims=True))
loss = -log_softmax[one_hot].sum() / count  # how far the output is from the target
grad_output = (np.exp(log_softmax) - one_hot) * counted / count

grad_joined = grad_output @ w_o.T
grad_mixed = grad_joined.reshape(3, 2, 2).swapaxes(-3, -2)  # each head gets its share
grad_value = (weights.swapaxes(-2, -1) @ grad_mixed).sum(axis=-3, keepdims=True)
grad_weights = grad_mixed @ value.swapaxes(-2, -1)

row_mean = (weights * grad_weights).sum(axis=-1, keepdims=True)  # mean of each row, by its weights
grad_masked_scores = weights * (grad_weights - row_mean)  # what one weight gains, others lose
grad_scaled_scores = grad_masked_scores * (1 - (capped_scores / 5) ** 2)  # back through tanh
grad_scores = grad_scaled_scores / key.shape[-1] ** 0.5

grad_query = grad_scores @ key
grad_key = (grad_scores.swapaxes(-2, -1) @ query).sum(axis=-3, keepdims=True)
grad_projected_query = grad_query.swapaxes(-3, -2).reshape(3, 4)
grad_projected_key = grad_key.swapaxes(-3, -2).reshape(3, 2)
grad_projected_value = grad_value.swapaxes(-3, -2).reshape(3, 2)

grad_w_q = x.T @ grad_projected_query
grad_w_k = x.T @ grad_projected_key
grad_w_v = x.T @ grad_projected_value
grad_b_v = grad_projected_value.sum(axis=0)
grad_w_o = joined.T @ grad_output
grad_b_o = grad_output.sum(axis=0)
grad_x = (
    grad_projected_query @ w_q.T + grad_projected_key @ w_k.T + grad_projected_value @ w_v.T
)  # from queries, keys and values

learning_rate = 0.1  # one step of gradient descent
w_q -= learning_rate * grad_w_q
w_k -= learning_rate * grad_w_k
w_v -= learning_rate * grad_w_v
b_v -= learning_rate * grad_b_v
w_o -= learning_rate * grad_w_o
b_o -= learning_rate * grad_b_o

print("loss", loss)
print("grad_w_q", grad_w_q.tolist())
print("w_q", w_q.tolist())
print("grad_w_k", grad_w_k.tolist())
print("w_k", w_k.tolist())
print("grad_w_v", grad_w_v.tolist())
print("w_v", w_v.tolist())
print("grad_b_v", grad_b_v.tolist())
print("b_v", b_v.tolist())
print("grad_w_o", grad_w_o.tolist())
print("w_o", w_o.tolist())
print("grad_b_o", grad_b_o.tolist())
print("b_o", b_o.tolist())
print(output.tolist())
