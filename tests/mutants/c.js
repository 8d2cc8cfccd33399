// Defects for the C core: at least one for each operation, mask kind, gradient and status path.

/** @type {import("./run.js").Mutant[]} */
export const mutants = [
  // linear.c: projections
  {
    what: "the bias of a projection is subtracted",
    file: "c/linear.c",
    find: "y[i * out + c] += b[c];",
    replace: "y[i * out + c] -= b[c];",
  },
  {
    what: "b_v is forgotten",
    file: "c/linear.c",
    find: "attn_reals(p, ATTN_INPUT_b_v)",
    replace: "NULL",
  },
  {
    what: "b_o is forgotten",
    file: "c/linear.c",
    find: "attn_reals(p, ATTN_INPUT_b_o)",
    replace: "NULL",
  },
  {
    what: "the gradient of a projection's bias is its last row, not the sum of all",
    file: "c/linear.c",
    find: "acc[c] += (double)x[i * cols + first + c];",
    replace: "acc[c] = (double)x[i * cols + first + c];",
  },
  {
    what: "grad_x of queries, keys and values overwrite one another",
    file: "c/linear.c",
    find: "1, out, rows, in, out, accumulate, scratch);",
    replace: "1, out, rows, in, out, 0 * accumulate, scratch);",
  },
  {
    what: "grad_x through an absent projection overwrites what was there",
    file: "c/linear.c",
    find: "attn_add(grad_x, grad_x, grad_y, rows * in);",
    replace: "attn_copy(grad_x, grad_y, rows * in);",
  },
  {
    what: "a NaN in a token that nobody sees reaches the gradient of the parameters",
    file: "c/linear.c",
    find: "if (grad_w != NULL && live != NULL)",
    replace: "if (grad_w == NULL && live != NULL)",
  },
  {
    what: "the residual connection subtracts",
    file: "c/linear.c",
    find: "y[n] = a[n] + b[n];",
    replace: "y[n] = a[n] - b[n];",
  },
  {
    what: "values are made from x_kv although x_v is given",
    file: "c/internal.h",
    find: "return attn_has(p, ATTN_INPUT_x_v) ? ATTN_INPUT_x_v : attn_key_source(p);",
    replace: "return attn_key_source(p);",
  },

  // heads.c
  {
    what: "splitting heads takes rows for heads",
    file: "c/heads.c",
    find: "attn_copy(apart + ((b * heads + h) * rows + i) * d, joined + ((b * rows + i) * heads + h) * d, d);",
    replace:
      "attn_copy(apart + ((b * heads + h) * rows + i) * d, joined + ((b * heads + h) * rows + i) * d, d);",
  },
  {
    what: "joining heads sets them below instead of beside one another",
    file: "c/heads.c",
    find: "attn_copy(joined + ((b * rows + i) * heads + h) * d, apart + ((b * heads + h) * rows + i) * d, d);",
    replace:
      "attn_copy(joined + ((b * heads + h) * rows + i) * d, apart + ((b * heads + h) * rows + i) * d, d);",
  },
  {
    what: "the gradient of joining heads joins again instead of splitting",
    file: "c/heads.c",
    find: "split(ATTN_AT(run, grad_mixed), ATTN_AT(run, grad_joined)",
    replace: "attn_join(ATTN_AT(run, grad_mixed), ATTN_AT(run, grad_joined)",
  },

  // scores.c, additive.c: score functions
  {
    what: "bilinear scores use w_score transposed",
    file: "c/scores.c",
    find: "query, f->d_q, 1, f->w_score, f->d_k, 1, rows, f->d_k, f->d_q, 0, scratch);",
    replace: "query, f->d_q, 1, f->w_score, 1, f->d_k, rows, f->d_k, f->d_q, 0, scratch);",
  },
  {
    what: "the bilinear gradient of the query uses w_score untransposed",
    file: "c/scores.c",
    find: "pull, d_k, 1, f->w_score, 1, d_k, rows, d_q, d_k, 0, scratch);",
    replace: "pull, d_k, 1, f->w_score, d_k, 1, rows, d_q, d_k, 0, scratch);",
  },
  {
    what: "grad_w_score keeps only the last row's share",
    file: "c/scores.c",
    find: "sums->w_score[a * d_k + c] += (double)query",
    replace: "sums->w_score[a * d_k + c] = (double)query",
  },
  {
    what: "grouped heads read the gradient of the wrong queries",
    file: "c/scores.c",
    find: "const int64_t queries = g * share * s->q_len * s->d_q, keys",
    replace: "const int64_t queries = g * s->q_len * s->d_q, keys",
  },
  {
    what: "additive scores read the query's part of w_1 for the key",
    file: "c/additive.c",
    find: "project(from_key, key, kv_len, f->d_k, f->d_q, f);",
    replace: "project(from_key, key, kv_len, f->d_k, 0, f);",
  },
  {
    what: "the gradient through tanh is wrong",
    file: "c/additive.c",
    find: "* (1 - t * t);",
    replace: "* (1 - t);",
  },
  {
    what: "grad_w_2 forgets the hidden layer",
    file: "c/additive.c",
    find: "sums->w_2[u] += grad * t;",
    replace: "sums->w_2[u] += grad;",
  },
  {
    what: "grad_w_1 forgets the key's part",
    file: "c/additive.c",
    find: "project_parameters(sums->w_1, from_key, key, kv_len, f->d_k, f->d_q, f);",
    replace: "(void)key;",
  },

  // mask.c: scale, softcap, bias, masks
  {
    what: "causal forbids the diagonal: < in place of <=",
    file: "c/mask.c",
    find: "centre + 1 < *to) *to = centre + 1;",
    replace: "centre < *to) *to = centre;",
  },
  {
    what: "the window is one key too narrow on the left",
    file: "c/mask.c",
    find: "*from = centre - p->window_left;",
    replace: "*from = centre - p->window_left + 1;",
  },
  {
    what: "the window is one key too wide on the right",
    file: "c/mask.c",
    find: "*to = centre + p->window_right + 1;",
    replace: "*to = centre + p->window_right + 2;",
  },
  {
    what: "an open window on the left is closed",
    file: "c/mask.c",
    find: "p->has_window && p->window_left >= 0 &&",
    replace: "p->has_window &&",
  },
  {
    what: "key_mask of the first batch entry serves all",
    file: "c/mask.c",
    find: "!g->key_mask[b * g->key_mask_row + j]",
    replace: "!g->key_mask[j]",
  },
  {
    what: "mask means may not attend",
    file: "c/mask.c",
    find: "!g->mask[at(",
    replace: "g->mask[at(",
  },
  {
    what: "a bias of -inf does not forbid, it is only added",
    file: "c/mask.c",
    find: "return g->bias == NULL || g->bias[at(&g->bias_at, b, h, i, j)] != -INFINITY;",
    replace: "return 1;",
  },
  {
    what: "the bias is subtracted",
    file: "c/mask.c",
    find: "x[j] + g.bias[",
    replace: "x[j] - g.bias[",
  },
  {
    what: "a forbidden score is very small in place of -inf",
    file: "c/mask.c",
    find: "\n            masked[j] = -INFINITY;",
    replace: "\n            masked[j] = -1e9f;",
  },
  {
    what: "softcap is not multiplied back",
    file: "c/mask.c",
    find: "capped[n] *= cap;",
    replace: "capped[n] *= 1;",
  },
  {
    what: "softcap is skipped by the bias and the masks",
    file: "c/mask.c",
    find: "const attn_real *x = capped != NULL ? capped : scaled;",
    replace: "const attn_real *x = scaled;",
  },
  {
    what: "the gradient through softcap is forgotten",
    file: "c/mask.c",
    find: "(double)grad_capped[n] * (1 - t * t)",
    replace: "(double)grad_capped[n] * (1 - 0 * t)",
  },
  {
    what: "scale is forgotten in the gradient of the scores",
    file: "c/mask.c",
    find: "grad_scores[n] = grad_scaled[n] * scale;",
    replace: "grad_scores[n] = scale == 0 ? 0 : grad_scaled[n];",
  },
  {
    what: "a fully masked row is reported with head and row exchanged",
    file: "c/mask.c",
    find: "row[1] = (int32_t)h, row[2] = (int32_t)i;",
    replace: "row[1] = (int32_t)i, row[2] = (int32_t)h;",
  },
  {
    what: "a bias that serves all heads gets the gradient of one",
    file: "c/broadcast.c",
    find: "to[a] = like[a] == 1 ? size[a] : o[a] + 1;",
    replace: "to[a] = like[a] == 1 && a != 1 ? size[a] : o[a] + 1;",
  },
  {
    what: "bottom-right causal is top-left",
    file: "c/shape.c",
    find: "far(s->kv_len) - far(s->q_len)",
    replace: "0 * (far(s->kv_len) - far(s->q_len))",
  },
  {
    what: "causal_offset is ignored",
    file: "c/shape.c",
    find: "p->has_causal_offset             ? far(p->causal_offset)",
    replace: "p->has_causal_offset             ? 0 * far(p->causal_offset)",
  },
  {
    what: "the scale divides by d_k, not by its root",
    file: "c/shape.c",
    find: "(1 / sqrt((double)s->d_k))",
    replace: "(1 / (double)s->d_k)",
  },
  {
    what: "plain dot products are scaled too",
    file: "c/shape.c",
    find: "p->score == ATTN_SCALED_DOT ? (double)",
    replace: "p->score <= ATTN_DOT ? (double)",
  },

  // softmax.c
  {
    what: "the largest score is not subtracted",
    file: "c/softmax.c",
    find: "x[j] == -INFINITY ? x[j] : x[j] - max;",
    replace: "x[j] == -INFINITY ? x[j] : x[j];",
  },
  {
    what: "the row maximum drops a NaN",
    file: "c/softmax.c",
    find: "max = attn_max(max, x[j]);",
    replace: "max = x[j] > max ? x[j] : max;",
  },
  {
    what: "a row that sees nothing is divided by 0",
    file: "c/softmax.c",
    find: "sum == 0 ? 0 : (attn_real)((double)exps[j] / sum);",
    replace: "(attn_real)((double)exps[j] / sum);",
  },
  {
    what: "log_sum_exp forgets the row maximum",
    file: "c/softmax.c",
    find: "(attn_real)((double)row_max[i] + attn_log_wide((double)row_sum[i]));",
    replace: "(attn_real)attn_log_wide((double)row_sum[i]);",
  },
  {
    what: "the gradient of softmax treats the entries as independent",
    file: "c/softmax.c",
    find: "((double)grad_y[j] - dot)",
    replace: "((double)grad_y[j] - 0 * dot)",
  },
  {
    what: "weights_override is read by columns",
    file: "c/softmax.c",
    find: "i * at.step[2] + j * at.step[3]]",
    replace: "j * at.step[2] + i * at.step[3]]",
  },
  {
    what: "gradients before weights_override are left as they were",
    file: "c/softmax.c",
    find: "attn_clear(grad, s->batch * s->heads * s->q_len * n);",
    replace: "",
  },

  // mix.c
  {
    what: "query head h reads value head h mod kv_heads",
    file: "c/mix.c",
    find: "(b * s->kv_heads + h / share)",
    replace: "(b * s->kv_heads + h % s->kv_heads + 0 * share)",
  },
  {
    what: "a NaN behind the mask reaches the sum",
    file: "c/mix.c",
    find: "if (group->run == NULL || (",
    replace: "if (group->run == NULL || x_count > 0 || (",
  },
  {
    what: "weighted values hold a NaN that the mask hides",
    file: "c/mix.c",
    find: "selected[pair] ? weights[pair] *",
    replace: "selected[pair] || 1 ? weights[pair] *",
  },
  {
    what: "weighted values are laid out query first",
    file: "c/mix.c",
    find: "for (int64_t c = 0; c < s->d_v; c++) *weighted++ = selected[pair]",
    replace: "for (int64_t c = 0; c < s->d_v; c++) weighted[pair * s->d_v + c] = selected[pair]",
  },
  {
    what: "a shared value gets the gradient of one head only",
    file: "c/mix.c",
    find: "const attn_group group = {run, b, g * share, share};",
    replace: "const attn_group group = {run, b, g * share, 1};",
  },
  {
    what: "grad_weights at a forbidden pair may be NaN",
    file: "c/mix.c",
    find: "attn_all_finite(grad_weights + n, 1)) grad_weights[n] = 0;",
    replace: "attn_all_finite(grad_weights + n, 1)) grad_weights[n] = grad_weights[n] * 0;",
  },

  // shape.c, layout.c, status.c: what is refused
  {
    what: "value of another length than key is let through",
    file: "c/shape.c",
    find: "ATTN_TRY(same(p, ATTN_INPUT_value, from_right, attn_axis(key, from_right), ATTN_INPUT_key, error));",
    replace:
      "if (from_right != 1) ATTN_TRY(same(p, ATTN_INPUT_value, from_right, attn_axis(key, from_right), ATTN_INPUT_key, error));",
  },
  {
    what: "a mask that does not broadcast is let through",
    file: "c/shape.c",
    find: "if (got != needed && got != 1)",
    replace: "if (got != needed && got < 1)",
  },
  {
    what: "heads that do not divide the features are let through",
    file: "c/shape.c",
    find: "if (features % heads != 0)",
    replace: "if (features < heads)",
  },
  {
    what: "kv_heads that does not divide heads is let through beside x",
    file: "c/shape.c",
    find: "    return attn_refuse(error, ATTN_HEADS, ATTN_NAME_heads, -1, -1, (double)s->heads, (double)wide_q);\n  if (s->kv_heads < 1 || s->heads % s->kv_heads != 0)",
    replace:
      "    return attn_refuse(error, ATTN_HEADS, ATTN_NAME_heads, -1, -1, (double)s->heads, (double)wide_q);\n  if (s->kv_heads < 1)",
  },
  {
    what: "a projection of the wrong height is let through",
    file: "c/shape.c",
    find: "ATTN_TRY(same(p, w, 1, *width, source, error));",
    replace: "",
  },
  {
    what: "0 features are let through",
    file: "c/shape.c",
    find: "if (t->shape[a] == 0) return attn_refuse(error, ATTN_EMPTY_FEATURES",
    replace: "if (t->shape[a] < 0) return attn_refuse(error, ATTN_EMPTY_FEATURES",
  },
  {
    what: "a parameter of another score function is let through",
    file: "c/shape.c",
    find: "if (!needed && attn_has(p, n))",
    replace: "if (!needed && attn_has(p, n) && p->score < 0)",
  },
  {
    what: "an infinite scale is let through",
    file: "c/shape.c",
    find: "if (!is_finite(s->scale))",
    replace: "if (s->scale != s->scale)",
  },
  {
    what: "a trace over the limit is let through",
    file: "c/layout.c",
    find: "if (bytes > most)",
    replace: "if (bytes > 64 * most)",
  },
  {
    what: "weighted_values is never omitted",
    file: "c/layout.c",
    find: "with_weighted_values && entries <= (int64_t)attn_limit(ATTN_LIMIT_weighted_values_entries)",
    replace:
      "with_weighted_values && entries <= 64 * (int64_t)attn_limit(ATTN_LIMIT_weighted_values_entries)",
  },
  // layer_norm.c, batch_norm.c
  {
    what: "layer norm divides by n - 1",
    file: "c/layer_norm.c",
    find: "*rstd = 1 / sqrt(squares / (double)cols + eps);",
    replace: "*rstd = 1 / sqrt(squares / (double)(cols - 1) + eps);",
  },
  {
    what: "layer norm finds the variance as E[x^2] - E[x]^2 in float32",
    file: "c/layer_norm.c",
    find: "squares += ((double)x[c] - *mean) * ((double)x[c] - *mean);",
    replace: "squares += (double)(float)(x[c] * x[c]) - *mean * *mean;",
  },
  {
    what: "layer norm forgets eps",
    file: "c/layer_norm.c",
    find: "moments(&m, &r, x, eps, cols);\n    for",
    replace: "moments(&m, &r, x, 0 * eps, cols);\n    for",
  },
  {
    what: "layer norm's gradient forgets that the mean moves",
    file: "c/layer_norm.c",
    find: "(g - sum - ((double)x[c] - m) * r * along)",
    replace: "(g - 0 * sum - ((double)x[c] - m) * r * along)",
  },
  {
    what: "layer norm's gradient forgets that the variance moves",
    file: "c/layer_norm.c",
    find: "(g - sum - ((double)x[c] - m) * r * along)",
    replace: "(g - sum - ((double)x[c] - m) * r * along * 0)",
  },
  {
    what: "grad_gamma is not normalised",
    file: "c/layer_norm.c",
    find: "by_gamma[c - first] += g * (((double)x[i * cols + c] - m) * r);",
    replace: "by_gamma[c - first] += g * (((double)x[i * cols + c] - m) * (r > 0));",
  },
  {
    what: "batch norm in inference forgets eps",
    file: "c/batch_norm.c",
    find: "*rstd = 1 / sqrt((double)running_var + eps);",
    replace: "*rstd = 1 / sqrt((double)running_var + 0 * eps);",
  },
  {
    what: "batch norm's gradient in inference treats the statistics as the batch's own",
    file: "c/batch_norm.c",
    find: "const double shared = training ?",
    replace: "const double shared = training || 1 ?",
  },
  {
    what: "batch norm's grad_x forgets gamma",
    file: "c/batch_norm.c",
    find: "const double scale = r * (gamma == NULL ? 1 : (double)gamma[c]), count",
    replace: "const double scale = r * (gamma == NULL ? 1 : 1), count",
  },

  // geometry.c, initialize.c
  {
    what: "the projection is on a, not on b",
    file: "c/geometry.c",
    find: "*projection++ = (attn_real)(along / length_v);",
    replace: "*projection++ = (attn_real)(along / length_u);",
  },
  {
    what: "the cosine forgets one length",
    file: "c/geometry.c",
    find: "(along / (length_u * length_v))",
    replace: "(along / (length_u * length_u))",
  },
  {
    what: "the angle is the half",
    file: "c/geometry.c",
    find: "return 2 * attn_atan2(",
    replace: "return attn_atan2(",
  },
  {
    what: "xavier's bound forgets the outputs",
    file: "c/initialize.c",
    find: "sqrt(6 / ((double)in + (double)out))",
    replace: "sqrt(6 / ((double)in + 0 * (double)out))",
  },
  {
    what: "kaiming has the deviation of normal",
    file: "c/initialize.c",
    find: "(init == ATTN_KAIMING ? 2 : 1)",
    replace: "(init == ATTN_KAIMING ? 1 : 1)",
  },

  // train.c
  {
    what: "the gradient of the squared error is the half",
    file: "c/train.c",
    find: "(2 * off / (double)count)",
    replace: "(off / (double)count)",
  },
  {
    what: "the squared error is a sum, not a mean",
    file: "c/train.c",
    find: "return count == 0 ? 0 : sum / (double)count;",
    replace: "return count == 0 ? 0 : sum;",
  },
  {
    what: "cross-entropy counts the ignored rows",
    file: "c/train.c",
    find: "counted += target[i] >= 0;",
    replace: "counted += target[i] >= -1;",
  },
  {
    what: "the gradient of an ignored row is left as it was",
    file: "c/train.c",
    find: "attn_clear(row, classes);",
    replace: "row[0] = row[0] + 1;",
  },
  {
    what: "a class beyond the last is let through",
    file: "c/train.c",
    find: "target[i] >= classes)",
    replace: "target[i] > classes)",
  },
  {
    what: "gradient descent climbs",
    file: "c/train.c",
    find: "((double)parameter[n] - rate * v)",
    replace: "((double)parameter[n] + rate * v)",
  },
  {
    what: "momentum is forgotten",
    file: "c/train.c",
    find: "velocity[n] = (attn_real)(momentum * (double)velocity[n] + v);",
    replace: "velocity[n] = (attn_real)(0 * momentum * (double)velocity[n] + v);",
  },
  {
    what: "a step that makes a parameter infinite is applied",
    file: "c/train.c",
    find: "finite &= is_finite(next[n]) && is_finite((attn_real)v);",
    replace: "finite &= is_finite((attn_real)(0 * v)) || 1;",
  },
  {
    what: "Adam's averages are not corrected for their start",
    file: "c/train.c",
    find: "unbias_2 = 1 - power(beta_2, most);",
    replace: "unbias_2 = 1 - 0 * power(beta_2, most);",
  },
  {
    what: "Adam squares the wrong average",
    file: "c/train.c",
    find: "(1 - beta_2) * g * g;",
    replace: "(1 - beta_2) * g;",
  },
  // recurrent.c
  {
    what: "the decoder's state forgets its context",
    file: "c/recurrent.c",
    find: "sum = along(sum, AT(context) + j * s->d_h, GIVEN(w_context), s->d_h, s->d_s, c);",
    replace: "",
  },
  {
    what: "the decoder forgets the word it was given",
    file: "c/recurrent.c",
    find: "if (x != NULL) sum = along(",
    replace: "if (x != NULL && j < 0) sum = along(",
  },
  {
    what: "the logits read the state before the step",
    file: "c/recurrent.c",
    find: "attn_copy(row, AT(state) + (j + 1) * s->d_s, s->d_s);",
    replace: "attn_copy(row, AT(state) + j * s->d_s, s->d_s);",
  },
  {
    what: "the decoder's gradient forgets the scale",
    file: "c/recurrent.c",
    find: "grad_scores[i] *= (attn_real)s->scale;",
    replace: "grad_scores[i] *= 1;",
  },
  {
    what: "the decoder's gradient does not run back through the query",
    file: "c/recurrent.c",
    find: "attn_add(grad_before, grad_before, grad_query, s->d_s);",
    replace: "",
  },
  {
    what: "the encoder states get their gradient as values only, not as keys",
    file: "c/recurrent.c",
    find: "attn_add(AT(grad_encoder_states), AT(grad_encoder_states), grad_key, s->t * s->d_h);",
    replace: "",
  },
  {
    what: "the decoder's gradient forgets tanh",
    file: "c/recurrent.c",
    find: "(attn_real)((double)grad_state[c] * (1 - (double)state[c] * (double)state[c]));",
    replace: "grad_state[c] + 0 * state[c];",
  },

  // numeric.c, terms.c, status.c
  {
    what: "the logarithm of 0 is NaN",
    file: "c/numeric.c",
    find: "return x == 0 ? -INFINITY : NAN;",
    replace: "return NAN;",
  },
  {
    what: "tanh of a negative number is positive",
    file: "c/numeric.c",
    find: "? -t : t);",
    replace: "? t : t);",
  },
  {
    what: "angles beyond a right angle are folded back",
    file: "c/numeric.c",
    find: "if (signbit(x)) angle = pi - angle;",
    replace: "",
  },
  {
    what: "the terms of a cell do not add up to it: the last is left out",
    file: "c/terms.c",
    find: "exact += b == NULL ? (double)a[t] : (double)a[t] * (double)b[t];",
    replace: "if (t < count - 1) exact += b == NULL ? (double)a[t] : (double)a[t] * (double)b[t];",
  },
  {
    what: "an error names what was found where it should name what is right",
    file: "c/status.c",
    find: "write_number(&w, error->expected);",
    replace: "write_number(&w, error->got);",
  },
  {
    what: "a long sentence is not cut off at the end of its buffer",
    file: "c/status.c",
    find: "if (w->used + 1 < w->size)",
    replace: "if (w->used + 64 < w->size)",
  },
  // matmul.c, fused
  {
    what: "a small product leaves out its last term",
    file: "c/matmul.c",
    find: "for (int64_t t = 0; t < p->k; t++, a += p->a_col, b += b_row) {",
    replace: "for (int64_t t = 0; t + (p->k > 1) < p->k; t++, a += p->a_col, b += b_row) {",
  },
  {
    what: "a product that is added to what was there replaces it, in the columns at the end",
    file: "c/matmul.c",
    find: "c[l] = p->accumulate ? c[l] + sum : sum;",
    replace: "c[l] = sum;",
  },
  {
    what: "a selected product takes all terms",
    file: "c/matmul.c",
    find: "if (!allowed[t * allowed_col]) continue;",
    replace: "if (!allowed[t * allowed_col] && k < 0) continue;",
  },
  {
    what: "the fused sum does not fade when the maximum rises",
    file: "c/fused_mix.c",
    find: "unit->sum[l] * (double)fade[l / ATTN_LANES][l % ATTN_LANES] +",
    replace: "unit->sum[l] +",
  },
  {
    what: "the fused values do not fade when the maximum rises",
    file: "c/fused_mix.c",
    find: "*y = attn_madd(*y, fade[half], s.row[r][half]);",
    replace: "*y = *y + s.row[r][half] + 0 * fade[half];",
  },
  {
    what: "fused: a row that has seen nothing yet becomes NaN",
    file: "c/fused_mix.c",
    find: "shift[half] = attn_select(max[half] == attn_splat(-INFINITY), attn_splat(0), max[half]);",
    replace: "shift[half] = max[half];",
  },
  {
    what: "fused divides by nothing",
    file: "c/fused_mix.c",
    find: "(attn_real)(1 / sum);",
    replace: "1;",
  },
  {
    what: "fused log_sum_exp forgets the maximum",
    file: "c/fused_mix.c",
    find: "((double)unit->max[l] + attn_log_wide(sum))",
    replace: "(0 * (double)unit->max[l] + attn_log_wide(sum))",
  },
  {
    what: "fused forgets the scale",
    file: "c/fused_scores.c",
    find: "const attn_vec x = s.row[r][half] * scale;",
    replace: "const attn_vec x = s.row[r][half] * (scale - scale + 1);",
  },
  {
    what: "fused forgets the bias",
    file: "c/fused_scores.c",
    find: "if (attn_has(p, ATTN_INPUT_bias)) add_bias(run, unit, from, to);",
    replace: "if (0) add_bias(run, unit, from, to);",
  },
  {
    what: "fused sees one key too many",
    file: "c/fused_scores.c",
    find: "for (int64_t j = attn_most(from, far); j < from + count; j++)",
    replace: "for (int64_t j = attn_most(from, far + 1); j < from + count; j++)",
  },
  {
    what: "fused forgets softcap",
    file: "c/fused_scores.c",
    find: "if (p->softcap > 0) cap_scores(run, from, count);",
    replace: "if (p->softcap < 0) cap_scores(run, from, count);",
  },
  {
    what: "fused: heads that share keys stray to another key head",
    file: "c/fused.c",
    find: "g = run->units[0].h / (s->heads / s->kv_heads);",
    replace: "g = run->units[0].h % s->kv_heads;",
  },
];
