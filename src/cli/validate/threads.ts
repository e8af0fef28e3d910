import { Worker } from 'node:worker_threads';
import type { ValidationRow } from '../../validation/row.js';

export interface ToValidationThread {
  readonly name: string;
  readonly quick: boolean;
}

/** A line of the validation, or its end. */
export type FromValidationThread = { readonly line: ValidationRow } | { readonly seconds: number };

/**
 * Runs validations in so many threads, each the next one that is left. They share nothing, so the numbers are those of a run one after another.
 * @param heard what comes from the validation of that place in the list, as it comes
 */
export async function validateInThreads(
  work: readonly ToValidationThread[],
  threads: number,
  heard: (place: number, message: FromValidationThread) => void,
): Promise<void> {
  let next = 0;
  const thread = async (): Promise<void> => {
    const worker = new Worker(new URL('./validation-thread.js', import.meta.url));
    try {
      while (next < work.length) {
        const place = next++;
        await new Promise<void>((resolve, reject) => {
          const hear = (message: FromValidationThread): void => {
            heard(place, message);
            if ('line' in message) return;
            worker.off('message', hear);
            worker.off('error', reject);
            resolve();
          };
          worker.on('message', hear);
          worker.once('error', reject);
          worker.postMessage(work[place]);
        });
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, work.length) }, thread));
}
