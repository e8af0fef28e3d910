/**
 * The head and shoulders as a field: signed distance (roughly; metres, negative inside) built from smooth solids that
 * melt into each other. z is up, the face looks along -y, the origin lies between the ears. Only x >= 0 is asked for: the
 * other side is its mirror image.
 */

const { abs, hypot, max, min, sqrt } = Math;
const clamp = (x, low, high) => min(high, max(low, x));
const mix = (a, b, t) => a + (b - a) * t;

/** Smooth union, intersection with a complement: k is the width over which the two melt. */
const union = (a, b, k) => {
  const h = clamp(0.5 + (0.5 * (b - a)) / k, 0, 1);
  return mix(b, a, h) - k * h * (1 - h);
};
const carve = (a, b, k) => -union(-a, b, k);

const ball = (p, c, r) => hypot(p[0] - c[0], p[1] - c[1], p[2] - c[2]) - r;

/** Distance of an ellipsoid to first order. */
function ellipsoid(p, c, r) {
  const x = p[0] - c[0];
  const y = p[1] - c[1];
  const z = p[2] - c[2];
  const k0 = hypot(x / r[0], y / r[1], z / r[2]);
  const k1 = hypot(x / (r[0] * r[0]), y / (r[1] * r[1]), z / (r[2] * r[2]));
  return k1 > 0 ? (k0 * (k0 - 1)) / k1 : -min(...r);
}

/** The same, turned about x by an angle (the long axis z leans back for a positive one). */
function leaning(p, c, r, angle) {
  const [s, o] = [Math.sin(angle), Math.cos(angle)];
  const y = p[1] - c[1];
  const z = p[2] - c[2];
  return ellipsoid([p[0] - c[0], o * y - s * z, s * y + o * z], [0, 0, 0], r);
}

/** A capsule whose radius changes along it. */
function limb(p, a, b, ra, rb) {
  const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const q = [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
  const t = clamp((q[0] * d[0] + q[1] * d[1] + q[2] * d[2]) / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), 0, 1);
  return hypot(q[0] - t * d[0], q[1] - t * d[1], q[2] - t * d[2]) - mix(ra, rb, t);
}

/** A string of such capsules through points [x, y, z, radius]. */
function string(p, points) {
  let d = Infinity;
  for (let k = 1; k < points.length; k++) d = min(d, limb(p, points[k - 1], points[k], points[k - 1][3], points[k][3]));
  return d;
}

/** The neck, of the head or of the shoulders: `grown` by so much. */
function neck(p, grown) {
  const d = limb(p, [0, 0.024, -0.03], [0, 0.044, -0.24], 0.0455 + grown, 0.05 + grown);
  // the muscle from behind the ear to the collar bones
  return union(d, limb(p, [0.048, 0.03, -0.06], [0.014, -0.0105, -0.212], 0.01 + grown, 0.0075 + grown), 0.022);
}

/** Points of strings, from the middle or the front: x, y, z and radius. */
const jaw = [
  [0.055, 0.006, -0.045, 0.011],
  [0.046, -0.016, -0.077, 0.012],
  [0.014, -0.066, -0.1, 0.0125],
  [0, -0.0705, -0.1015, 0.0125],
];
const brow = [
  [0.012, -0.0825, 0.0105, 0.0036],
  [0.028, -0.0805, 0.0175, 0.004],
  [0.046, -0.0685, 0.0135, 0.0036],
];
const bridge = [
  [0, -0.0845, 0.012, 0.0052],
  [0, -0.0955, -0.01, 0.0055],
  [0, -0.1065, -0.031, 0.0066],
];
const collarBone = [
  [0.016, -0.0125, -0.2245, 0.006],
  [0.06, -0.02, -0.2225, 0.005],
  [0.105, -0.002, -0.216, 0.005],
  [0.138, 0.024, -0.216, 0.006],
];

/** Head, without the shoulders; its neck sinks into theirs. */
export function head(p) {
  const q = [abs(p[0]), p[1], p[2]];
  let d = face(q);
  // nose: bridge, tip, wings, nostrils
  d = union(d, string(q, bridge), 0.014);
  d = union(d, ball(q, [0, -0.1075, -0.0335], 0.0074), 0.008);
  d = union(d, ellipsoid(q, [0.0104, -0.0965, -0.0375], [0.0064, 0.0095, 0.0062]), 0.0085);
  d = carve(d, ellipsoid(q, [0.0058, -0.1, -0.0452], [0.003, 0.0052, 0.0036]), 0.003);
  d = eye(q, d);
  d = mouth(q, d);
  d = ear(q, d);
  const sunk = -0.003 * clamp((-0.13 - p[2]) / 0.04, 0, 1);
  d = union(d, neck(q, sunk), 0.026);
  return max(d, -0.2 - p[2]);
}

/** Head without nose, eyes, lips and ears. */
function face(q) {
  // skull, face, jaw
  let d = ellipsoid(q, [0, 0.018, 0.036], [0.075, 0.093, 0.083]);
  d = union(d, ellipsoid(q, [0, -0.024, 0.038], [0.062, 0.066, 0.06]), 0.03);
  d = union(d, ellipsoid(q, [0, -0.034, -0.03], [0.056, 0.053, 0.074]), 0.035);
  d = union(d, string(q, jaw), 0.036);
  d = union(d, ellipsoid(q, [0, -0.0745, -0.0985], [0.0165, 0.0125, 0.0135]), 0.022);
  // cheekbones, the hollows below them, temples
  d = union(d, ellipsoid(q, [0.039, -0.055, -0.026], [0.02, 0.0225, 0.019]), 0.03);
  d = carve(d, ellipsoid(q, [0.08, -0.06, -0.065], [0.016, 0.026, 0.026]), 0.03);
  d = carve(d, ellipsoid(q, [0.086, -0.045, 0.024], [0.014, 0.026, 0.026]), 0.03);
  // the middle of the face, and the muzzle
  d = union(d, ellipsoid(q, [0, -0.05, -0.034], [0.036, 0.037, 0.04]), 0.03);
  d = union(d, ellipsoid(q, [0, -0.058, -0.067], [0.0275, 0.0265, 0.025]), 0.026);
  // sockets of the eyes, brows
  d = carve(d, ellipsoid(q, [0.031, -0.1, -0.005], [0.0185, 0.0205, 0.012]), 0.014);
  d = union(d, string(q, brow), 0.017);
  return d;
}

/** Where a line from the front meets the face: y, then as deep as told. */
function onFace([x, z, deep, radius]) {
  let y = -0.13;
  for (let k = 0; k < 60; k++) y += 0.8 * face([x, y, z]);
  return [x, y + deep, z, radius];
}

/** The eyeball stands out of its socket by so much. */
const eyeRadius = 0.0122;
const eyeball = onFace([0.0308, -0.0045, eyeRadius - 0.0068, 0]);

/** A lid follows the ball, from the inner to the outer corner of the opening: x, z, radius. */
function lid(points) {
  const reach = eyeRadius - 0.0002;
  return points.map(([x, z, r]) => {
    const [dx, dz] = [x - eyeball[0], z - eyeball[2]];
    return [x, eyeball[1] - sqrt(max(1e-8, reach * reach - dx * dx - dz * dz)), z, r];
  });
}
const upperLid = lid([
  [0.0202, -0.0078, 0.0016],
  [0.0238, -0.0028, 0.002],
  [0.0292, 0.0003, 0.0024],
  [0.0352, -0.0002, 0.0024],
  [0.0418, -0.0046, 0.0018],
]);
const lowerLid = lid([
  [0.0202, -0.0082, 0.0013],
  [0.0248, -0.0104, 0.0015],
  [0.031, -0.0112, 0.0016],
  [0.037, -0.0096, 0.0015],
  [0.0418, -0.0054, 0.0013],
]);

function eye(q, d) {
  const out = union(d, ball(q, eyeball, eyeRadius), 0.0025);
  return union(union(out, string(q, upperLid), 0.0016), string(q, lowerLid), 0.0016);
}

// from the middle to the corner: upper lip with its bow, lower lip, the line between them; x, z, depth, radius
const upperLip = [
  [0, -0.0622, -0.0006, 0.003],
  [0.0055, -0.0606, -0.0008, 0.0034],
  [0.014, -0.0634, -0.0004, 0.0026],
  [0.0235, -0.0672, 0.0012, 0.0012],
].map(onFace);
const lowerLip = [
  [0, -0.0722, 0.0004, 0.0048],
  [0.009, -0.0716, 0.0006, 0.0043],
  [0.0225, -0.0682, 0.001, 0.0012],
].map(onFace);
const lipLine = [
  [0, -0.0668, -0.0036, 0.0012],
  [0.007, -0.0658, -0.0036, 0.0012],
  [0.016, -0.0668, -0.0018, 0.0011],
  [0.0248, -0.0688, -0.0004, 0.0012],
].map(onFace);
const groove = [
  [0, -0.048, -0.0012, 0.0018],
  [0, -0.0565, -0.0016, 0.0024],
].map(onFace);
const overChin = onFace([0, -0.0835, -0.0035, 0]);

function mouth(q, d) {
  let out = union(d, string(q, upperLip), 0.005);
  out = union(out, string(q, lowerLip), 0.005);
  out = carve(out, string(q, lipLine), 0.0022);
  out = carve(out, string(q, groove), 0.004);
  return carve(out, ellipsoid(q, overChin, [0.015, 0.005, 0.0045]), 0.008);
}

function ear(q, d) {
  // a leaf that stands off to the back, its rim raised, the lobe below
  const turn = 0.42;
  const [s, o] = [Math.sin(turn), Math.cos(turn)];
  const x = q[0] - 0.0735;
  const y = q[1] - 0.016;
  const local = [o * x - s * y, s * x + o * y, q[2] + 0.012];
  let leaf = leaning(local, [0.003, 0.006, 0.006], [0.0068, 0.0165, 0.0225], 0.2);
  leaf = union(leaf, ellipsoid(local, [0.001, -0.001, -0.0205], [0.0055, 0.0085, 0.0095]), 0.008);
  leaf = carve(leaf, leaning(local, [0.0105, 0.0045, 0.007], [0.0062, 0.0105, 0.0165], 0.2), 0.004);
  leaf = carve(leaf, ellipsoid(local, [0.0075, -0.003, -0.006], [0.007, 0.0065, 0.008]), 0.004);
  const tragus = ellipsoid(local, [0.002, -0.0105, -0.006], [0.0045, 0.0045, 0.006]);
  return union(union(d, leaf, 0.008), tragus, 0.006);
}

/** Shoulders, with a neck that stands inside that of the head. */
export function shoulders(p) {
  const q = [abs(p[0]), p[1], p[2]];
  const sunk = -0.0025 * clamp((p[2] + 0.165) / 0.03, 0, 1);
  let d = neck(q, sunk);
  d = max(d, p[2] + 0.115);
  // rib cage, muscles from neck to shoulder, shoulders, arms
  let body = ellipsoid(q, [0, 0.036, -0.36], [0.138, 0.092, 0.16]);
  body = union(body, limb(q, [0.016, 0.056, -0.165], [0.125, 0.05, -0.236], 0.024, 0.026), 0.055);
  body = union(body, ellipsoid(q, [0.15, 0.042, -0.268], [0.042, 0.046, 0.05]), 0.045);
  body = union(body, limb(q, [0.16, 0.042, -0.28], [0.172, 0.042, -0.45], 0.0385, 0.033), 0.022);
  body = union(body, ellipsoid(q, [0, -0.022, -0.33], [0.09, 0.052, 0.09]), 0.06);
  body = union(body, ellipsoid(q, [0.06, -0.043, -0.362], [0.05, 0.042, 0.048]), 0.05);
  body = union(body, ellipsoid(q, [0.07, 0.1, -0.31], [0.055, 0.03, 0.08]), 0.06);
  body = union(body, limb(q, [0.03, 0.006, -0.24], [0.13, 0.036, -0.244], 0.02, 0.026), 0.05);
  d = union(d, body, 0.05);
  // collar bones, and the hollow between them
  d = union(d, string(q, collarBone), 0.018);
  d = carve(d, ball(q, [0, -0.0315, -0.2135], 0.006), 0.018);
  // the bust ends in a smooth curve
  const cut = ellipsoid(q, [0, 0.03, -0.2], [0.3, 0.22, 0.185]);
  return -union(-d, -cut, 0.012);
}
