import { jointsOf } from './joint-numbers.js';
import '../no-eval.js';
import '../../scene/models/provided.js';
import { InputError } from '../../errors.js';
import { StepError } from '../../dynamics/groups/group-job.js';
import { writeJson } from '../../io/json/write.js';
import type { Progress, Request, Response } from './messages.js';
import { Simulation } from './simulation.js';
import type { StartFrame } from './start-frame.js';
import { LatePool, serve } from './threads.js';

/** The simulation's own thread: takes requests, keeps the pace, sends frames no faster than the page draws them. */

const scope = self as unknown as {
  postMessage(message: Response, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<Request>) => void) | null;
};

/** Longest time that messages wait for steps in a row (ms). */
const patience = 24;
/** Time between two hashes while playing (ms). */
const hashEvery = 400;

let simulation: Simulation | undefined;
const pool = new LatePool(() => scope.postMessage({ type: 'threads' }));
let playing = false;
let speed = 1;
/** frames sent that the page has not drawn yet */
let waiting = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let clock = 0;
let wall = 0;
let rows: number[][] = [];
let truncated = false;
let keepUntil = 0;
let warning: string | undefined;
let unsent = false;
let lastHash = 0;
let stopAtEnd = true;
const pace = { wall: 0, simulated: 0, steps: 0, rate: 0, stepsPerSecond: 0 };

function send(now: boolean): void {
  if (!simulation) return;
  const { history } = simulation;
  const time = performance.now();
  const hashing = now || time - lastHash > hashEvery;
  if (hashing) lastHash = time;
  const frame = simulation.frame();
  const contacts = history.present.contacts.slice();
  const holds = simulation.holds();
  const message: Progress = {
    type: 'frame',
    playing,
    t: simulation.t,
    first: history.moments[0].t,
    last: history.moments[history.moments.length - 1].t,
    frame,
    contacts,
    row: Float64Array.from(history.present.row),
    rows: Float64Array.from(rows.flat()),
    truncated,
    keepUntil,
    hash: hashing ? simulation.hash() : undefined,
    rate: pace.rate,
    stepsPerSecond: pace.stepsPerSecond,
    joints: jointsOf(simulation.world),
    pins: holds.filter(({ pin }) => pin).map(({ from }) => from),
    pull: holds.find(({ pin }) => !pin),
    snapshots: simulation.snapshots.map((moment) => moment.t),
    warning: history.present.warning ?? warning,
  };
  rows = [];
  truncated = false;
  unsent = false;
  waiting++;
  scope.postMessage(message, [frame.buffer as ArrayBuffer, contacts.buffer as ArrayBuffer]);
}

function fail(error: unknown): void {
  playing = false;
  const problems = error instanceof InputError ? error.problems : [];
  const message = error instanceof Error ? error.message : String(error);
  scope.postMessage({ type: 'failed', message: problems.length > 0 ? message.split('\n')[0] : message, problems });
}

/** One step forward, new or recorded; false where it could not be taken. */
function forward(): boolean {
  const { history } = simulation!;
  const record = history.atEnd ? 'new' : 'old';
  try {
    simulation!.forward();
  } catch (error) {
    playing = false;
    warning = error instanceof StepError ? `stopped: ${error.message}` : undefined;
    if (!warning) fail(error);
    return false;
  }
  if (record === 'new') {
    rows.push([...history.present.row]);
    pace.steps++;
  }
  return true;
}

function measurePace(time: number): void {
  const elapsed = time - pace.wall;
  if (elapsed < 500) return;
  pace.rate = (1000 * (simulation!.t - pace.simulated)) / elapsed;
  pace.stepsPerSecond = (1000 * pace.steps) / elapsed;
  pace.wall = time;
  pace.simulated = simulation!.t;
  pace.steps = 0;
}

function tick(): void {
  timer = undefined;
  if (!playing || !simulation) return;
  const begun = performance.now();
  // where the simulation cannot keep up, its clock waits for it
  const ahead = Math.min((begun - wall) / 1000, 0.1) * speed;
  wall = begun;
  clock = Math.min(clock + ahead, simulation.t + 0.1 * speed + simulation.scene.step.length);
  let moved = false;
  const { duration } = simulation.scene;
  while (simulation.t < clock && performance.now() - begun < patience) {
    if (!forward()) break;
    moved = true;
    if (stopAtEnd && simulation.t >= duration - 1e-9 && simulation.history.atEnd) {
      playing = false;
      stopAtEnd = false;
      break;
    }
  }
  measurePace(performance.now());
  unsent ||= moved;
  // a page that is behind gets its frame later; the steps go on
  if ((unsent && waiting < 2) || !playing) send(!playing);
  if (playing) timer = setTimeout(tick, Math.max(0, 12 - (performance.now() - begun)));
}

function play(): void {
  if (!simulation || playing) return;
  playing = true;
  clock = simulation.t;
  wall = performance.now();
  Object.assign(pace, { wall, simulated: simulation.t, steps: 0 });
  warning = undefined;
  tick();
}

function open(scene: unknown, start: boolean, from?: StartFrame): void {
  clearTimeout(timer);
  playing = false;
  const begun = performance.now();
  const opened = new Simulation(scene, crossOriginIsolated ? pool : undefined, from);
  simulation = opened;
  rows = [];
  waiting = 0;
  warning = undefined;
  stopAtEnd = true;
  truncated = true;
  keepUntil = -1;
  scope.postMessage(opened.describe((performance.now() - begun) / 1000));
  send(true);
  if (start) play();
}

/** Steps up to a time, with the answer once it is reached: two simulations run in lock step this way. */
function advance(t: number): void {
  while (simulation!.t < t - 1e-9) if (!forward()) break;
  send(false);
}

function change(act: (simulation: Simulation) => void): void {
  const past = simulation!.history.present.t;
  act(simulation!);
  if (simulation!.history.atEnd) {
    truncated = true;
    keepUntil = Math.min(simulation!.t, past);
  }
  clock = simulation!.t;
  if (!playing) send(true);
}

function handle(request: Request): void {
  if (request.type === 'open') return open(request.scene, request.play, request.from);
  if (request.type === 'serve') return serve(request.port);
  if (request.type === 'threads') return pool.use(request.ports);
  if (request.type === 'drawn') return void (waiting = Math.max(0, waiting - 1));
  if (!simulation) return;
  switch (request.type) {
    case 'play':
      return play();
    case 'pause':
      playing = false;
      return send(true);
    case 'step':
      playing = false;
      forward();
      return send(true);
    case 'back':
      playing = false;
      simulation.back();
      return send(true);
    case 'seek':
      playing = false;
      // from before the end it plays to the end, and no further
      stopAtEnd ||= request.t < simulation.scene.duration - 1e-9;
      simulation.seek(request.t);
      return send(true);
    case 'reset':
      stopAtEnd = true;
      return change((it) => it.reset());
    case 'speed':
      speed = request.speed;
      return;
    case 'advance':
      return advance(request.t);
    case 'configure':
      return change((it) => it.configure(request.scene));
    case 'snapshot':
      simulation.snapshot();
      return send(true);
    case 'restore':
      return change((it) => it.restore(request.snapshot));
    case 'pull':
      change((it) => it.pull(request.grip, request.target));
      return;
    case 'release':
      simulation.release();
      return;
    case 'pin':
      return change((it) => it.pin(request.grip));
    case 'unpin':
      return change((it) => it.unpin(request.pin));
    case 'inspect': {
      const report = simulation.inspect(request.contact);
      if (report) scope.postMessage(report);
      return;
    }
    case 'save':
      return save(request.what);
  }
}

/** Makes a file and hands it to the page. */
function save(what: 'problem' | 'recording'): void {
  const { name } = simulation!.scene;
  if (what === 'recording') {
    scope.postMessage({ type: 'file', what, name: `${name}.ssr`, bytes: simulation!.recording() });
    return;
  }
  const problem = simulation!.problem();
  if (!problem) throw new Error('this moment has no contacts, so there is no problem to save');
  scope.postMessage({ type: 'file', what, name: `${name}-problem.json`, bytes: writeJson({ problem }) });
}

scope.onmessage = ({ data }) => {
  try {
    handle(data);
  } catch (error) {
    fail(error);
  }
};
