/** A value that steps are taken by: what it is, and why it is that. */
export interface PolicyValue {
  readonly value: number;
  readonly meaning: string;
  /** the reason for the value, or the measurement it came from */
  readonly why: string;
}

/**
 * Every value that decides how a step is taken, in one place; printed by the test beside this file. "Size" is the radius or
 * half thickness of the smaller of two bodies, "allowed" the overlap that a scene allows (`repair.slop`), in sizes.
 */
const table = {
  // contacts that take part
  detectionMargin: {
    value: 0.05,
    meaning: 'contacts are looked for this far beyond the way that bodies go in the step, in sizes',
    why: 'half the default slack, for each of two surfaces: what is within the slack of each other is found',
  },
  closing: {
    value: 1e-3,
    meaning: 'a contact left out takes part after all if the solution closes it by this, in sizes',
    why: 'the default of what a scene allows: less is let stand anyway',
  },
  restitutionGap: {
    value: 1e-7,
    meaning: 'contacts with restitution take part below this gap, in sizes',
    why: 'rounding of positions; more would make a ball bounce before it touches',
  },
  restSteps: {
    value: 2,
    meaning: 'what is slower than weight makes it in so many steps counts as at rest, and does not bounce',
    why: 'a body that rests gains one step of weight and loses it again; two leave room for both',
  },
  pushApart: {
    value: 0.5,
    meaning:
      'most that a contact found at the end of the step is pushed apart by velocity, and that solids are let overlap where contacts are found below theta 1, in sizes',
    why: 'deeper than the middle of a body its normal points to the wrong side',
  },
  spareContacts: {
    value: 64,
    meaning: 'room for contacts found at the end of the step, besides a quarter of the others',
    why: 'memory only: where there is no room left, the step is shortened or repaired',
  },
  // solving
  iterations: {
    value: 1000,
    meaning: 'iterations that a solve may take, unless the scene says otherwise',
    why: 'pony with 300 strands takes 74 on average and 220 at most, spaghetti-31 635 at most',
  },
  singleContactError: {
    value: 1e-10,
    meaning: 'a contact alone that is solved directly to worse than this goes to the iterative solver',
    why: 'a direct solve ends at rounding; what is far from that is degenerate',
  },
  smallGroup: {
    value: 64,
    meaning: 'groups of at most so many contacts are always iterated on, and never handed to another thread',
    why: 'handing such a group over takes longer than solving it; iterating on it costs nothing',
  },
  guessAtRest: {
    value: 0.01,
    meaning: 'groups at rest whose first guess has more than this share of the error allowed are iterated on',
    why: 'forces that stay as they were do not hold what moves: unseen, errors grow from step to step up to the tolerance',
  },
  creep: {
    value: 1e-11,
    meaning: 'error that groups at rest are solved to where no tolerance for rest is given (m/s)',
    why: '36 nm in an hour; a hundred contacts in a row that err alike still stay below 1e-9 m/s',
  },
  restIterations: {
    value: 100,
    meaning: 'iterations that are spent on that in a step',
    why: "enough for 50 sweeps and Newton's method; what takes more goes on in the next step from where this one ended",
  },
  largeGroup: {
    value: 500,
    meaning: 'groups of more contacts are solved again without those that stay open, and are not tried by Newton alone',
    why: "W of 500 contacts takes 18 MB when it is full: what is left out pays, and Newton's factor no longer does",
  },
  openingClearance: {
    value: 0.1,
    meaning: 'open contacts that open by this in the step are left out when a large group is solved again, in sizes',
    why: 'the default slack: what opens less could close again in the next step',
  },
  rounds: {
    value: 4,
    meaning: 'how often a solve, or a step, is repeated with contacts added to it',
    why: 'bounds the cost; wavy-hair takes 1.6 on average (264 in 167 attempts at 0.35 s)',
  },
  clothRounds: {
    value: 10,
    meaning: 'the same for the end of steps with cloth: how often one is solved again with the contacts found there',
    why: 'bounds the cost; a ball of ten times its mass at 20 m/s takes 8 in one step, where friction and stretch must agree',
  },
  // assessing the end of the step
  endReach: {
    value: 0.2,
    meaning: 'contacts are looked for up to this gap where bodies are at the end of the step, in sizes',
    why: 'the most that one repair moves a contact by default, and the most that the detector looks for',
  },
  unmoved: {
    value: 0.005,
    meaning: 'where no node of a fiber has moved farther than this, the end of the step is not looked at, in sizes',
    why: 'half of what is tolerated, for each of two fibers',
  },
  tolerated: {
    value: 0.01,
    meaning: 'overlaps at the end that nothing is done about but repair, in sizes; or this many times what is allowed:',
    why: 'ten times the default of what a scene allows; taken over from earlier versions, not measured',
  },
  toleratedShare: {
    value: 1.25,
    meaning: 'the same, in units of what the scene allows',
    why: "a quarter more than is allowed: solving again for less would do the repair's work at a higher price",
  },
  gained: {
    value: 1e-9,
    meaning: 'a step solved again that gains more energy than this is not taken, as a share of the energy of motion',
    why: 'a thousandth of what is asked of energy in worlds without drive; rounding is below 1e-12',
  },
  samePlace: {
    value: 0.1,
    meaning: 'a contact found at the end takes the place of one that touches no farther off than this, in sizes',
    why: 'the default slack; farther off both hold: a coin that falls flat otherwise drops the one for the other in turn',
  },
  turnedShare: {
    value: 1e-3,
    meaning: 'solids that turn are kept from overlapping deeper than they do from this on, in units of what is allowed',
    why: 'what is let be adds up: five hundred steps of it fit between what is held and what is repaired',
  },
  nearRoot: {
    value: 0.2,
    meaning: 'fibers that overlap nearer to a held end than this share of their length are left to the repair',
    why: 'a clamped strand is 1 / 0.2^3 = 125 times as stiff there as at its tip: impulses would bend it absurdly',
  },
  manyContacts: {
    value: 1000,
    meaning: 'from so many contacts on, solving again costs more than two steps half as long',
    why: 'taken over from earlier versions, not measured',
  },
  repairableShare: {
    value: 12.5,
    meaning: 'with many contacts: overlaps up to this are left to the repair, in units of what the scene allows',
    why: 'half a radius for hair (0.04 allowed): from there the repair still finds the right side',
  },
  recruitShare: {
    value: 7.5,
    meaning: 'with many contacts: contacts left out that close by less than this are left to the repair, same units',
    why: 'below what is repairable, by as much as bends within the step make the linearised gap wrong',
  },
  failed: {
    value: 0.07,
    meaning: 'overlaps with which a step fails: it is taken again half as long if it can be, in sizes',
    why: 'taken over from earlier versions, not measured',
  },
  failedShare: {
    value: 15,
    meaning: 'the same with many contacts, in units of what the scene allows, where that is more',
    why: 'above what is repairable: what is between the two has been tried and is left to the repair',
  },
  // length of the step
  spareHalvings: {
    value: 2,
    meaning: 'how often a step that fails may be halved beyond the shortest step of the scene',
    why: 'a quarter of the step has a sixteenth of the overlap, which goes with its square',
  },
  calmSteps: {
    value: 4,
    meaning: 'steps without trouble before the step is doubled again',
    why: 'a longer step that fails costs one step and a half; four calm ones before it outweigh that',
  },
  slowTravel: {
    value: 0.25,
    meaning: 'a step is slow where contacts travel less than this share of what the scene allows',
    why: 'twice as long it travels half of what is allowed, and is not halved again at once',
  },
  // repair
  repairPasses: {
    value: 16,
    meaning: 'how often overlaps are looked for and repaired at the end of a step',
    why: 'bounds the cost; pony takes 1 a repair, wavy-hair 156 in 154 repairs',
  },
  repairedShare: {
    value: 0.5,
    meaning: 'a repair undoes all overlaps deeper than this share of what the scene allows, to half of that',
    why: 'pony with 300 strands, 38 steps: 5 of them repaired with 0.5 (deepest 3.86 % in the end), 19 with 1 (4.39 %)',
  },
  negligible: {
    value: 0.05,
    meaning: 'displacements below this share of what the scene allows are not made',
    why: 'twenty of them still stay within what is allowed',
  },
  idleSweeps: {
    value: 5,
    meaning: 'contacts that do not push are looked at once in so many sweeps of the repair',
    why: 'a fifth of the sweeps look at all contacts, the others only at those that push',
  },
  rootCompliance: {
    value: 1e-3,
    meaning: 'contacts that give way less than this share of what the free end does are not repaired in full',
    why: 'a tenth of the length from a clamp, (0.1)^3; nearer, a fiber would be bent absurdly farther along',
  },
} as const satisfies Readonly<Record<string, PolicyValue>>;

export type PolicyName = keyof typeof table;

/** The table with reasons, for people. */
export const policyTable: Readonly<Record<PolicyName, PolicyValue>> = table;

/** The values alone. */
export const policy = Object.fromEntries(Object.entries(table).map(([name, { value }]) => [name, value])) as Readonly<
  Record<PolicyName, number>
>;
