import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Task } from '../../../study/task.js';
import type { Execution, Executor } from './executor.js';
import type { FromProcess, ToProcess } from './task-process.js';

/** How a pool runs its tasks. */
export interface PoolOptions {
  readonly processes: number;
  readonly picture: boolean;
  /** the scene with a given hash */
  scene(hash: string): unknown;
  /** file in which a task is saved, and folder of its recording */
  partial?(task: Task): string;
  recording?(task: Task): string;
}

/**
 * A task is given up where processes that had begun it died so often more than those of other tasks meanwhile: then it is likely to
 * be the reason. Where others die as well (kill -9, a lack of memory) the cause is elsewhere, up to `mostInAll`: two tasks at once may both be bad.
 */
const mostDeaths = 3;
const mostInAll = 12;
/** Processes that ended before they had begun the task say nothing about it; so many say that none can be started. */
const mostUnbegun = 50;

interface Member {
  readonly child: ChildProcess;
  /** hash of the scene it has */
  scene: string;
  /** whether it has begun the task that it was given */
  begun: boolean;
  /** takes the end of the task that it runs */
  settle: ((execution: Execution) => void) | undefined;
}

/** Processes of this machine, a task each at a time. One that dies is replaced, and its task run again. */
export class ProcessPool implements Executor {
  readonly width: number;
  readonly #options: PoolOptions;
  readonly #idle: Member[] = [];
  readonly #all = new Set<Member>();
  readonly #waiting: (() => void)[] = [];
  #interrupted = false;
  /** processes that died while they ran a task */
  #deaths = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.width = options.processes;
  }

  get description(): string {
    return `${this.width} process${this.width === 1 ? '' : 'es'}`;
  }

  async execute(task: Task): Promise<Execution> {
    const before = this.#deaths;
    let [own, unbegun] = [0, 0];
    for (;;) {
      if (this.#interrupted) return { kind: 'interrupted' };
      const member = await this.#member();
      const execution = await this.#run(member, task);
      if (execution.kind !== 'lost') return execution;
      if (member.child.connected) return execution;
      if (member.begun) {
        own++;
        this.#deaths++;
      } else unbegun++;
      const elsewhere = this.#deaths - before - own;
      if (own >= Math.min(mostInAll, mostDeaths + elsewhere)) {
        return { kind: 'lost', reason: `${execution.reason}, ${own} times` };
      }
      if (unbegun === mostUnbegun)
        return { kind: 'lost', reason: `${execution.reason} before it began, ${unbegun} times` };
    }
  }

  interrupt(): void {
    this.#interrupted = true;
    for (const { child } of this.#all) if (child.connected) child.send({ kind: 'interrupt' } satisfies ToProcess);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async close(): Promise<void> {
    const ends = [...this.#all].map(
      ({ child }) =>
        new Promise<void>((resolve) => {
          if (child.exitCode !== null || child.signalCode !== null) return resolve();
          child.once('exit', () => resolve());
          child.kill('SIGKILL');
        }),
    );
    await Promise.all(ends);
  }

  async #member(): Promise<Member> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle) return idle;
      if (this.#all.size < this.width) return this.#start();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #start(): Member {
    const script = fileURLToPath(new URL('./task-process.js', import.meta.url));
    const child = fork(script, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const member: Member = { child, scene: '', begun: false, settle: undefined };
    this.#all.add(member);
    child.on('message', (message: FromProcess) => {
      if (message.answer) this.#settle(member, message.answer, true);
      else member.begun = true;
    });
    child.on('error', (error) => this.#gone(member, error.message));
    child.on('exit', (code, signal) => this.#gone(member, signal ? `ended by ${signal}` : `ended with code ${code}`));
    return member;
  }

  #run(member: Member, task: Task): Promise<Execution> {
    const { partial, recording, picture } = this.#options;
    return new Promise((resolve) => {
      member.settle = resolve;
      member.begun = false;
      const send = (message: ToProcess): void => {
        // a process that has just died says so by its exit
        if (member.child.connected) member.child.send(message, () => {});
      };
      if (member.scene !== task.base) {
        send({ kind: 'scene', hash: task.base, scene: this.#options.scene(task.base) });
        member.scene = task.base;
      }
      send({
        kind: 'run',
        task,
        picture,
        ...(partial && { partial: partial(task) }),
        ...(recording && { recording: recording(task) }),
      });
      if (!this.#all.has(member)) this.#settle(member, { kind: 'lost', reason: 'the process ended' }, false);
    });
  }

  #settle(member: Member, execution: Execution, reusable: boolean): void {
    const { settle } = member;
    member.settle = undefined;
    if (reusable) this.#idle.push(member);
    settle?.(execution);
    this.#waiting.shift()?.();
  }

  #gone(member: Member, reason: string): void {
    if (!this.#all.delete(member)) return;
    const at = this.#idle.indexOf(member);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#settle(member, { kind: 'lost', reason: `its process ${reason}` }, false);
  }
}
