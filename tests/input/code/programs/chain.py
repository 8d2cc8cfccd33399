from math import atan2, exp, inf, sqrt

# look: attention
look_x = [[-1.0, 0.0], [1.0, -0.5], [0.5, -1.0]]
look_w_score = [[-1.0, 0.0], [1.0, -0.5]]

look_query = look_x
look_key = look_x
look_value = look_x

look_scores = [
    [
        sum(look_query[i][a] * look_w_score[a][c] * look_key[j][c] for a in range(2) for c in range(2))
        for j in range(3)
    ]
    for i in range(3)
]  # every query meets every key
look_masked_scores = [[look_scores[i][j] if j <= i else -inf for j in range(3)] for i in range(3)]

look_row_max = [max(look_masked_scores[i]) for i in range(3)]  # softmax, row by row
look_shifted_scores = [
    [look_masked_scores[i][j] - look_row_max[i] for j in range(3)]
    for i in range(3)
]
look_shifted_exp = [[exp(look_shifted_scores[i][j]) for j in range(3)] for i in range(3)]
look_row_sum = [sum(look_shifted_exp[i]) for i in range(3)]
look_weights = [[look_shifted_exp[i][j] / look_row_sum[i] for j in range(3)] for i in range(3)]

look_output = [
    [sum(look_weights[i][j] * look_value[j][c] for j in range(3)) for c in range(2)]
    for i in range(3)
]  # weighted sums of the values

# given: attention
given_weights_override = [[1.0, 0.0, 0.0], [0.0, 0.5, 0.5], [0.0, 0.0, 1.0]]

given_query = look_output
given_key = look_output
given_value = look_output

given_scores = [
    [sum(given_query[i][c] * given_key[j][c] for c in range(2)) for j in range(3)]
    for i in range(3)
]  # every query meets every key
given_scaled_scores = [[given_scores[i][j] / sqrt(2) for j in range(3)] for i in range(3)]

given_weights = given_weights_override  # given, in place of the softmax

given_output = [
    [sum(given_weights[i][j] * given_value[j][c] for j in range(3)) for c in range(2)]
    for i in range(3)
]  # weighted sums of the values

# sum: residual connection
sum_output = [[look_x[i][c] + given_output[i][c] for c in range(2)] for i in range(3)]

# norm: layer normalisation
norm_gamma = [1, 2]
norm_beta = [0, 1]

norm_mean = [sum(sum_output[i]) / 2 for i in range(3)]
norm_rstd = [
    1 / sqrt(sum((sum_output[i][k] - norm_mean[i]) ** 2 for k in range(2)) / 2 + 0.00001)
    for i in range(3)
]
norm_output = [
    [
        (sum_output[i][c] - norm_mean[i]) * norm_rstd[i] * norm_gamma[c] + norm_beta[c]
        for c in range(2)
    ]
    for i in range(3)
]  # mean 0, variance 1, then scaled and shifted

# learned: batch normalisation
learned_running_mean = [0, 1]
learned_running_var = [1, 4]

learned_mean = learned_running_mean
learned_rstd = [1 / sqrt(learned_running_var[c] + 0.00001) for c in range(2)]
learned_output = [
    [(norm_output[i][c] - learned_mean[c]) * learned_rstd[c] for c in range(2)]
    for i in range(3)
]  # mean 0, variance 1, then scaled and shifted

# fresh: batch normalisation
fresh_gamma = [2, 1]

fresh_mean = [sum(learned_output[r][c] for r in range(3)) / 3 for c in range(2)]
fresh_rstd = [
    1 / sqrt(sum((learned_output[r][c] - fresh_mean[c]) ** 2 for r in range(3)) / 3 + 0.00001)
    for c in range(2)
]
fresh_output = [
    [(learned_output[i][c] - fresh_mean[c]) * fresh_rstd[c] * fresh_gamma[c] for c in range(2)]
    for i in range(3)
]  # mean 0, variance 1, then scaled and shifted

# angles: geometry of dot products
angles_a = [[-1.0, 0.0], [1.0, -0.5]]
angles_b = [[-1.0, 0.0], [1.0, -0.5], [0.5, -1.0]]

angles_length_a = [sqrt(sum(angles_a[i][c] * angles_a[i][c] for c in range(2))) for i in range(2)]
angles_length_b = [sqrt(sum(angles_b[j][c] * angles_b[j][c] for c in range(2))) for j in range(3)]
angles_dot = [
    [sum(angles_a[i][c] * angles_b[j][c] for c in range(2)) for j in range(3)]
    for i in range(2)
]  # lengths times the cosine between them
angles_cosine = [
    [angles_dot[i][j] / (angles_length_a[i] * angles_length_b[j]) for j in range(3)]
    for i in range(2)
]
angles_angle = [
    [
        2 * atan2(sqrt(sum((angles_a[i][c] * angles_length_b[j] - angles_b[j][c] * angles_length_a[i]) ** 2 for c in range(2))), sqrt(sum((angles_a[i][c] * angles_length_b[j] + angles_b[j][c] * angles_length_a[i]) ** 2 for c in range(2))))
        for j in range(3)
    ]
    for i in range(2)
]  # in radians
angles_projection = [[angles_dot[i][j] / angles_length_b[j] for j in range(3)] for i in range(2)]
print(angles_projection)
