from math import exp, inf, tanh

x = [
    [[-1.0, 0.0, 1.0, -0.5], [0.5, -1.0, 0.0, 1.0], [-0.5, 0.5, -1.0, 0.0]],
    [[1.0, -0.5, 0.5, -1.0], [0.0, 1.0, -0.5, 0.5], [-1.0, 0.0, 1.0, -0.5]],
]
w_q = [
    [-1.0, 0.0, 1.0, -0.5, 0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0, 1.0, -0.5, 0.5, -1.0],
    [0.0, 1.0, -0.5, 0.5, -1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0, -0.5, 0.5, -1.0, 0.0],
]
b_q = [-1.0, 0.0, 1.0, -0.5, 0.5, -1.0, 0.0, 1.0]
w_k = [
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
    [1.0, -0.5, 0.5, -1.0],
]
w_v = [
    [-1.0, 0.0, 1.0, -0.5],
    [0.5, -1.0, 0.0, 1.0],
    [-0.5, 0.5, -1.0, 0.0],
    [1.0, -0.5, 0.5, -1.0],
]
bias = [[-1.0, 0.0, 1.0], [-0.5, 0.5, -1.0], [0.0, 1.0, -0.5]]
key_mask = [[True, True, True], [False, True, True]]
w_o = [
    [-1.0, 0.0],
    [1.0, -0.5],
    [0.5, -1.0],
    [0.0, 1.0],
    [-0.5, 0.5],
    [-1.0, 0.0],
    [1.0, -0.5],
    [0.5, -1.0],
]
b_o = [-1, 0]

projected_query = [
    [[sum(x[b][i][k] * w_q[k][o] for k in range(4)) + b_q[o] for o in range(8)] for i in range(3)]
    for b in range(2)
]
projected_key = [
    [[sum(x[b][j][k] * w_k[k][o] for k in range(4)) for o in range(4)] for j in range(3)]
    for b in range(2)
]
projected_value = [
    [[sum(x[b][j][k] * w_v[k][o] for k in range(4)) for o in range(4)] for j in range(3)]
    for b in range(2)
]
query = [
    [[[projected_query[b][i][h * 2 + c] for c in range(2)] for i in range(3)] for h in range(4)]
    for b in range(2)
]  # what each token looks for
key = [
    [[[projected_key[b][j][g * 2 + c] for c in range(2)] for j in range(3)] for g in range(2)]
    for b in range(2)
]  # what each token offers
value = [
    [[[projected_value[b][j][g * 2 + c] for c in range(2)] for j in range(3)] for g in range(2)]
    for b in range(2)
]  # what each token passes on

scores = [
    [
        [
            [sum(query[b][h][i][c] * key[b][h // 2][j][c] for c in range(2)) for j in range(3)]
            for i in range(3)
        ]
        for h in range(4)
    ]
    for b in range(2)
]  # every query meets every key
scaled_scores = [
    [[[scores[b][h][i][j] * (-0.5) for j in range(3)] for i in range(3)] for h in range(4)]
    for b in range(2)
]  # keeps softmax from saturating
capped_scores = [
    [
        [[5 * tanh(scaled_scores[b][h][i][j] / 5) for j in range(3)] for i in range(3)]
        for h in range(4)
    ]
    for b in range(2)
]  # no score beyond the cap
masked_scores = [
    [
        [
            [
                capped_scores[b][h][i][j] + bias[i][j] if j >= i - 1 and j <= i and key_mask[b][j] else -inf
                for j in range(3)
            ]
            for i in range(3)
        ]
        for h in range(4)
    ]
    for b in range(2)
]  # what may not be seen counts nothing

row_max = [[[max(masked_scores[b][h][i]) for i in range(3)] for h in range(4)] for b in range(2)]
shifted_scores = [
    [
        [
            [
                masked_scores[b][h][i][j] - row_max[b][h][i] if row_max[b][h][i] > -inf else -inf
                for j in range(3)
            ]
            for i in range(3)
        ]
        for h in range(4)
    ]
    for b in range(2)
]
shifted_exp = [
    [[[exp(shifted_scores[b][h][i][j]) for j in range(3)] for i in range(3)] for h in range(4)]
    for b in range(2)
]
row_sum = [[[sum(shifted_exp[b][h][i]) for i in range(3)] for h in range(4)] for b in range(2)]
weights = [
    [
        [
            [
                shifted_exp[b][h][i][j] / row_sum[b][h][i] if row_sum[b][h][i] > 0 else 0
                for j in range(3)
            ]
            for i in range(3)
        ]
        for h in range(4)
    ]
    for b in range(2)
]  # each row adds up to 1

mixed = [
    [
        [
            [sum(weights[b][h][i][j] * value[b][h // 2][j][c] for j in range(3)) for c in range(2)]
            for i in range(3)
        ]
        for h in range(4)
    ]
    for b in range(2)
]  # weighted sums of the values
joined = [
    [[mixed[b][h][i][c] for h in range(4) for c in range(2)] for i in range(3)]
    for b in range(2)
]  # heads side by side
output = [
    [
        [sum(joined[b][i][k] * w_o[k][o] for k in range(8)) + b_o[o] for o in range(2)]
        for i in range(3)
    ]
    for b in range(2)
]  # one product makes the output
print(output)
