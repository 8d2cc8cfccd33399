/** −∞ where a key comes after its query, else 0: [n, n]. @param {number} n */
export function causalMask(n) {
  const mask = new Float32Array(n * n);
  for (let i = 0; i < n; i++) mask.fill(-Infinity, i * n + i + 1, (i + 1) * n);
  return mask;
}
