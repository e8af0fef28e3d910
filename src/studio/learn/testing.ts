import { decodeFrame } from '../../record/frame.js';
import { shownLayout } from '../simulation/messages.js';
import { Simulation } from '../simulation/simulation.js';
import type { Lesson } from './lessons.js';
import { seenIn } from './seen.js';

/** What every run shows, as the texts of the lessons say: numbers of options. */
export const answersOf: Record<string, readonly number[]> = {
  'stick-and-slip': [0, 0, 1],
  'the-cone': [0, 1, 0],
  'the-capstan': [0, 1, 0],
  'why-knots-hold': [1, 0, 0],
  'why-stacks-stand': [0, 1, 1, 0],
};

/**
 * What the runs of a lesson show, each computed to its end.
 * @param keeps whether a frame between the first and the last is looked at
 */
export function shownBy({ rounds }: Lesson, keeps: (share: number) => boolean = () => true): number[] {
  return rounds.map((round) => {
    const simulation = new Simulation(round.scene);
    const layout = shownLayout(simulation.layout.bodies, simulation.layout.obstacles);
    const frames = [decodeFrame(simulation.frame(), layout)!];
    const { duration } = simulation.scene;
    while (simulation.t < duration - 1e-9) {
      simulation.forward();
      if (simulation.t > duration - 1e-9 || keeps(simulation.t / duration))
        frames.push(decodeFrame(simulation.frame(), layout)!);
    }
    return round.judge(seenIn(layout, frames));
  });
}
