// The scenes, as plain data that every engine builds from, and what is measured of each: functions of positions and
// velocities alone, so that every engine is judged by the same code. SI units; z is up unless gravity says otherwise.
const g = 9.81;
const norm = (x) => Math.hypot(...x);
const ground = { shape: 'box', half: [50, 50, 1], position: [0, 0, -1] };

/** Runs a world for so many seconds, calling `each` after every step. */
function run(world, seconds, each = () => undefined) {
  const steps = Math.round(seconds / world.h);
  for (let k = 0; k < steps; k++) {
    world.step();
    each(world, (k + 1) * world.h);
  }
}

function slope(angle, mu, velocity = [0, 0, 0]) {
  return {
    h: 0.01,
    mu,
    gravity: [g * Math.sin(angle), 0, -g * Math.cos(angle)],
    statics: [ground],
    bodies: [{ shape: 'box', half: [0.1, 0.1, 0.1], mass: 8, position: [0, 0, 0.1], velocity }],
    tolerance: 1e-12,
  };
}

/** A box on a slope one millionth below the angle of friction, one that slides, one that stops on the level. */
const incline = {
  name: 'incline',
  run(make) {
    const a = 0.5;
    const still = make(slope(a, Math.tan(a) * (1 + 1e-6)));
    let creep = 0;
    run(still, 2, (w, t) => t > 1 && (creep = Math.max(creep, norm(w.velocity(0)))));
    const sliding = make(slope(a, 0.3));
    run(sliding, 1);
    const expected = g * (Math.sin(a) - 0.3 * Math.cos(a));
    const [v0, mu] = [2, 0.4];
    const stopping = make(slope(0, mu, [v0, 0, 0]));
    run(stopping, 1);
    const d = (v0 * v0) / (2 * mu * g);
    return {
      'creep 1e-6 below the angle of friction (m/s)': creep,
      'acceleration at mu = 0.3, relative error': Math.abs(sliding.velocity(0)[0] / expected - 1),
      'stopping distance from 2 m/s, relative error': Math.abs(stopping.position(0)[0] / d - 1),
    };
  },
};

/** A box held by friction between a wall and a plate pressed with 20 times its weight. */
const pinch = {
  name: 'pinch',
  run(make) {
    const world = make({
      h: 0.01,
      mu: 0.5,
      gravity: [0, 0, -g],
      statics: [{ shape: 'box', half: [1, 5, 5], position: [-1, 0, 0] }],
      bodies: [
        { shape: 'box', half: [0.05, 0.05, 0.05], mass: 1, position: [0.05, 0, 0] },
        { shape: 'box', half: [0.02, 0.1, 0.1], mass: 2, position: [0.12, 0, 0], guide: 'x' },
      ],
      forces: () => [[1, [-20 * g, 0, 0]]],
      tolerance: 1e-12,
    });
    let creep = 0;
    run(world, 5, (w, t) => t > 1 && (creep = Math.max(creep, norm(w.velocity(0)))));
    return {
      'creep (m/s)': creep,
      'sinks in 5 s (m)': Math.abs(world.position(0)[2]),
      'squeeze (m)': Math.abs(world.position(0)[0] - 0.05),
    };
  },
};

/** A cube at 6 m/s, mu = 0.5: convex relaxations throw it up. */
const cube = {
  name: 'sliding cube',
  run(make) {
    const world = make({
      h: 0.01,
      mu: 0.5,
      gravity: [0, 0, -g],
      statics: [ground],
      bodies: [{ shape: 'box', half: [0.05, 0.05, 0.05], mass: 1, position: [0, 0, 0.05], velocity: [6, 0, 0] }],
      tolerance: 1e-12,
    });
    let rise = 0;
    run(world, 1.5, (w) => (rise = Math.max(rise, w.position(0)[2] - 0.05)));
    return {
      'lift-off: rise (m)': Math.max(0, rise),
      'stopping distance from 6 m/s, relative error': Math.abs(world.position(0)[0] / (36 / g) - 1),
    };
  },
};

/** Eight perfectly elastic spheres dropped in a column, no friction. */
const column = {
  name: 'elastic column',
  run(make) {
    const r = 0.05;
    const bodies = Array.from({ length: 8 }, (_, k) => ({
      shape: 'sphere',
      radius: r,
      mass: 1,
      position: [0, 0, 0.15 + k * (2 * r + 0.02)],
    }));
    const world = make({
      h: 0.01,
      mu: 0,
      restitution: 1,
      gravity: [0, 0, -g],
      statics: [ground],
      bodies,
      tolerance: 1e-12,
    });
    const energy = () =>
      bodies.reduce((sum, _, k) => sum + g * world.position(k)[2] + 0.5 * norm(world.velocity(k)) ** 2, 0);
    const before = energy();
    let drift = 0;
    run(world, 3, () => (drift = Math.max(drift, Math.abs(energy() / before - 1))));
    return {
      'energy drift, largest in 3 s': drift,
      'energy kept after 3 s, share': energy() / before,
    };
  },
};

/** Ten boxes, the top one 100 times heavier. */
const stack = {
  name: 'stack of ten, top 100 times heavier',
  run(make) {
    const bodies = Array.from({ length: 10 }, (_, k) => ({
      shape: 'box',
      half: [0.1, 0.1, 0.1],
      mass: k === 9 ? 100 : 1,
      position: [0, 0, 0.1 + 0.2 * k],
    }));
    const world = make({ h: 0.01, mu: 0.5, gravity: [0, 0, -g], statics: [ground], bodies, tolerance: 1e-10 });
    run(world, 10);
    const [x, y, z] = world.position(9);
    return { 'top sags in 10 s (m)': Math.abs(1.9 - z), 'top drifts in 10 s (m)': Math.hypot(x, y) };
  },
};

/** A semicircular arch of 15 voussoirs, inner radius 1, outer 1.3, mu = 0.7. */
const arch = {
  name: 'arch of 15 voussoirs',
  run(make) {
    const n = 15;
    const bodies = Array.from({ length: n }, (_, k) => {
      const points = [];
      for (const radius of [1, 1.3]) {
        for (const end of [k, k + 1]) {
          const angle = (end * Math.PI) / n;
          for (const y of [-0.15, 0.15]) points.push([radius * Math.cos(angle), y, radius * Math.sin(angle)]);
        }
      }
      const centre = [0, 1, 2].map((i) => points.reduce((sum, p) => sum + p[i], 0) / points.length);
      return {
        shape: 'convex',
        points: points.map((p) => p.map((x, i) => x - centre[i])),
        density: 2000,
        position: centre,
      };
    });
    const world = make({ h: 0.01, mu: 0.7, gravity: [0, 0, -g], statics: [ground], bodies, tolerance: 1e-8 });
    const before = world.position(7)[2];
    run(world, 10);
    return { 'crown drops in 10 s (m)': Math.abs(before - world.position(7)[2]) };
  },
};

/** Least ratio of tensions at which a chain about half a post slips, over the discrete capstan law; mu = 0.3. */
const capstan = {
  name: 'capstan rope',
  run(make, engine) {
    const [mu, nodes, R, r, tail] = [0.3, 16, 0.1, 0.005, 2];
    const d = Math.PI / nodes;
    const t = mu * Math.tan(d / 2);
    const law = ((1 + t) / (1 - t)) ** nodes;
    const rho = R + r;
    const piece = 2 * rho * Math.sin(d / 2);
    const at = (k) => [rho * Math.cos(d * (k + 0.5)), rho * Math.sin(d * (k + 0.5)), 0];
    const places = [];
    for (let k = tail; k > 0; k--) places.push([at(0)[0], at(0)[1] - k * piece, 0]);
    for (let k = 0; k < nodes; k++) places.push(at(k));
    for (let k = 1; k <= tail; k++) places.push([at(nodes - 1)[0], at(nodes - 1)[1] - k * piece, 0]);
    const last = places.length - 1;
    /** Whether the rope runs at this ratio. */
    const slips = (ratio) => {
      if (engine.capstan) return engine.capstan(mu, nodes, ratio);
      const world = make({
        h: 0.01,
        mu,
        gravity: [0, 0, 0],
        statics: [{ shape: 'cylinder', radius: R, halfLength: 0.5, position: [0, 0, 0] }],
        bodies: places.map((position) => ({ shape: 'sphere', radius: r, mass: 0.01, position, turns: false })),
        ropes: places.slice(1).map((_, k) => ({ a: k, b: k + 1, length: piece })),
        forces: (time) => [
          [0, [0, -1, 0]],
          [last, [0, -1 - (ratio - 1) * Math.min(1, time / 0.5), 0]],
        ],
        tolerance: 1e-10,
      });
      run(world, 1);
      const before = world.position(last)[1];
      run(world, 1);
      const ran = Math.abs(world.position(last)[1] - before);
      world.free?.();
      world.free = undefined;
      // a rope that runs moves by centimetres; one that holds may creep by less than this
      return ran > 1e-3;
    };
    let [low, high] = [0.2, 2];
    for (let k = 0; k < 9; k++) {
      const middle = 0.5 * (low + high);
      if (slips(Math.max(1, middle * law))) high = middle;
      else low = middle;
    }
    return { 'slip ratio over the law': 0.5 * (low + high) };
  },
};

/** Processor time after which the pile is given up, its time a step being known (microseconds). */
const longest = 60e6;

/** 320 spheres settle in a box. */
const spheres = {
  name: '320 spheres settling',
  run(make) {
    const [side, height, wall] = [0.944, 1.2, 0.1];
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const bodies = [];
    for (let k = 0; k < 320; k++) {
      const [i, j, l] = [k % 8, Math.floor(k / 8) % 8, Math.floor(k / 64)];
      const jitter = () => 0.004 * (random() - 0.5);
      bodies.push({
        shape: 'sphere',
        radius: 0.05 * (1 + 0.2 * (random() - 0.5)),
        density: 2500,
        position: [(i - 3.5) * 0.117 + jitter(), (j - 3.5) * 0.117 + jitter(), 0.07 + l * 0.14],
      });
    }
    const s = side / 2;
    const statics = [ground];
    for (const sign of [-1, 1]) {
      statics.push({
        shape: 'box',
        half: [wall / 2, s + wall, height / 2],
        position: [sign * (s + wall / 2), 0, height / 2],
      });
      statics.push({
        shape: 'box',
        half: [s + wall, wall / 2, height / 2],
        position: [0, sign * (s + wall / 2), height / 2],
      });
    }
    const world = make({ h: 0.01, mu: 0.3, gravity: [0, 0, -g], statics, bodies, tolerance: 1e-3 });
    let worst = 0;
    let spent = 0;
    const steps = 300;
    let done = 0;
    for (let k = 0; k < steps && spent < longest; k++) {
      const begun = process.cpuUsage();
      world.step();
      const { user, system } = process.cpuUsage(begun);
      spent += user + system;
      done++;
      if (k % 10 === 9) worst = Math.max(worst, deepest(world, bodies, s));
    }
    if (done < steps) return { 'time a step, CPU (ms)': spent / 1000 / done };
    const moving = bodies.reduce((sum, _, k) => sum + norm(world.velocity(k)) ** 2, 0);
    return {
      'time a step, CPU (ms)': spent / 1000 / done,
      'worst penetration, share of the radius': worst,
      'speed after 3 s, root mean square (m/s)': Math.sqrt(moving / bodies.length),
    };
  },
};

/** Deepest overlap of spheres in a box, over the radius. */
function deepest(world, bodies, s) {
  const x = bodies.map((_, k) => world.position(k));
  let worst = 0;
  for (let i = 0; i < x.length; i++) {
    const r = bodies[i].radius;
    const toWalls = Math.min(x[i][2], s - Math.abs(x[i][0]), s - Math.abs(x[i][1]));
    worst = Math.max(worst, (r - toWalls) / r);
    for (let j = 0; j < i; j++) {
      const gap = Math.hypot(x[i][0] - x[j][0], x[i][1] - x[j][1], x[i][2] - x[j][2]) - r - bodies[j].radius;
      worst = Math.max(worst, -gap / Math.min(r, bodies[j].radius));
    }
  }
  return worst;
}

export const scenes = [incline, pinch, cube, column, stack, arch, capstan, spheres];
