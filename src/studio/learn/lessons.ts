import { type Seen, distance, wayOf } from './seen.js';
import * as scenes from './lesson-scenes.js';

/** One question of a lesson, answered by a run. */
export interface Round {
  readonly question: string;
  readonly options: readonly string[];
  readonly scene: unknown;
  /** number of the option that the run has shown to be right */
  readonly judge: (seen: Seen) => number;
  /** what was measured, in words */
  readonly measured: (seen: Seen) => string;
  /** why it is so */
  readonly why: string;
  /** direction to the camera */
  readonly from: readonly number[];
  /** time whose force is told of, where the end has another (s) */
  readonly telling?: number;
  /** μ of the faces whose force is told of, where others carry more */
  readonly of?: number;
}

export interface Lesson {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly rounds: readonly Round[];
}

/** What has moved by less has stayed (m): far below what is seen, far above what solvers leave. */
const stays = 2e-3;
const g = 9.81;
const degrees = Math.PI / 180;

const stayOrSlide = ['It stays where it is', 'It slides down'];
const slid = (seen: Seen): number => (wayOf(seen, 'box') < stays ? 0 : 1);
const millimetres = (way: number): string =>
  way < 1e-3 ? `${(1e6 * way).toFixed(1)} µm` : `${(1e3 * way).toFixed(1)} mm`;
const boxWay = (seen: Seen): string =>
  `The box has moved by ${millimetres(wayOf(seen, 'box'))} in ${last(seen).toFixed(1)} s.`;
const last = (seen: Seen): number => seen.times[seen.times.length - 1];
const askew = [0.35, -1, 0.35];

const stickAndSlip: Lesson = {
  name: 'stick-and-slip',
  title: 'Stick and slip',
  about: 'A box on a slope: what decides whether it stays?',
  rounds: [
    {
      question: 'A wooden box lies on a slope of 25 degrees. Its friction coefficient μ is 0.5. What happens?',
      options: stayOrSlide,
      scene: scenes.slope(25, 1),
      judge: slid,
      measured: boxWay,
      why:
        'Gravity pulls along the slope with m g sin 25°, and presses with m g cos 25°. Friction holds up to μ times the ' +
        'pressing force: it holds where tan 25° = 0.466 is at most μ = 0.5. The forces of all corners together lie inside the cone; ' +
        'how they share it is not unique, one corner may be at its limit while another holds less.',
      from: askew,
    },
    {
      question: 'The same slope, and a box ten times as heavy. What happens now?',
      options: stayOrSlide,
      scene: scenes.slope(25, 10),
      judge: slid,
      measured: boxWay,
      why:
        'Weight presses as much more as it pulls: the mass drops out. Only the angle and μ count. ' +
        'This is why the law is a cone: it has an opening, and no size.',
      from: askew,
    },
    {
      question: 'The slope is raised to 30 degrees. tan 30° = 0.577 is more than μ. How does the box move?',
      options: ['It creeps down at a steady pace', 'It slides faster and faster', 'It stays where it is'],
      scene: scenes.slope(30, 1),
      judge: (seen) => {
        const middle = seen.times.findIndex((t) => t >= last(seen) / 2);
        const [half, all] = [middle, seen.times.length - 1].map((k) =>
          distance(seen.place('box', 0), seen.place('box', k)),
        );
        // at a steady pace the way grows as the time, at a steady acceleration as its square
        return all < stays ? 2 : all / half > (last(seen) / seen.times[middle]) ** 1.5 ? 1 : 0;
      },
      measured: (seen) => {
        const rate = (2 * wayOf(seen, 'box')) / last(seen) ** 2;
        const known = g * (Math.sin(30 * degrees) - 0.5 * Math.cos(30 * degrees));
        return `It speeds up by ${rate.toFixed(3)} m/s²; g (sin 30° − μ cos 30°) is ${known.toFixed(3)} m/s².`;
      },
      why:
        'Sliding, friction is at its limit μ r_N, on the edge of the cone and against the motion. What gravity has more ' +
        'than that speeds the box up. Coulomb’s friction does not grow with speed, so there is no steady pace.',
      from: askew,
    },
  ],
};

/** Angle of the way of the box against the direction it was thrown in (degrees). */
function astray(seen: Seen): number {
  const [from, to] = [seen.place('box', 0), seen.place('box', seen.times.length - 1)];
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]) - Math.atan2(scenes.thrown[1], scenes.thrown[0]);
  return Math.abs(angle) / degrees;
}

const straightOrNot = ['Straight ahead, until it stops', 'It is led off its line'];
const lineOf: Round['judge'] = (seen) => (astray(seen) < 0.5 ? 0 : 1);
const lineWords = (seen: Seen): string =>
  `It stopped ${astray(seen).toFixed(2)} degrees off the line it was thrown along.`;

/** The box that is thrown slides both ways for 0.19 s even where a pyramid slows it down (s). */
const whileSliding = 0.08;

const cone: Lesson = {
  name: 'the-cone',
  title: 'The cone, and why pyramids are wrong',
  about: 'Most programs replace the friction cone by a pyramid. See what that does.',
  rounds: [
    {
      question: 'A box is thrown over a rough floor, askew to the grid. Which way does it go?',
      options: straightOrNot,
      scene: scenes.throwBox('exact'),
      judge: lineOf,
      measured: lineWords,
      why:
        'Friction acts against the motion, with the same force in every direction: the force is on the edge of a round ' +
        'cone, opposite to the slip. So the box slows down along its line.',
      from: [0.2, -0.6, 1],
      telling: whileSliding,
    },
    {
      question: 'Now friction is computed with a pyramid of four sides along x and y. Which way does the same box go?',
      options: straightOrNot,
      scene: scenes.throwBox('pyramid'),
      judge: lineOf,
      measured: lineWords,
      why:
        'A pyramid treats x and y apart: while the box slides both ways, each gets its full μ r_N. Together they are ' +
        '√2 times too strong and point along the diagonal instead of against the motion. The slower direction stops ' +
        'first: the box turns towards an axis that only the program knows of.',
      from: [0.2, -0.6, 1],
      telling: whileSliding,
    },
    {
      question:
        'Pushed along the diagonal with 4.4 N; the cone can hold 3.9 N. With the pyramid, does the box move at all?',
      options: ['It stays', 'It slides away'],
      scene: scenes.pushBox('pyramid'),
      judge: slid,
      measured: boxWay,
      why:
        'The corner of the pyramid reaches √2 times as far as the cone: it can hold 5.5 N along the diagonal. ' +
        'A push along x would have moved the box at 3.9 N. With the exact cone it slides, whichever way it is pushed.',
      from: [0.2, -0.6, 0.8],
    },
  ],
};

const holdOrSlip = ['The rope holds', 'The rope slips'];
const ropeSlipped = (seen: Seen): number => (wayOf(seen, 'heavy') < 0.03 ? 0 : 1);
const ropeWords = (seen: Seen): string => `The heavy weight has gone down by ${millimetres(wayOf(seen, 'heavy'))}.`;

const capstan: Lesson = {
  name: 'the-capstan',
  title: 'The capstan',
  about: 'A rope around a post: how much can a small weight hold?',
  rounds: [
    {
      question:
        'A rope hangs over a fixed round bar, μ = 0.3, with 1 kg on one side and 2 kg on the other. What happens?',
      options: holdOrSlip,
      scene: scenes.capstan(0.3, 2),
      judge: ropeSlipped,
      measured: ropeWords,
      why:
        'Every little piece of the bar presses on the rope with what the rope pulls, and friction lets the pull grow by ' +
        'μ times the angle it turns: after half a turn, by e^(0.3 π) = 2.57. Twice the weight is less than that.',
      from: [0.3, -1, 0.15],
    },
    {
      question: 'Now 4 kg against 1 kg, over the same bar. What happens?',
      options: holdOrSlip,
      scene: scenes.capstan(0.3, 4),
      judge: ropeSlipped,
      measured: ropeWords,
      why: 'Four is more than 2.57: all contacts are at their limit, and the rope slides.',
      from: [0.3, -1, 0.15],
    },
    {
      question: 'A rougher bar: μ is doubled, to 0.6. Can 1 kg hold 5 kg now?',
      options: holdOrSlip,
      scene: scenes.capstan(0.6, 5),
      judge: ropeSlipped,
      measured: ropeWords,
      why:
        'Twice the μ squares the ratio: e^(0.6 π) = 6.6. So does twice the angle: each half turn more multiplies again. ' +
        'This is how a sailor holds a ship with one hand, and it does not depend on how thick the bar is.',
      from: [0.3, -1, 0.15],
    },
  ],
};

/** How much the distance of the two ends of the cord has changed in the last part of the run (m). */
function knotMoves(seen: Seen): number {
  const end = seen.times.length - 1;
  const apart = (k: number): number => distance(seen.place('cord', k), seen.tip('cord', k));
  const late = seen.times.map((_, k) => k).filter((k) => seen.times[k] > 0.6 * seen.times[end]);
  const all = late.map(apart);
  return Math.max(...all) - Math.min(...all);
}

const knotOptions = ['It comes to rest and stays tied', 'It keeps moving and works loose'];
const knotJudge = (seen: Seen): number => (knotMoves(seen) < 0.05 ? 0 : 1);
const knotWords = (seen: Seen): string =>
  `In the last 0.8 s the distance of its two ends changed by ${millimetres(knotMoves(seen))}.`;

const knots: Lesson = {
  name: 'why-knots-hold',
  title: 'Why knots hold',
  about: 'A springy cord wants to be straight. What keeps a knot in it?',
  rounds: [
    {
      question: 'An overhand knot in a springy cord is let go. There is no friction at all. What happens?',
      options: knotOptions,
      scene: scenes.knot(0),
      judge: knotJudge,
      measured: knotWords,
      why:
        'Nothing but friction holds a knot. The cord presses on itself where it crosses, but without friction these ' +
        'forces are at right angles to it and cannot keep it from sliding along itself.',
      from: [0.15, -1, 0.4],
    },
    {
      question: 'The same knot, with μ = 0.8.',
      options: knotOptions,
      scene: scenes.knot(0.8),
      judge: knotJudge,
      measured: knotWords,
      why:
        'The cord turns around itself as a rope does around a capstan: the harder it presses, the more it can hold. ' +
        'The bending that would open the knot is what presses it together.',
      from: [0.15, -1, 0.4],
    },
    {
      question: 'And with μ = 0.3, less than half of that?',
      options: knotOptions,
      scene: scenes.knot(0.3),
      judge: knotJudge,
      measured: knotWords,
      why:
        'It holds as well: there is a threshold, and beyond it more friction changes nothing. For a loose overhand knot ' +
        'in a cord like this one it is low.',
      from: [0.15, -1, 0.4],
    },
  ],
};

const standOrFall = ['It stands', 'It falls'];
const fell = (seen: Seen): number => {
  const end = seen.times.length - 1;
  return seen.place('top', 0)[2] - seen.place('top', end)[2] < 0.02 ? 0 : 1;
};
const topWords = (seen: Seen): string => {
  const end = seen.times.length - 1;
  const down = seen.place('top', 0)[2] - seen.place('top', end)[2];
  return `The topmost stone has come down by ${millimetres(Math.max(0, down))}.`;
};

/** The arch has begun to give way by then, and its stones still touch along their faces (s). */
const whileFalling = 0.05;

const stacks: Lesson = {
  name: 'why-stacks-stand',
  title: 'Why stacks stand',
  about: 'Stones without mortar: weight, friction, and where the forces go.',
  rounds: [
    {
      question: 'Four boards, each a little further out than the one below: by 1/6, 1/4 and 1/2 of a board, less 2 %.',
      options: standOrFall,
      scene: scenes.overhang(0.98),
      judge: fell,
      measured: topWords,
      why:
        'What lies above each edge has its centre of mass just inside of it. Contacts only push: as long as some set of ' +
        'pushes balances the weight, the stack stands.',
      from: [0.3, -1, 0.25],
    },
    {
      question: 'The same boards, each 10 % further out.',
      options: standOrFall,
      scene: scenes.overhang(1.1),
      judge: fell,
      measured: topWords,
      why: 'Now the centre of mass is beyond the edge. It would take a contact that pulls, and there is none.',
      from: [0.3, -1, 0.25],
    },
    {
      question: 'An arch of nine stones, with μ = 0.1 between them. Does it stand?',
      options: standOrFall,
      scene: scenes.arch(0.1),
      judge: fell,
      measured: topWords,
      why:
        'In an arch the push between the stones is askew to their faces. It has to lie within the friction cone of every ' +
        'joint: with so little friction there is no way for it, and the lower stones slide out.',
      from: [0.2, -1, 0.2],
      telling: whileFalling,
      of: 0.1,
    },
    {
      question: 'The same arch with μ = 0.7, as of rough stone.',
      options: standOrFall,
      scene: scenes.arch(0.7),
      judge: fell,
      measured: topWords,
      why: 'Friction gives the forces room: a line of thrust fits into the arch and into all cones, and the arch stands.',
      from: [0.2, -1, 0.2],
      of: 0.7,
    },
  ],
};

/** The lessons, in their order. */
export const lessons: readonly Lesson[] = [stickAndSlip, cone, capstan, knots, stacks];

export const lessonNamed = (name: string): Lesson | undefined => lessons.find((lesson) => lesson.name === name);
