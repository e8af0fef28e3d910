import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { boxScene } from '../../../study/testing/box-scene.js';

/** A study of many short runs: a box on slopes, how far it slides. */
export function boxStudy(count: number, extra: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    version: 1,
    name: 'slope',
    scene: boxScene({ gravity: [0, 0, -9.81] }),
    set: { 'gravity[0]': '=9.81*sin(radians(tilt))', 'gravity[2]': '=-9.81*cos(radians(tilt))' },
    parameters: { tilt: { range: { from: 0, to: 40, count } } },
    measure: { moved: 'travel(box)', v: 'velocity(box).x', top: 'maximum(kinetic)' },
    ...extra,
  };
}

/** Writes a study file into a folder; its path. */
export function writeStudy(folder: string, study: unknown, name = 'study.json'): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(study));
  return file;
}

/** The table of a study's folder. */
export const tableOf = (out: string): string => readFileSync(path.join(out, 'runs.csv'), 'utf8');

/** Processes that a process has started. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').flatMap((word) => (word.trim() === '' ? [] : [Number(word)]));
  } catch {
    return [];
  }
}
