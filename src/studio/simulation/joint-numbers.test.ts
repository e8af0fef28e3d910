import { expect, it } from 'vitest';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { jointNumbers, jointsOf } from './joint-numbers.js';
import { Simulation } from './simulation.js';

it('joints are drawn where their bodies are, at any moment that is shown', () => {
  const simulation = new Simulation(gallerySceneNamed('four-bar'));
  const first = jointsOf(simulation.world);
  expect(first).toHaveLength(4 * jointNumbers);
  // the motor's hinge stands still, its axis along y; the crank's other pin goes round
  expect([...first.subarray(0, 3)]).toEqual([0, 0, 0.6]);
  expect(Math.abs(first[7])).toBeCloseTo(1, 12);
  for (let k = 0; k < 10; k++) simulation.forward();
  const later = jointsOf(simulation.world);
  expect(later.subarray(0, 3)).toEqual(first.subarray(0, 3));
  expect(Math.hypot(later[9] - first[9], later[11] - first[11])).toBeGreaterThan(0.01);
  // both ends of a pin are at the same place
  for (let k = 0; k < 4; k++) {
    for (let i = 0; i < 3; i++) expect(later[9 * k + i]).toBeCloseTo(later[9 * k + 3 + i], 12);
  }
  while (simulation.back());
  expect(jointsOf(simulation.world)).toEqual(first);
});
