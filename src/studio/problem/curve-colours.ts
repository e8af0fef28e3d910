/** Colours of the solvers' curves, in their order. */
export const curveColours = [
  ...['#ff7b39', '#2ec4b6', '#3d8fd1', '#e5484d', '#f2cc8f', '#9b7fd1'],
  ...['#7bc950', '#d96c8a', '#8d99ae', '#c08552', '#00b4d8', '#b5179e', '#b8de6f', '#6c63ff'],
];
