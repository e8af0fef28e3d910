import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../build/world.js';
import { readScene } from '../read-scene.js';
import { overrideScene } from '../set.js';
import { sceneJsonSchema, sceneSchemaAddress } from '../schema/json-schema.js';
import { galleryList, galleryNames, gallerySceneNamed } from './gallery.js';

const folder = new URL('.', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'order.json');
const textOf = (file: string | URL): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

/** Scenes that take seconds to build, built with fewer strands here. */
const smaller: Record<string, string[]> = { 'head-10k': ['bodies.0.count=1000'] };

describe('gallery', () => {
  it('holds what its files say', () => {
    expect([...galleryNames].sort()).toEqual(files.map((file) => file.slice(0, -5)).sort());
    for (const name of galleryNames) expect(gallerySceneNamed(name)).toEqual(textOf(`${name}.json`));
    expect(gallerySceneNamed('toString')).toBeUndefined();
  });

  it.each(galleryNames)('%s is a scene that can be built', (name) => {
    const scene = readScene(gallerySceneNamed(name), name);
    expect(scene.name).toBe(name);
    expect(scene.description).toBeTruthy();
    expect(scene.$schema).toBe(sceneSchemaAddress);
    const world = buildWorld(readScene(overrideScene(gallerySceneNamed(name), smaller[name] ?? []), name));
    expect(world.bodies.length).toBeGreaterThan(0);
  });

  it('is listed with a line each', () => {
    for (const { description } of galleryList()) expect(description).toMatch(/^[^\n]{10,160}$/);
  });

  it('goes with the published schema', () => {
    expect(textOf('../../../schema/scene-1.json')).toEqual(JSON.parse(JSON.stringify(sceneJsonSchema())));
  });
});
