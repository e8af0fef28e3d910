import { afterEach, describe, expect, it } from 'vitest';
import { World } from '../world/index.js';
import { type WorkerWorld, workerWorld } from './index.js';
import type { WorkerWorldOptions } from './options.js';
import { type ServeOptions, serveWorld } from './serve.js';
import { SharedFrames, sharedBytes } from './shared-frames.js';

const open: WorkerWorld[] = [];

/** A world that is served at the other end of a channel, as in a worker. */
async function served(options: WorkerWorldOptions = {}, serve: ServeOptions = {}): Promise<WorkerWorld> {
  const { port1, port2 } = new MessageChannel();
  serveWorld({ ...serve, channel: port1 });
  const world = await workerWorld({ ...options, worker: port2 });
  open.push(world);
  return world;
}

afterEach(() => {
  for (const world of open.splice(0)) world.terminate();
});

const until = async (holds: () => boolean): Promise<void> => {
  for (const begun = performance.now(); !holds(); await new Promise((done) => setTimeout(done, 5))) {
    if (performance.now() - begun > 10_000) throw new Error('it does not come to that');
  }
};

describe.each([false, true])('a world in a worker, frames in shared memory: %s', (shared) => {
  it('does the same calls with the same bits', async () => {
    const here = new World({ h: 0.01 });
    const there = await served({ h: 0.01, shared });
    expect([there.h, there.gravity[2]]).toEqual([0.01, -9.81]);
    for (const world of [here, there]) {
      await world.addPlane();
      const box = await world.addBox([0.2, 0.2, 0.2], { position: [0, 0, 0.4], material: 'wood' });
      const rope = await world.addRope({ from: [-0.5, 0, 0.5], to: [0, 0, 0.5], radius: 0.01 });
      await world.attach(rope.point(0.5) as never, box.point([0, 0, 0.1]) as never);
      const cloth = await world.addCloth({
        sheet: { corner: [1, 0, 1], u: [0.2, 0, 0], v: [0, 0.2, 0], vertices: [4, 4] },
      });
      const hand = await world.grab(cloth.point(0) as never, { target: [1, 0, 1.1] });
      await hand.moveTo([1, 0, 1.2]);
      await box.applyImpulse([0.1, 0, 0], box.point([0, 0, 0.1]) as never);
      for (let k = 0; k < 5; k++) await world.step();
    }
    expect([...(await there.snapshot())]).toEqual([...here.snapshot()]);
    const [plane, box, rope, cloth] = there.handles;
    const local = here.handles as never as typeof there.handles;
    expect([plane.kind, box.kind, rope.kind, cloth.kind]).toEqual(['fixed', 'rigid', 'rope', 'cloth']);
    if (box.kind !== 'rigid' || rope.kind !== 'rope' || cloth.kind !== 'cloth') return;
    const [, ownBox, ownRope, ownCloth] = local as never as [never, typeof box, typeof rope, typeof cloth];
    expect([...box.pose]).toEqual([...ownBox.pose]);
    expect([...box.velocity]).toEqual([...ownBox.velocity]);
    expect([...rope.positions]).toEqual([...ownRope.positions]);
    expect([...cloth.velocities]).toEqual([...ownCloth.velocities]);
    expect([...there.joints[0].force]).toEqual([...here.joints[0].force]);
    expect([...there.hands[0].force]).toEqual([...here.hands[0].force]);
    expect([there.t, there.steps]).toEqual([here.t, 5]);
    expect((await there.contacts()).n).toBe(here.contacts.n);
    expect(await there.energy()).toEqual(here.energy());
  });

  it('parts come and go, and are back under their handles after restore', async () => {
    const world = await served({ shared });
    const ball = await world.addSphere(0.1, { position: [0, 0, 1] });
    const bytes = await world.snapshot();
    await world.remove(ball);
    const other = await world.addBox([0.1, 0.1, 0.1], { position: [1, 0, 0] });
    expect([ball.alive, world.handles.length, ball.pose.length]).toEqual([false, 1, 0]);
    await expect(ball.applyForce([1, 0, 0])).rejects.toThrow(/which was removed/);
    await world.restore(bytes);
    expect([ball.alive, other.alive, world.handles[0]]).toEqual([true, false, ball]);
    expect([...ball.pose.subarray(0, 3)]).toEqual([0, 0, 1]);
    // the id of the box is free again; its handle is not the new part's
    const plane = await world.addPlane();
    expect([plane.id, other.alive]).toEqual([other.id, false]);
  });

  it('plays by the clock until it is told to pause', async () => {
    const world = await served({ shared });
    const ball = await world.addSphere(0.1, { position: [0, 0, 1] });
    await world.play({ rate: 2 });
    await until(() => world.update() && world.t > 0.2);
    expect(ball.pose[2]).toBeLessThan(1);
    await world.pause();
    const { t } = world;
    await new Promise((done) => setTimeout(done, 50));
    world.update();
    expect(world.t).toBe(t);
    await expect(world.play({ rate: 0 })).rejects.toThrow(/a number > 0/);
  });
});

describe('a world in a worker', () => {
  it('answers wrong arguments as a world does', async () => {
    const world = await served();
    const other = await served();
    await expect(world.addBox([NaN, 1, 1])).rejects.toMatchObject({ name: 'InputError' });
    await expect(world.addSphere(0.1, { positon: [0, 0, 0] } as never)).rejects.toThrow(/did you mean position/);
    const box = await world.addBox([1, 1, 1]);
    await expect(other.remove(box)).rejects.toThrow(/one of another/);
    await expect(world.grab(box.point([NaN, 0, 0]))).rejects.toThrow(/three finite numbers/);
    await expect(served({ solver: 'gauss-sidel' })).rejects.toThrow(/unknown solver/);
    const shape = { type: 'distance', distance: () => 1, half: [1, 1, 1] } as never;
    await expect(world.addFixed(shape)).rejects.toThrow(/a function.*serveWorld/);
    expect(() => world.on('begun' as never, () => undefined)).toThrow(/one of begin/);
    expect(world.handles).toEqual([box]);
  });

  it('tells of what begins to touch, of joints that break, and of rays', async () => {
    const world = await served();
    const plane = await world.addPlane();
    const ball = await world.addSphere(0.1, { position: [0, 0, 0.1001] });
    const hung = await world.addSphere(0.1, { position: [1, 0, 1], mass: 1 });
    const joint = await world.attach(hung.point(), [1, 0, 1], { breakForce: 5 });
    const seen: unknown[] = [];
    world.on('begin', ({ a, b }) => seen.push([a, b]));
    world.on('break', (event) => seen.push(event.joint));
    for (let k = 0; k < 3; k++) await world.step();
    expect(seen).toEqual([[plane, ball], joint]);
    expect([joint.broken, joint.alive]).toEqual([true, true]);
    const hit = await world.castRay([0, 0, 1], [0, 0, -1]);
    expect(hit?.handle).toBe(ball);
    expect(hit!.distance).toBeCloseTo(0.8, 6);
    const hand = await world.grab(hit!.point!);
    expect([world.hands.length, hand.holding]).toEqual([1, true]);
    await world.release(hand);
    expect([world.hands.length, hand.holding]).toEqual([0, false]);
    ball.enabled = false;
    await world.step();
    expect(ball.enabled).toBe(false);
  });

  it('has what the worker adds: functions, and calls of its own', async () => {
    const world = await served(
      { gravity: [0, 0, 0] },
      {
        setup: (own) => {
          own.addSphere(0.1);
          own.addForceField((out) => out.set([1, 0, 0]));
        },
        calls: {
          push: (_, handle: ReturnType<World['addSphere']>, by: number) => {
            handle.applyImpulse([0, by, 0]);
            return handle;
          },
        },
      },
    );
    const [ball] = world.handles;
    if (ball.kind !== 'rigid') throw new Error('a ball was added');
    expect(await world.call('push', ball, ball.mass)).toBe(ball);
    await world.step();
    expect(ball.velocity[0]).toBeCloseTo(world.h, 12);
    expect(ball.velocity[1]).toBeCloseTo(1, 12);
    await expect(world.call('pull')).rejects.toThrow(/push/);
  });

  it('says what fails while it plays, and rejects what is not answered once it is ended', async () => {
    const world = await served(
      {},
      {
        setup: (own) => {
          own.addSphere(0.1);
          own.addForceField(() => {
            throw new Error('no such field');
          });
        },
      },
    );
    const failed = new Promise<Error>((done) => world.on('error', done));
    await world.play();
    expect((await failed).message).toBe('no such field');
    const late = world.step();
    world.terminate();
    await expect(late).rejects.toThrow(/ended/);
    await expect(world.step()).rejects.toThrow(/ended/);
  });

  it('takes scenes, with their joints, and snapshots', async () => {
    const shape = { type: 'sphere', radius: 0.1 };
    const body = { type: 'rigid', name: 'ball', shape, material: 'wood' };
    const tie = { type: 'ball', name: 'hook', between: ['world', 'ball'], at: [0, 0, 0] };
    const scene = { version: 1, name: 'ball', duration: 1, bodies: [body], joints: [tie] };
    await expect(served({ scene, h: 0.1 })).rejects.toThrow(/sleep/);
    const world = await served({ scene });
    await world.step();
    expect(world.joints.map(({ name, type }) => [name, type])).toEqual([['hook', 'ball']]);
    expect(Math.abs(world.joints[0].force[2])).toBeGreaterThan(1);
    const bytes = await world.snapshot();
    const copy = await served({ snapshot: bytes });
    expect(copy.t).toBe(world.t);
    expect(copy.handles[0].kind).toBe('rigid');
    // still there
    expect(bytes.length).toBeGreaterThan(16);
  });
});

it('frames in shared memory are never half written, nor read twice', () => {
  const memory = new SharedArrayBuffer(sharedBytes(4));
  const writer = new SharedFrames(memory, true);
  const reader = new SharedFrames(memory, false);
  expect(reader.take()).toBe(false);
  for (let k = 1; k < 20; k++) {
    for (let n = 0; n < 1 + (k % 3); n++) {
      writer.frame.fill(10 * k + n);
      writer.publish();
    }
    expect(writer.frame).not.toBe(reader.frame);
    expect(reader.take()).toBe(true);
    expect([...reader.frame]).toEqual(Array(4).fill(10 * k + (k % 3)));
    expect(reader.take()).toBe(false);
  }
});
