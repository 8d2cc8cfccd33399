/** What lies over what, from the ground up. */
export const LAYERS = {
  ground: 0,
  past: 1,
  stream: 2,
  now: 3,
  over: 4,
  box: 5,
  label: 6,
  flight: 7,
  card: 8,
};
