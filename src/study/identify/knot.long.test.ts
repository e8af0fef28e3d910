import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../../scene/build/world.js';
import { readScene } from '../../scene/read-scene.js';
import type { FiberBody } from '../../bodies/body.js';
import { knotNumber } from '../../validation/fibers/knot-type.js';
import { Meter } from '../measure/meter.js';
import { runIdentification } from '../testing/run-identification.js';

type Json = Record<string, unknown>;
const example = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`../../../examples/identify/${name}.json`, import.meta.url), 'utf8')) as Json;

/** The scene of the example with other friction, segments and step. */
function knottedLine(friction: number, elements: number, h: number): Json {
  const scene = example('knotted-line') as Json & { bodies: Json[]; materials: { nylon: Json }; step: Json };
  scene.materials.nylon.friction = friction;
  scene.bodies[0].elements = elements;
  scene.step.length = h;
  return scene;
}

/** Runs a scene; what it measured, and whether the overhand knot is still in it. */
function measured(json: Json, measure: Record<string, string>): { values: Record<string, number>; tied: boolean } {
  const scene = readScene(json);
  const world = buildWorld(scene);
  const meter = new Meter(world, measure);
  meter.begin();
  while (world.t < scene.duration * (1 - 1e-12)) meter.note(world.step());
  const [line] = world.bodies as FiberBody[];
  const x = new Float64Array(3 * line.nodes);
  line.centreLine(x);
  return { values: meter.values(), tied: knotNumber(x) === 1 };
}

describe('friction from the force of a knot', () => {
  it('theory: mu within 5 % of what the force stands for, and the knot is still tied', { timeout: 3_600_000 }, () => {
    const { fit } = runIdentification(example('knot'), example('knotted-line'));
    const [{ value, low, high, kind }] = fit.estimates;
    console.log(`mu ${value} (${low} to ${high}), ${fit.runs} runs`);
    expect([fit.status, kind]).toEqual(['converged', 'interval']);
    expect(Math.abs(value / 0.05 - 1)).toBeLessThan(0.05);
    expect(measured(knottedLine(value, 300, 0.004), {}).tied).toBe(true);
  });

  it('another discretisation: forces of a line of 400 segments at steps of 3 ms', { timeout: 3_600_000 }, () => {
    const truth = 0.08;
    const problem = example('knot') as Json & { observe: { value: string; is: number }[] };
    const { values, tied } = measured(knottedLine(truth, 400, 0.003), { difference: problem.observe[0].value });
    expect(tied).toBe(true);
    problem.observe[0].is = values.difference;
    const { fit } = runIdentification(problem, example('knotted-line'));
    const [{ value, low, high }] = fit.estimates;
    console.log(`mu ${value} (${low} to ${high}), truth ${truth}, ${fit.runs} runs`);
    expect(Math.abs(value / truth - 1)).toBeLessThan(0.05);
  });
});
