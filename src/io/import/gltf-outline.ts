import type { Findings } from '../findings.js';

/** That lists are lists of objects, so that reading on cannot fail on something else. */
export function checkOutline(json: unknown, findings: Findings): void {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(json)) return findings.fail('its JSON', 'an object', typeof json);
  const objects = (holder: Record<string, unknown>, key: string, path: string, must = false): void => {
    const value = holder[key];
    if (value === undefined && !must) return;
    if (!Array.isArray(value) || !value.every(isObject)) findings.fail(`${path}${key}`, 'a list of objects', 'others');
  };
  for (const key of ['scenes', 'nodes', 'meshes', 'skins', 'accessors', 'bufferViews', 'buffers', 'animations']) {
    objects(json, key, '');
  }
  const numbers = (holder: Record<string, unknown>, key: string, path: string): void => {
    const value = holder[key];
    if (value === undefined || (Array.isArray(value) && value.every(Number.isFinite))) return;
    findings.fail(`${path}${key}`, 'a list of numbers', 'others');
  };
  const list = (key: string): Record<string, unknown>[] => (json[key] ?? []) as Record<string, unknown>[];
  list('meshes').forEach((mesh, k) => {
    objects(mesh, 'primitives', `meshes[${k}].`, true);
    numbers(mesh, 'weights', `meshes[${k}].`);
    (mesh.primitives as Record<string, unknown>[]).forEach((primitive, p) => {
      const place = `meshes[${k}].primitives[${p}].`;
      if (!isObject(primitive.attributes)) findings.fail(`${place}attributes`, 'an object', 'nothing');
      objects(primitive, 'targets', place);
    });
  });
  list('skins').forEach((skin, k) => {
    numbers(skin, 'joints', `skins[${k}].`);
    if (skin.joints === undefined) findings.fail(`skins[${k}].joints`, 'a list of numbers', 'nothing');
  });
  list('accessors').forEach(({ sparse }, k) => {
    if (sparse === undefined) return;
    const fits = isObject(sparse) && isObject(sparse.indices) && isObject(sparse.values);
    if (!fits) findings.fail(`accessors[${k}].sparse`, 'an object with indices and values', 'others');
  });
  list('animations').forEach((animation, k) => {
    for (const key of ['channels', 'samplers']) objects(animation, key, `animations[${k}].`, true);
    (animation.channels as Record<string, unknown>[]).forEach(({ target }, c) => {
      if (!isObject(target)) findings.fail(`animations[${k}].channels[${c}].target`, 'an object', 'nothing');
    });
  });
  list('nodes').forEach((node, k) => {
    const sizes = { translation: 3, rotation: 4, scale: 3, matrix: 16 };
    for (const [key, size] of Object.entries(sizes)) {
      const value = node[key];
      if (value === undefined) continue;
      const fits = Array.isArray(value) && value.length === size && value.every(Number.isFinite);
      if (!fits) findings.fail(`nodes[${k}].${key}`, `${size} numbers`, JSON.stringify(value).slice(0, 60));
    }
    numbers(node, 'weights', `nodes[${k}].`);
    const { children } = node;
    const whole = children === undefined || (Array.isArray(children) && children.every(Number.isInteger));
    if (!whole) findings.fail(`nodes[${k}].children`, 'a list of node numbers', 'others');
  });
  list('buffers').forEach(({ uri }, k) => {
    if (uri !== undefined && typeof uri !== 'string') findings.fail(`buffers[${k}].uri`, 'a text', typeof uri);
  });
}
