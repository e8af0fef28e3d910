import { Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { buildWorld } from '../../scene/build/world.js';
import { inspectScene, readScene } from '../../scene/read-scene.js';
import { addJoint } from './joints.js';
import { duplicate, newScene, parts } from './parts.js';
import { type Change, orientationOf, quaternionOf, still } from './rigid-change.js';
import { type Json, type Triple, add, entries, entryOf, freeName, remove, rename } from './things.js';
import { carrierOf, changedEntry, handlesOf, moveThing } from './transform.js';

const move = (x: number, y: number, z: number): Change => ({ ...still(new Vector3()), shift: new Vector3(x, y, z) });

/** Everything that the menu has, in one scene. */
function everything(): Json {
  return parts.reduce((scene, part, k) => part.make(scene, [k, 0, 0.5]).scene, newScene());
}

/** Where the first point of each body of a scene is. */
function positions(scene: unknown): Float64Array[] {
  return buildWorld(readScene(scene)).bodies.map((body) => {
    const x = new Float64Array(3);
    body.position(x, { index: 0, s: 0, offset: [0, 0, 0], weights: [1, 0, 0] });
    return x;
  });
}

describe('building a scene', () => {
  it('begins with a scene that runs', () => {
    expect(inspectScene(newScene()).problems).toEqual([]);
  });

  it.each(parts.map((part) => [part.name, part] as const))('a %s can be added, and runs', (_, part) => {
    const { scene, thing } = part.make(newScene(), [0, 0, 0.5]);
    expect(inspectScene(scene).problems).toEqual([]);
    expect(entryOf(scene, thing)).toBeDefined();
    const world = buildWorld(readScene(scene));
    world.step();
    expect(world.bodies.every(({ q }) => q.every(Number.isFinite))).toBe(true);
  });

  it('gives names that nothing else has', () => {
    let scene: unknown = newScene();
    for (let k = 0; k < 3; k++) scene = parts[0].make(scene, [0, 0, 1 + k]).scene;
    expect(entries(scene, 'bodies').map(({ name }) => name)).toEqual(['box', 'box-2', 'box-3', 'box-4']);
    expect(freeName(scene, 'box-3')).toBe('box-5');
  });

  it('removes a thing with its joints and the hair on it, but not the last body', () => {
    const scene = everything();
    const head = entries(scene, 'obstacles').findIndex(({ name }) => name === 'head');
    const joined = addJoint(
      scene,
      'ball',
      { from: { name: 'box', at: [0, 0, 0] }, to: { name: 'head', at: [0, 0, 0] } },
      [0, 1, 0],
    );
    const left = remove(joined.scene, { list: 'obstacles', index: head })!;
    expect(entries(left, 'bodies').some(({ type }) => type === 'hair')).toBe(false);
    expect(left.joints).toBeUndefined();
    expect(inspectScene(left).problems).toEqual([]);
    expect(remove(newScene(), { list: 'bodies', index: 0 })).toBeUndefined();
  });

  it('keeps joints of bodies without a name when another body goes', () => {
    const box = { type: 'rigid', shape: { type: 'box', size: [1, 1, 1] }, material: 'wood' };
    const scene = { ...newScene(), bodies: [box, { ...box, position: [3, 0, 0] }, { ...box, position: [6, 0, 0] }] };
    const joints = [{ type: 'distance', between: ['rigid-1', 'rigid-2'] }];
    const left = remove({ ...scene, joints }, { list: 'bodies', index: 0 })!;
    expect(entries(left, 'bodies').map(({ name }) => name)).toEqual(['rigid-1', 'rigid-2']);
    expect(inspectScene(left).problems).toEqual([]);
  });

  it('renames a thing wherever it is called by its name', () => {
    const scene = everything();
    const head = entries(scene, 'obstacles').findIndex(({ name }) => name === 'head');
    const changed = rename(scene, { list: 'obstacles', index: head }, 'skull');
    expect(entries(changed, 'bodies').find(({ type }) => type === 'hair')?.on).toBe('skull');
    expect(inspectScene(changed).problems).toEqual([]);
  });

  it('copies a thing under another name', () => {
    const scene = newScene();
    const entry = entries(scene, 'bodies')[0];
    const { scene: twice } = duplicate(scene, { list: 'bodies', index: 0 }, changedEntry(entry, move(0.3, 0, 0)));
    expect(entries(twice, 'bodies')[1]).toMatchObject({ name: 'box-2', position: [0.3, 0, 0.1] });
  });
});

describe('moving things', () => {
  // one or more of every kind of body, none that takes long to make
  const scenes = ['incline', 'knot', 'spaghetti-7', 'spheres-80', 'masonry', 'elastic-column', 'hammock'];

  it.each([...scenes, 'wavy-hair', 'rotating-ball', 'puppet', 'net', 'pulley'])(
    'shifts all bodies of %s as one',
    (name) => {
      const scene = gallerySceneNamed(name) as Json;
      let shifted: unknown = scene;
      entries(scene, 'bodies').forEach((entry, index) => {
        // hair goes with what it grows on
        if (entry.on === undefined) shifted = moveThing(shifted, { list: 'bodies', index }, move(0.5, -0.25, 1));
        else {
          const thing = carrierOf(shifted, { list: 'bodies', index });
          expect(thing.list).toBe('obstacles');
          shifted = moveThing(shifted, thing, move(0.5, -0.25, 1));
        }
      });
      expect(inspectScene(shifted).problems).toEqual([]);
      const [before, after] = [positions(scene), positions(shifted)];
      // the first node or the centre of each body; places in files are rounded to a micrometre
      after.forEach((q, k) =>
        [0.5, -0.25, 1].forEach((by, i) => expect(Math.abs(q[i] - before[k][i] - by)).toBeLessThan(3e-6)),
      );
    },
  );

  it('turns a box about its middle, and writes the turn for people', () => {
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2);
    const box = { type: 'rigid', shape: { type: 'box', size: [1, 2, 3] }, position: [1, 0, 0] };
    const turned = changedEntry(box, { ...still(new Vector3(1, 0, 0)), turn });
    expect(turned).toMatchObject({ position: [1, 0, 0], orientation: { axis: [0, 0, 1], degrees: 90 } });
    // back again: none is left
    const back = changedEntry(turned, { ...still(new Vector3(1, 0, 0)), turn: turn.clone().invert() });
    expect(back.orientation).toBeUndefined();
  });

  it('reads every way to write a turn', () => {
    const expected = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 6);
    for (const json of [
      { axis: [0, 2, 0], degrees: 30 },
      { axis: [0, 1, 0], radians: Math.PI / 6 },
      [expected.w, 0, expected.y, 0],
    ]) {
      expect(quaternionOf(json).angleTo(expected)).toBeLessThan(1e-7);
    }
    expect(orientationOf(expected)).toEqual({ axis: [0, 1, 0], degrees: 30 });
  });

  it('scales what has sides along them, and what is round as a whole', () => {
    const scale = new Vector3(2, 1, 1);
    const change = { ...still(new Vector3()), scale };
    const of = (shape: Json): unknown => changedEntry({ type: 'rigid', shape }, change).shape;
    expect(of({ type: 'box', size: [1, 1, 1] })).toEqual({ type: 'box', size: [2, 1, 1] });
    expect(of({ type: 'sphere', radius: 1 })).toEqual({ type: 'sphere', radius: 2 });
    expect(of({ type: 'capsule', radius: 1, length: 1 })).toEqual({ type: 'capsule', radius: 2, length: 1 });
  });

  it('turns ropes and cloth with their pins', () => {
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2);
    const change = { ...still(new Vector3()), turn };
    const rope = { type: 'rod', length: 1, shape: { position: [1, 0, 0], tangent: [1, 0, 0] } };
    expect(changedEntry(rope, change).shape).toEqual({ position: [0, 1, 0], tangent: [0, 1, 0] });
    const sheet = { type: 'sheet', vertices: [2, 2], corner: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0] };
    const pins = [{ within: { least: [0.9, -1, -1], most: [1.1, 2, 1] } }];
    const cloth = changedEntry({ type: 'cloth', pieces: [sheet], pins }, change);
    expect(cloth.pieces).toEqual([{ ...sheet, u: [0, 1, 0], v: [-1, 0, 0] }]);
    expect(cloth.pins).toEqual([{ within: { least: [-2, 0.9, -1], most: [1, 1.1, 1] } }]);
  });

  it('offers the handles that the format has', () => {
    const of = (entry: Json): readonly string[] => handlesOf({ list: 'bodies', index: 0 }, entry);
    expect(of({ type: 'wall' })).toEqual(['move']);
    expect(of({ shape: { type: 'plane' } })).toEqual(['move', 'turn']);
    expect(of({ type: 'rigid', shape: { type: 'box' } })).toEqual(['move', 'turn', 'scale']);
  });

  it('takes joints along', () => {
    const at: Triple = [0, 0, 0.2];
    const two = add(newScene(), 'bodies', {
      type: 'rigid',
      name: 'other',
      shape: { type: 'sphere', radius: 0.1 },
      material: 'wood',
      position: [1, 0, 0.1],
    }).scene;
    const ends = { from: { name: 'box', at }, to: { name: 'other', at: [1, 0, 0.1] as Triple } };
    const tied = addJoint(addJoint(two, 'distance', ends, [0, 1, 0]).scene, 'hinge', ends, [0, 1, 0]).scene;
    const moved = moveThing(tied, { list: 'bodies', index: 0 }, move(0, 0, 1));
    const [distance, hinge] = entries(moved, 'joints');
    expect(distance.between).toEqual([
      { body: 'box', at: [0, 0, 1.2] },
      { body: 'other', at: [1, 0, 0.1] },
    ]);
    expect(hinge).toMatchObject({ between: ['box', 'other'], at: [0, 0, 1.2], axis: [0, 1, 0] });
    expect(inspectScene(moved).problems).toEqual([]);
    buildWorld(readScene(moved)).step();
  });
});
