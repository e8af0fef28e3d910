/** Part of the replay page's program: matrices of the view and of poses (by columns), normals of cloth. */
export const geometryScript = String.raw`
function viewMatrix(camera, aspect) {
  const [c, s, ct, st] = [Math.cos(camera.turn), Math.sin(camera.turn), Math.cos(camera.tilt), Math.sin(camera.tilt)];
  const right = [c, s, 0];
  const back = [s * ct, -c * ct, st];
  const up = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
  const eye = camera.centre.map((x, i) => x + camera.distance * back[i]);
  const dot = (a) => -(a[0] * eye[0] + a[1] * eye[1] + a[2] * eye[2]);
  const f = 1 / Math.tan(0.35);
  const [near, far] = [camera.distance / 100, camera.distance * 100];
  const rows = [[...right, dot(right)], [...up, dot(up)], [...back, dot(back)]];
  const out = new Float32Array(16);
  for (let j = 0; j < 4; j++) {
    out[4 * j] = (f / aspect) * rows[0][j];
    out[4 * j + 1] = f * rows[1][j];
    out[4 * j + 2] = ((far + near) / (near - far)) * rows[2][j] + (j === 3 ? (2 * far * near) / (near - far) : 0);
    out[4 * j + 3] = -rows[2][j];
  }
  return out;
}

function poseMatrix(p) {
  const [x, y, z, w, a, b, c] = p;
  return new Float32Array([
    1 - 2 * (b * b + c * c), 2 * (a * b + w * c), 2 * (a * c - w * b), 0,
    2 * (a * b - w * c), 1 - 2 * (a * a + c * c), 2 * (b * c + w * a), 0,
    2 * (a * c + w * b), 2 * (b * c - w * a), 1 - 2 * (a * a + b * b), 0,
    x, y, z, 1,
  ]);
}

function withNormals(x, triangles) {
  const out = new Float32Array(2 * x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const v = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const k of [a, b, c]) for (let i = 0; i < 3; i++) out[2 * k + 3 + i] += n[i];
  }
  for (let k = 0; k < x.length; k += 3) {
    const l = Math.hypot(out[2 * k + 3], out[2 * k + 4], out[2 * k + 5]) || 1;
    for (let i = 0; i < 3; i++) {
      out[2 * k + i] = x[k + i];
      out[2 * k + 3 + i] /= l;
    }
  }
  return out;
}
`;
