# attention-player: {"x":{"tensor":"x","shape":[2,3,4]},"b_q":{"tensor":"b_q","shape":[8]},"b_o":{"tensor":"b_o","shape":[2]},"heads":4,"kv_heads":2,"scale":-0.5,"softcap":5,"causal":true,"window":[1,0],"labels":{"x":["%E6%88%91","%E7%88%B1","cats"]}}
import numpy as np

x = np.array([
    [[-1.0, 0.0, 1.0, -0.5], [0.5, -1.0, 0.0, 1.0], [-0.5, 0.5, -1.0, 0.0]],
    [[1.0, -0.5, 0.5, -1.0], [0.0, 1.0, -0.5, 0.5], [-1.0, 0.0, 1.0, -0.5]],
], dtype=np.float32)
w_q = np.array([
    [-1.0, 0.0, 1.0, -0.5, 0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0, 1.0, -0.5, 0.5, -1.0],
    [0.0, 1.0, -0.5, 0.5, -1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0, -0.5, 0.5, -1.0, 0.0],
], dtype=np.float32)
b_q = np.array([-1.0, 0.0, 1.0, -0.5, 0.5, -1.0, 0.0, 1.0], dtype=np.float32)
w_k = np.array([
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
    [1.0, -0.5, 0.5, -1.0],
], dtype=np.float32)
w_v = np.array([
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
    [1.0, -0.5, 0.5, -1.0],
], dtype=np.float32)
bias = np.array([[-1.0, 0.0, 1.0], [-0.5, 0.5, -1.0], [0.0, 1.0, -0.5]], dtype=np.float32)
key_mask = np.array([[True, True, True], [False, True, True]], dtype=bool)
w_o = np.array([
    [-1.0, 0.0],
    [1.0, -0.5],
    [0.5, -1.0],
    [0.0, 1.0],
    [-0.5, 0.5],
    [-1.0, 0.0],
    [1.0, -0.5],
    [0.5, -1.0],
], dtype=np.float32)
b_o = np.array([-1, 0], dtype=np.float32)

projected_query = x @ w_q + b_q
projected_key = x @ w_k
projected_value = x @ w_v
query = projected_query.reshape(2, 3, 4, 2).swapaxes(-3, -2)  # what each token looks for
key = projected_key.reshape(2, 3, 2, 2).swapaxes(-3, -2)  # what each token offers
value = projected_value.reshape(2, 3, 2, 2).swapaxes(-3, -2)  # what each token passes on

scores = query @ np.repeat(key, 2, axis=-3).swapaxes(-2, -1)  # every query meets every key
scaled_scores = scores * (-0.5)  # keeps softmax from saturating
capped_scores = 5 * np.tanh(scaled_scores / 5)  # no score beyond the cap
distance = np.arange(3) - np.arange(3)[:, None]
allowed = (distance >= -1) & (distance <= 0) & key_mask[:, None, None, :]
masked_scores = np.where(allowed, capped_scores + bias, -np.inf)

row_max = masked_scores.max(axis=-1, keepdims=True)  # softmax, row by row
shifted_scores = masked_scores - np.where(row_max == -np.inf, 0, row_max)
shifted_exp = np.exp(shifted_scores)
row_sum = shifted_exp.sum(axis=-1, keepdims=True)
weights = shifted_exp / np.where(row_sum == 0, 1, row_sum)  # each row adds up to 1

mixed = weights @ np.repeat(value, 2, axis=-3)  # weighted sums of the values
joined = mixed.swapaxes(-3, -2).reshape(2, 3, 8)  # heads side by side
output = joined @ w_o + b_o  # one product makes the output
print(output.tolist())
