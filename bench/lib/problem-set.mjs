// What bench/problems.mjs needs of problems and results.

/** Seconds (setup included) at which a solve first met a tolerance; infinite where it never did. */
export function reachedAt(result, tolerance) {
  const point = result.trace.find(({ error }) => error <= tolerance);
  return point ? result.seconds.setup + point.seconds : Infinity;
}

/** The stage of auto whose iterations first met a tolerance, by its notes ("53 sweeps, error 1e-9"); `none` where none did. */
export function stageOf(result, tolerance) {
  const point = result.trace.find(({ error }) => error <= tolerance);
  if (!point) return 'none';
  let end = 0;
  for (const note of result.notes) {
    const match = /^(\d+) (.+), error /.exec(note);
    if (!match) continue;
    // clusters are counted in clusters, and are part of the sweeps about them
    if (match[2] === 'clusters') continue;
    end += Number(match[1]);
    if (point.iteration <= end) return match[2].replace(/ (iterations|steps)$/, '');
  }
  return 'sweeps';
}

/** The same problem with other friction coefficients. */
export function withFriction(problem, factor) {
  return { ...problem, mu: problem.mu.map((mu) => factor * mu) };
}

/** The same problem with its contacts in another order, the same for the same seed. */
export function shuffled(problem, seed) {
  const n = problem.mu.length;
  const order = Array.from({ length: n }, (_, i) => i);
  let state = (seed * 2654435761) % 4294967296 || 1;
  for (let i = n - 1; i > 0; i--) {
    state = (state * 16807) % 2147483647;
    const j = state % (i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  const blocks = (x) => {
    const d = problem.d;
    const out = new Float64Array(x.length);
    order.forEach((from, to) => out.set(x.subarray(d * from, d * from + d), d * to));
    return out;
  };
  const mu = Float64Array.from(order, (i) => problem.mu[i]);
  if (problem.kind === 'dual') return { ...problem, mu, b: blocks(problem.b), W: shuffledMatrix(problem.W, order) };
  return { ...problem, mu, w: blocks(problem.w), H: shuffledRows(problem.H, order) };
}

/** Rows and columns of blocks in another order. */
function shuffledMatrix({ d, n, ptr, col, values }, order) {
  const place = new Int32Array(n);
  order.forEach((from, to) => (place[from] = to));
  const out = {
    d,
    n,
    ptr: new Int32Array(n + 1),
    col: new Int32Array(col.length),
    values: new Float64Array(values.length),
  };
  let at = 0;
  order.forEach((from, to) => {
    const entries = [];
    for (let e = ptr[from]; e < ptr[from + 1]; e++) entries.push([place[col[e]], e]);
    entries.sort((a, b) => a[0] - b[0]);
    for (const [j, e] of entries) {
      out.col[at] = j;
      out.values.set(values.subarray(d * d * e, d * d * (e + 1)), d * d * at);
      at++;
    }
    out.ptr[to + 1] = at;
  });
  return out;
}

/** Rows of blocks in another order; the values stay where they are. */
function shuffledRows(H, order) {
  const ptr = new Int32Array(H.ptr.length);
  const [col, len, start] = [H.col, H.len, H.start].map((x) => new Int32Array(x.length));
  let at = 0;
  order.forEach((from, to) => {
    for (let s = H.ptr[from]; s < H.ptr[from + 1]; s++, at++) {
      col[at] = H.col[s];
      len[at] = H.len[s];
      start[at] = H.start[s];
    }
    ptr[to + 1] = at;
  });
  return { ...H, ptr, col, len, start };
}
