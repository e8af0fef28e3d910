import { describe, expect, it } from 'vitest';
import {
  type StepDecision,
  type StepFacts,
  decide,
  isOneAttempt,
  mayLengthen,
  overlapLimits,
  stages,
} from './decide.js';
import { policy, policyTable } from './values.js';

/** A step with nothing wrong. */
const fine: StepFacts = {
  stage: 'advance',
  contacts: 10,
  impact: false,
  travel: 0,
  canHalve: true,
  canHalveFailed: true,
  solved: true,
  fellBack: false,
  round: 0,
  isFallback: false,
  hasRoom: true,
  canRepair: true,
  allowed: 0.001,
  depth: 0,
  overlap: 0,
  overlapBefore: Infinity,
  isOfCloth: false,
  gains: false,
};

const shortest = { canHalve: false, canHalveFailed: false };
const many = { contacts: 5000, allowed: 0.04 };

const table: readonly (readonly [what: string, facts: Partial<StepFacts>, expected: string])[] = [
  ['contacts found', { stage: 'detect' }, 'proceed'],
  ['solids hit each other at theta < 1', { stage: 'detect', impact: true }, 'fall-back: implicit step of an impact'],
  ['contacts slow enough', { stage: 'linearise', travel: 1 }, 'proceed'],
  ['contacts too fast', { stage: 'linearise', travel: 1.01 }, 'shorten: too fast'],
  ['too fast, usual shortest step', { stage: 'linearise', travel: 9, canHalve: false }, 'proceed'],
  ['solved', { stage: 'solve' }, 'proceed'],
  ['not solved', { stage: 'solve', solved: false }, 'shorten: not solved'],
  ['not solved, usual shortest step', { stage: 'solve', solved: false, canHalve: false }, 'shorten: not solved'],
  ['not solved, shortest step', { stage: 'solve', solved: false, ...shortest }, 'proceed'],
  ['a rod not solved at theta < 1', { stage: 'solve', fellBack: true }, 'shorten: implicit step of a rod'],
  ['solved before, not again', { stage: 'solve', solved: false, round: 1 }, 'fall-back: not solved'],
  ['no overlap', {}, 'accept: within what is allowed'],
  ['overlap as allowed', { depth: 0.001 }, 'accept: within what is allowed'],
  ['overlap below what is tolerated', { depth: 0.009 }, 'repair: overlap at the end'],
  ['the same, repair switched off', { depth: 0.009, canRepair: false }, 'accept: overlap at the end'],
  ['overlap next to a held end', { depth: 0.3, overlap: 0 }, 'repair: overlap at the end'],
  ['overlap', { depth: 0.02, overlap: 0.02 }, 'solve-again: overlap at the end'],
  ['overlap, less than before', { overlap: 0.02, round: 1, overlapBefore: 0.03 }, 'solve-again: overlap at the end'],
  ['overlap, more than before', { overlap: 0.04, round: 1, overlapBefore: 0.03 }, 'solve-again: overlap at the end'],
  [
    'overlap, more than before, after the last round',
    { overlap: 0.04, round: policy.rounds, overlapBefore: 0.03 },
    'fall-back: not better',
  ],
  ['solved again, with energy from nowhere', { round: 1, gains: true }, 'fall-back: energy from nowhere'],
  ['back from that', { round: 1, gains: true, isFallback: true }, 'accept: within what is allowed'],
  ['the same with an overlap', { round: 1, gains: true, isFallback: true, overlap: 0.03 }, 'shorten: overlap too deep'],
  [
    'back from that, with an overlap, shortest step',
    { round: 1, gains: true, isFallback: true, overlap: 0.03, ...shortest },
    'repair: overlap at the end',
  ],
  ['overlap, back at the better one', { overlap: 0.03, round: 1, isFallback: true }, 'repair: overlap at the end'],
  ['overlap, no room for contacts', { overlap: 0.03, hasRoom: false }, 'repair: overlap at the end'],
  [
    'overlap after the last round',
    { overlap: 0.02, round: policy.rounds, overlapBefore: 1 },
    'repair: overlap at the end',
  ],
  [
    'deep overlap after the last round',
    { overlap: 0.08, round: policy.rounds, overlapBefore: 1 },
    'shorten: overlap too deep',
  ],
  [
    'the same, shortest step',
    { overlap: 0.08, round: policy.rounds, overlapBefore: 1, ...shortest },
    'repair: overlap too deep, no shorter step',
  ],
  [
    'overlap of cloth, more than before',
    { overlap: 0.04, round: policy.rounds, overlapBefore: 0.03, isOfCloth: true },
    'solve-again: overlap at the end',
  ],
  [
    'the same after the last round',
    { overlap: 0.04, round: policy.clothRounds, overlapBefore: 0.03, isOfCloth: true },
    'fall-back: not better',
  ],
  ['many contacts, overlap as allowed', { ...many, depth: 0.04 }, 'accept: within what is allowed'],
  ['many contacts, overlap', { ...many, depth: 0.3, overlap: 0.3 }, 'repair: overlap at the end'],
  ['many contacts, deep overlap', { ...many, depth: 0.51, overlap: 0.51 }, 'shorten: overlap too deep'],
  [
    'many contacts, deep overlap, shortest step',
    { ...many, depth: 0.51, overlap: 0.51, ...shortest },
    'solve-again: overlap at the end',
  ],
];

const text = (decision: StepDecision): string =>
  decision.kind === 'proceed' ? 'proceed' : `${decision.kind}: ${decision.reason}`;

describe('the step policy', () => {
  it.each(table)('%s', (_, facts, expected) => {
    expect(text(decide({ ...fine, ...facts }))).toBe(expected);
  });

  it('prints its table and its values', () => {
    const lines = table.map(([what, facts, expected]) => {
      return `${(facts.stage ?? 'advance').padEnd(10)} ${what.padEnd(44)} ${expected}`;
    });
    const values = Object.entries(policyTable).map(([name, { value, meaning, why }]) => {
      return `${name.padEnd(20)} ${String(value).padStart(6)}  ${meaning}\n${' '.repeat(29)}because: ${why}`;
    });
    process.stdout.write(`\n${lines.join('\n')}\n\n${values.join('\n')}\n`);
    expect(new Set(table.map(([what]) => what)).size).toBe(table.length);
  });

  it('always comes to an end: every chain of decisions is finite, and ends in accept or repair', () => {
    // all combinations of what a stage may measure; shortening and rounds are counted as the stepper does
    let longest = 0;
    const follow = (facts: StepFacts, halvings: number, length: number): void => {
      longest = Math.max(longest, length);
      expect(length).toBeLessThan(200);
      const decision = decide(facts);
      const next = (more: Partial<StepFacts>): void => follow({ ...facts, ...more }, halvings, length + 1);
      const halved = { canHalve: halvings > 3, canHalveFailed: halvings > 1, round: 0, isFallback: false };
      switch (decision.kind) {
        case 'proceed':
          return next({ stage: stages[stages.indexOf(facts.stage) + 1] });
        case 'shorten':
          return follow({ ...facts, ...halved, stage: 'linearise' }, halvings - 1, length + 1);
        case 'solve-again':
          return next({ stage: 'solve', round: facts.round + 1, overlapBefore: facts.overlap + 1e-3 });
        case 'fall-back':
          return next({ stage: 'advance', isFallback: true });
        case 'accept':
        case 'repair':
          return;
      }
    };
    for (const solved of [true, false])
      for (const overlap of [0, 0.02, 0.08, 0.6])
        for (const contacts of [0, 999, 1000])
          for (const travel of [0, 2])
            for (const hasRoom of [true, false])
              follow(
                { ...fine, stage: 'detect', solved, overlap, depth: overlap, contacts, travel, hasRoom, allowed: 0.04 },
                4,
                0,
              );
    expect(longest).toBeGreaterThan(10);
  });

  it('reacts to no overlap that a scene allows, however many contacts there are', () => {
    for (const allowed of [0, 1e-3, 0.01, 0.04, 0.2]) {
      for (const contacts of [0, 999, 1000, 1e5]) {
        const { tolerated, repairable, failed } = overlapLimits(allowed, contacts);
        expect(tolerated).toBeGreaterThanOrEqual(allowed);
        if (contacts >= policy.manyContacts) expect(failed).toBeGreaterThan(repairable);
      }
    }
  });

  it('lengthens the step only where four times the overlap would be repaired', () => {
    expect(mayLengthen({ ...fine, ...many, overlap: 0.12 })).toBe(true);
    expect(mayLengthen({ ...fine, ...many, overlap: 0.13 })).toBe(false);
    expect(mayLengthen(fine)).toBe(true);
  });

  it('tries a group in one way only where the step can be halved and solving is costly', () => {
    expect(isOneAttempt({ contacts: 1000, canHalveFailed: true })).toBe(true);
    expect(isOneAttempt({ contacts: 1000, canHalveFailed: false })).toBe(false);
    expect(isOneAttempt({ contacts: 999, canHalveFailed: true })).toBe(false);
  });

  it('has a meaning and a reason for every value', () => {
    for (const { value, meaning, why } of Object.values(policyTable)) {
      expect(value).toBeGreaterThan(0);
      expect(meaning.length).toBeGreaterThan(20);
      expect(why.length).toBeGreaterThan(20);
    }
  });
});
