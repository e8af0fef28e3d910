// Scenes of the gallery stepped from a state that was saved, with a pool or without.
import { buildWorld, gallerySceneNamed, readScene } from '../../../dist/scene/index.js';

const kinds = { Float64Array, Int32Array, Uint8Array, Uint32Array };

/** A world's state as text that gives the same bits back. */
export function asText(state) {
  return JSON.stringify(state, (_, x) => {
    if (!ArrayBuffer.isView(x)) return x;
    let bytes = '';
    for (const byte of new Uint8Array(x.buffer, x.byteOffset, x.byteLength)) bytes += String.fromCharCode(byte);
    return { kind: x.constructor.name, bytes: btoa(bytes) };
  });
}

function fromText(text) {
  return JSON.parse(text, (_, x) => {
    if (typeof x?.bytes !== 'string') return x;
    const bytes = Uint8Array.from(atob(x.bytes), (letter) => letter.charCodeAt(0));
    return new kinds[x.kind](bytes.buffer);
  });
}

/** Steps a scene, from the start or from a state; what became of it. */
export function stepScene({ scene, state, pool, steps }) {
  const world = buildWorld(readScene(gallerySceneNamed(scene)));
  if (state) world.restore(fromText(state));
  if (pool) world.pool = pool;
  let contacts = 0;
  for (let k = 0; k < steps; k++) contacts = Math.max(contacts, world.step().contacts);
  return { contacts, state: asText(world.save()) };
}
