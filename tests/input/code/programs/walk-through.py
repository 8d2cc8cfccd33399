# attention-player: {"scale":1}
from math import exp

x = [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]]
w_q = [[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]]
w_k = [[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]]
w_v = [[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]]

query = [[sum(x[i][k] * w_q[k][o] for k in range(4)) for o in range(3)] for i in range(3)]
key = [[sum(x[j][k] * w_k[k][o] for k in range(4)) for o in range(3)] for j in range(3)]
value = [[sum(x[j][k] * w_v[k][o] for k in range(4)) for o in range(3)] for j in range(3)]

scores = [[sum(query[i][c] * key[j][c] for c in range(3)) for j in range(3)] for i in range(3)]

row_max = [max(scores[i]) for i in range(3)]  # softmax, row by row
shifted_scores = [[scores[i][j] - row_max[i] for j in range(3)] for i in range(3)]
shifted_exp = [[exp(shifted_scores[i][j]) for j in range(3)] for i in range(3)]
row_sum = [sum(shifted_exp[i]) for i in range(3)]
weights = [[shifted_exp[i][j] / row_sum[i] for j in range(3)] for i in range(3)]

output = [[sum(weights[i][j] * value[j][c] for j in range(3)) for c in range(3)] for i in range(3)]
print(output)
