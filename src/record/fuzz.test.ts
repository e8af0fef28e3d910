import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { Random } from '../math/random.js';
import { Recording } from './recording.js';
import {
  type FoundRecord,
  type RecordType,
  encodeRecord,
  fileHeader,
  memorySource,
  scanRecords,
} from './record-file.js';
import { Runner } from './runner.js';
import { joinBytes } from './bytes.js';
import { damagedBytes } from './testing/damaged-bytes.js';
import { mixedRun } from './testing/mixed-run.js';

/** Reads everything of a recording. */
function readAll(bytes: Uint8Array): void {
  const recording = new Recording(memorySource(bytes));
  for (let k = 0; k < recording.frames; k++) {
    recording.frame(k);
    recording.contacts(k);
  }
  recording.column('t');
  recording.summary();
  recording.checkpoint();
}

const only = (error: unknown): void => {
  if (!(error instanceof InputError)) throw error;
  expect(error.problems.length).toBeGreaterThan(0);
  for (const { path } of error.problems) expect(path).not.toBe('');
};

describe('damaged recordings', () => {
  const bytes = mixedRun(20).sink.bytes();

  it('are read up to the damage, or refused', () => {
    const random = new Random(1);
    for (let k = 0; k < 1500; k++) {
      try {
        readAll(damagedBytes(bytes, random));
      } catch (error) {
        only(error);
      }
    }
  });

  it('are refused even where the damage has the right checksum', () => {
    const random = new Random(2);
    const source = memorySource(bytes);
    const records = ([...scanRecords(source)] as FoundRecord[]).map(({ type, at, length }) => ({
      type,
      payload: source.read(at, length),
    }));
    for (let k = 0; k < 1500; k++) {
      const victim = Math.floor(random.range(0, records.length));
      const forged = records.map(({ type, payload }, number) =>
        encodeRecord(type as RecordType, number, number === victim ? damagedBytes(payload, random) : payload),
      );
      const whole = joinBytes([fileHeader(), ...forged]);
      try {
        readAll(whole);
        const recording = new Recording(memorySource(whole));
        if (k % 10 === 0 && recording.checkpoint()) Runner.resume(recording, {});
      } catch (error) {
        only(error);
      }
    }
  });
});
