import { littleEndian, joinBytes } from '../../record/bytes.js';
import { withoutSlip } from '../../record/contacts.js';
import { encodeFrame } from '../../record/frame.js';
import { encodeRecord, fileHeader } from '../../record/record-file.js';
import type { RecordType } from '../../record/record-file.js';
import { stepColumns } from '../../record/step-columns.js';
import type { RecordingHeader } from '../../record/writer.js';
import type { Simulation } from './simulation.js';

/** Frames a simulated second. */
const frameRate = 60;

/** The past of a simulation as a recording file, like those of `stickslip run --out`. The world is left elsewhere. */
export function recordingOf(simulation: Simulation, input: unknown): Uint8Array {
  const { history, layout, world } = simulation;
  const parts: Uint8Array[] = [fileHeader()];
  const append = (type: RecordType, payload: Uint8Array): void => {
    parts.push(encodeRecord(type, parts.length - 1, payload));
  };
  const header: RecordingHeader = {
    scene: input,
    program: 'stickslip studio',
    frameTime: 1 / frameRate,
    contacts: true,
    stepColumns,
    bodies: layout.bodies,
    obstacles: layout.obstacles,
  };
  append('header', new TextEncoder().encode(JSON.stringify(header)));
  let rows: number[] = [];
  let next = -Infinity;
  history.moments.forEach((moment, k) => {
    rows.push(...moment.row);
    if (moment.t < next - 1e-9) return;
    next = Math.max(next, moment.t) + 1 / frameRate;
    if (rows.length > 0) append('steps', littleEndian(Float64Array.from(rows)));
    rows = [];
    world.restore(moment.state);
    append('frame', encodeFrame(world, layout, k));
    append('contacts', withoutSlip(moment.contacts));
  });
  if (rows.length > 0) append('steps', littleEndian(Float64Array.from(rows)));
  append('stop', new TextEncoder().encode('{}'));
  return joinBytes(parts);
}
