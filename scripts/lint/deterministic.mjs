/**
 * ESLint rule: the core computes the same bits on every engine. It therefore uses only the operations that IEEE 754 and
 * the language fix completely, and neither the clock nor the engine's random numbers.
 */
import { insideSource } from './layers.mjs';

const CHECKED = [
  'math',
  'linalg',
  'geometry',
  'friction',
  'bodies',
  'collision',
  'dynamics',
  'scene',
  'record',
  'study',
  'validation',
];

/** Functions that are exact or correctly rounded by definition, and constants. */
const ALLOWED = new Set([
  ...['sqrt', 'abs', 'min', 'max', 'floor', 'ceil', 'round', 'sign', 'trunc', 'imul', 'fround', 'clz32'],
  ...['PI', 'E', 'LN2', 'LN10', 'LOG2E', 'LOG10E', 'SQRT2', 'SQRT1_2'],
]);

/** The one file that may look at the clock: it only measures, nothing is decided by it. */
const CLOCK = 'friction/clock.ts';

const isChecked = (file) =>
  CHECKED.includes(file.split('/', 1)[0]) && !/\.(test|bench)\.ts$/.test(file) && !file.split('/').includes('testing');

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      maths: 'Math.{{name}} differs in its last bits between engines: use src/math',
      wholeMath: 'use Math only as Math.name, so that the name can be checked',
      power: "'**' differs in its last bits between engines: multiply, or use pow of src/math",
      random: 'use the seeded Random of src/math',
      clock: "'{{name}}' reads the clock: results must not depend on time",
    },
  },
  create(context) {
    const file = insideSource(context.filename, context.cwd);
    if (file === null || !isChecked(file)) return {};
    const isGlobal = (node) => {
      let scope = context.sourceCode.getScope(node);
      for (; scope !== null; scope = scope.upper) {
        const variable = scope.set.get(node.name);
        if (variable !== undefined) return variable.defs.length === 0;
      }
      return true;
    };
    const checkMath = (node) => {
      const parent = node.parent;
      const member = parent.type === 'MemberExpression' && parent.object === node && !parent.computed;
      if (!member) context.report({ node, messageId: 'wholeMath' });
      else if (parent.property.name === 'random') context.report({ node: parent, messageId: 'random' });
      else if (!ALLOWED.has(parent.property.name)) {
        context.report({ node: parent, messageId: 'maths', data: { name: parent.property.name } });
      }
    };
    const checkClock = (node) => {
      if (node.name === 'performance' && file === CLOCK) return;
      context.report({ node, messageId: 'clock', data: { name: node.name } });
    };
    return {
      Identifier(node) {
        if (node.name !== 'Math' && node.name !== 'Date' && node.name !== 'performance') return;
        const parent = node.parent;
        if (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) return;
        if (parent.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand) return;
        if (parent.type.startsWith('TS') || !isGlobal(node)) return;
        if (node.name === 'Math') checkMath(node);
        else checkClock(node);
      },
      MemberExpression(node) {
        const name = node.computed ? null : node.property.name;
        if (node.object.type === 'Identifier' && node.object.name === 'globalThis' && name !== null) {
          if (['Math', 'Date', 'performance'].includes(name)) context.report({ node, messageId: 'wholeMath' });
        }
        if (name === 'getRandomValues' || name === 'randomUUID') context.report({ node, messageId: 'random' });
      },
      BinaryExpression(node) {
        if (node.operator === '**') context.report({ node, messageId: 'power' });
      },
      AssignmentExpression(node) {
        if (node.operator === '**=') context.report({ node, messageId: 'power' });
      },
    };
  },
};
