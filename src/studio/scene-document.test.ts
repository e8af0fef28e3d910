import { describe, expect, it, vi } from 'vitest';
import { SceneDocument, unpackJson } from './scene-document.js';

/** A scene's value at a path of names. */
function at(json: unknown, ...path: string[]): unknown {
  return path.reduce((value, key) => (value as Record<string, unknown>)[key], json);
}

describe('a scene that is edited', () => {
  it('goes back and forth over changed values and replaced scenes', () => {
    const scene = SceneDocument.fromGallery('incline');
    const original = JSON.stringify(scene.json);
    scene.change('materials.grip.friction=0.2');
    scene.change('gravity=[0,0,-1]');
    expect(at(scene.json, 'gravity')).toEqual([0, 0, -1]);
    const other = { ...(scene.json as object), name: 'other' };
    scene.replace(other);
    expect(scene.gallery).toBeUndefined();
    expect(scene.undo()).toBe('scene');
    expect(scene.gallery).toBe('incline');
    expect(scene.undo()).toBe('values');
    expect(at(scene.json, 'materials', 'grip', 'friction')).toBe(0.2);
    expect(at(scene.json, 'gravity')).not.toEqual([0, 0, -1]);
    expect(scene.undo()).toBe('values');
    expect(JSON.stringify(scene.json)).toBe(original);
    expect(scene.undo()).toBeUndefined();
    expect([scene.redo(), scene.redo(), scene.redo(), scene.redo()]).toEqual(['values', 'values', 'scene', undefined]);
    expect(scene.json).toEqual(other);
  });

  it('takes the drag of one slider as one change', () => {
    const scene = SceneDocument.fromGallery('incline');
    for (const value of [0.3, 0.25, 0.2]) scene.change(`materials.grip.friction=${value}`);
    scene.undo();
    expect(scene.canUndo).toBe(false);
    expect(scene.settings.size).toBe(0);
  });

  it('takes a slow drag as one change too, and what follows after it was let go as another', () => {
    const scene = SceneDocument.fromGallery('incline');
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 5000));
    for (const value of [0.3, 0.25]) scene.change(`materials.grip.friction=${value}`);
    scene.settle();
    scene.change('materials.grip.friction=0.2');
    clock.mockRestore();
    scene.undo();
    expect(at(scene.json, 'materials', 'grip', 'friction')).toBe(0.25);
    scene.undo();
    expect(scene.canUndo).toBe(false);
  });

  it('is brought back by its own address, a large one by a kept file', async () => {
    const small = new SceneDocument({ version: 1, name: 'small' });
    const kept: string[] = [];
    const keep = (text: string): Promise<string> => Promise.resolve(String(kept.push(text)));
    const query = await small.ownQuery(keep);
    expect(await unpackJson(query.get('json')!)).toEqual(small.json);
    let noise = 1;
    const numbers = Array.from({ length: 4000 }, () => (noise = (noise * 16807) % 2147483647));
    const large = new SceneDocument({ version: 1, numbers });
    large.change('name=large');
    const own = await large.ownQuery(keep);
    expect([own.get('file'), own.get('set'), own.get('json')]).toEqual(['1', 'name=large', null]);
    expect(JSON.parse(kept[0])).toEqual({ version: 1, numbers });
  });
});
