# attention-player: {"scale":1}
import numpy as np

x = np.array([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]], dtype=np.float32)
w_q = np.array([[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]], dtype=np.float32)
w_k = np.array([[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]], dtype=np.float32)
w_v = np.array([[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]], dtype=np.float32)

query = x @ w_q  # what each token looks for
key = x @ w_k  # what each token offers
value = x @ w_v  # what each token passes on

scores = query @ key.T  # every query meets every key

row_max = scores.max(axis=-1, keepdims=True)  # softmax, row by row
shifted_scores = scores - row_max
shifted_exp = np.exp(shifted_scores)
row_sum = shifted_exp.sum(axis=-1, keepdims=True)
weights = shifted_exp / row_sum  # each row adds up to 1

output = weights @ value  # weighted sums of the values
print(output.tolist())
