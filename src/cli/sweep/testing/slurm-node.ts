import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Whether there is a Slurm that tests can start (Debian: slurm-wlm, munge); it takes root. */
export const hasSlurm =
  process.getuid?.() === 0 &&
  // some of them fail without a configuration: that they can be started is enough
  ['slurmctld', 'slurmd', 'sbatch', 'munged'].every((name) => spawnSync(name, ['-V']).error === undefined);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A Slurm of one node on 127.0.0.1: its own key, its own folders; ended by the ids of its processes. */
export class TestSlurm {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-slurm-'));
  readonly #processes: ChildProcess[] = [];

  /** environment in which sbatch, squeue and scontrol find it */
  get env(): NodeJS.ProcessEnv {
    return { ...process.env, SLURM_CONF: path.join(this.#folder, 'slurm.conf') };
  }

  async start(): Promise<void> {
    const at = (name: string): string => path.join(this.#folder, name);
    chmodSync(this.#folder, 0o755);
    mkdirSync(at('munge'));
    const key = at('munge/key');
    writeFileSync(key, Buffer.alloc(1024, 'stickslip'), { mode: 0o400 });
    chownSync(key, 0, 0);
    const socket = at('munge/socket');
    const munge = ['--foreground', '--force', `--key-file=${key}`, `--socket=${socket}`];
    this.#spawn('munged', [
      ...munge,
      `--pid-file=${at('munge/pid')}`,
      `--log-file=${at('munge/log')}`,
      `--seed-file=${at('munge/seed')}`,
    ]);
    for (const name of ['state', 'spool']) mkdirSync(at(name));
    const host = os.hostname().split('.')[0];
    const port = 20000 + (process.pid % 10000);
    writeFileSync(
      at('slurm.conf'),
      [
        'ClusterName=test',
        `SlurmctldHost=${host}(127.0.0.1)`,
        `SlurmctldPort=${port}`,
        `SlurmdPort=${port + 1}`,
        'SlurmUser=root',
        'AuthType=auth/munge',
        `AuthInfo=socket=${socket}`,
        'CryptoType=crypto/munge',
        `StateSaveLocation=${at('state')}`,
        `SlurmdSpoolDir=${at('spool')}`,
        `SlurmctldPidFile=${at('ctld.pid')}`,
        `SlurmdPidFile=${at('d.pid')}`,
        'ProctrackType=proctrack/pgid',
        'TaskPlugin=task/none',
        'SchedulerType=sched/backfill',
        'SelectType=select/cons_tres',
        'SelectTypeParameters=CR_CPU',
        'ReturnToService=2',
        'MpiDefault=none',
        'JobAcctGatherType=jobacct_gather/none',
        'SchedulerParameters=batch_sched_delay=0,requeue_delay=0',
        `NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN`,
        `PartitionName=all Nodes=${host} Default=YES MaxTime=60 State=UP`,
      ].join('\n') + '\n',
    );
    await pause(1000);
    this.#spawn('slurmctld', ['-D', '-f', at('slurm.conf'), '-L', at('ctld.log'), '-i']);
    await pause(1500);
    this.#spawn('slurmd', ['-D', '-f', at('slurm.conf'), '-L', at('d.log'), '-N', host]);
    for (let k = 0; k < 100; k++) {
      const { stdout } = spawnSync('sinfo', ['-h', '-o', '%T'], { encoding: 'utf8', env: this.env });
      if (/idle|mixed|alloc/.test(stdout)) return;
      await pause(300);
    }
    throw new Error('the test Slurm did not start');
  }

  #spawn(command: string, args: readonly string[]): void {
    this.#processes.push(spawn(command, [...args], { stdio: 'ignore', env: this.env }));
  }

  async close(): Promise<void> {
    for (const own of this.#processes.reverse()) {
      if (own.exitCode !== null || own.signalCode !== null) continue;
      own.kill('SIGTERM');
      await Promise.race([new Promise((resolve) => own.once('exit', resolve)), pause(5000)]);
      if (own.exitCode === null && own.signalCode === null) own.kill('SIGKILL');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
