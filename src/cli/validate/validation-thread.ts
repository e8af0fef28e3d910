import { parentPort } from 'node:worker_threads';
import { now } from '../../friction/clock.js';
import { quickValidations, validations } from '../../validation/registry.js';
import type { FromValidationThread, ToValidationThread } from './threads.js';

/** Runs the validations that it is told to, one after another, and says their lines as they come. */
parentPort!.on('message', ({ name, quick }: ToValidationThread) => {
  const say = (message: FromValidationThread): void => {
    parentPort!.postMessage(message);
  };
  const begun = now();
  const { run } = (quick ? quickValidations() : validations).find((validation) => validation.name === name)!;
  for (const line of run()) say({ line });
  say({ seconds: now() - begun });
});
