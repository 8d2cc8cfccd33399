# attention-player: {"stages":[{"id":"look","op":"attention","x":{"tensor":"look_x"},"score":"bilinear","w_score":{"tensor":"look_w_score"},"causal":true},{"id":"given","op":"attention","x":"look.output","weights_override":{"tensor":"given_weights_override"}},{"id":"sum","op":"residual","x":"look.x","y":"given.output"},{"id":"norm","op":"layer_norm","x":"sum.output","gamma":{"tensor":"norm_gamma","shape":[2]},"beta":{"tensor":"norm_beta","shape":[2]}},{"id":"learned","op":"batch_norm","x":"norm.output","running_mean":{"tensor":"learned_running_mean","shape":[2]},"running_var":{"tensor":"learned_running_var","shape":[2]},"training":false},{"id":"fresh","op":"batch_norm","x":"learned.output","gamma":{"tensor":"fresh_gamma","shape":[2]}},{"id":"angles","op":"geometry","a":{"tensor":"angles_a"},"b":{"tensor":"angles_b"}}]}
import torch

# look: attention
look_x = torch.tensor([[-1.0, 0.0], [1.0, -0.5], [0.5, -1.0]], dtype=torch.float32)
look_w_score = torch.tensor([[-1.0, 0.0], [1.0, -0.5]], dtype=torch.float32)

look_query = look_x
look_key = look_x
look_value = look_x

look_scores = look_query @ look_w_score @ look_key.T  # every query meets every key
look_allowed = torch.ones(3, 3, dtype=torch.bool).tril()
look_masked_scores = look_scores.masked_fill(~look_allowed, -torch.inf)

look_row_max = look_masked_scores.amax(dim=-1, keepdim=True)  # softmax, row by row
look_shifted_scores = look_masked_scores - look_row_max
look_shifted_exp = torch.exp(look_shifted_scores)
look_row_sum = look_shifted_exp.sum(dim=-1, keepdim=True)
look_weights = look_shifted_exp / look_row_sum  # each row adds up to 1

look_output = look_weights @ look_value  # weighted sums of the values

# given: attention
given_weights_override = torch.tensor([
    [1.0, 0.0, 0.0],
    [0.0, 0.5, 0.5],
    [0.0, 0.0, 1.0],
], dtype=torch.float32)

given_query = look_output
given_key = look_output
given_value = look_output

given_scores = given_query @ given_key.T  # every query meets every key
given_scaled_scores = given_scores / given_key.shape[-1] ** 0.5  # keeps softmax from saturating

given_weights = given_weights_override  # given, in place of the softmax

given_output = given_weights @ given_value  # weighted sums of the values

# sum: residual
sum_output = look_x + given_output  # what came in is added again

# norm: layer_norm
norm_gamma = torch.tensor([1, 2], dtype=torch.float32)
norm_beta = torch.tensor([0, 1], dtype=torch.float32)

norm_mean = sum_output.mean(dim=-1, keepdim=True)
norm_rstd = 1 / torch.sqrt(((sum_output - norm_mean) ** 2).mean(dim=-1, keepdim=True) + 1e-5)
norm_output = (sum_output - norm_mean) * norm_rstd * norm_gamma + norm_beta

# learned: batch_norm
learned_running_mean = torch.tensor([0, 1], dtype=torch.float32)
learned_running_var = torch.tensor([1, 4], dtype=torch.float32)

learned_mean = learned_running_mean
learned_rstd = 1 / torch.sqrt(learned_running_var + 1e-5)
learned_output = (norm_output - learned_mean) * learned_rstd

# fresh: batch_norm
fresh_gamma = torch.tensor([2, 1], dtype=torch.float32)

fresh_mean = learned_output.mean(dim=0)
fresh_rstd = 1 / torch.sqrt(((learned_output - fresh_mean) ** 2).mean(dim=0) + 1e-5)
fresh_output = (learned_output - fresh_mean) * fresh_rstd * fresh_gamma

# angles: geometry
angles_a = torch.tensor([[-1.0, 0.0], [1.0, -0.5]], dtype=torch.float32)
angles_b = torch.tensor([[-1.0, 0.0], [1.0, -0.5], [0.5, -1.0]], dtype=torch.float32)

angles_length_a = torch.sqrt((angles_a * angles_a).sum(dim=-1))
angles_length_b = torch.sqrt((angles_b * angles_b).sum(dim=-1))
angles_dot = angles_a @ angles_b.T  # lengths times the cosine between them
angles_cosine = angles_dot / (angles_length_a[:, None] * angles_length_b)
angles_unit_a = (angles_a / angles_length_a[:, None])[:, None]
angles_unit_b = angles_b / angles_length_b[:, None]
angles_apart = torch.sqrt(((angles_unit_a - angles_unit_b) ** 2).sum(dim=-1))
angles_together = torch.sqrt(((angles_unit_a + angles_unit_b) ** 2).sum(dim=-1))
angles_angle = 2 * torch.atan2(angles_apart, angles_together)  # in radians
angles_projection = angles_dot / angles_length_b
print(angles_projection.tolist())
