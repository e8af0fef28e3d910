import '../no-eval.js';
import { solve } from '../../friction/index.js';
import type { Contestant, SolveAnswer, SolveRequest } from './messages.js';

/** Solves one problem with one solver after another and tells how each did. */

const scope = self as unknown as {
  postMessage(message: SolveAnswer): void;
  onmessage: ((event: MessageEvent<SolveRequest>) => void) | null;
};

scope.onmessage = ({ data: { problem, contestants, tolerance, maxIterations } }) => {
  contestants.forEach((contestant, k) => {
    const done = k === contestants.length - 1;
    scope.postMessage({ ...attempt(contestant, problem, tolerance, maxIterations), done });
  });
};

function attempt(
  contestant: Contestant,
  problem: SolveRequest['problem'],
  tolerance: number,
  maxIterations: number,
): SolveAnswer {
  const { solver, local, facets } = contestant;
  const options = { solver, tolerance, maxIterations, trace: true, checkEvery: 2 };
  try {
    const result = solve(problem, {
      ...options,
      ...(local !== undefined && { local }),
      ...(facets !== undefined && { facets }),
    });
    return {
      contestant,
      status: result.status,
      iterations: result.iterations,
      seconds: result.seconds.setup + result.seconds.solve,
      error: result.error.relative,
      states: result.contacts,
      trace: result.trace,
      notes: result.notes,
      done: false,
    };
  } catch (error) {
    // a problem that a solver cannot take is a result too
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 2).join(' ') : String(error);
    const states = { takeOff: 0, stick: 0, slide: 0 };
    const nothing = { iterations: 0, seconds: 0, error: NaN, states, trace: [] };
    return { contestant, status: 'refused', ...nothing, notes: [reason], done: false };
  }
}
