import type { FiberBody } from '../../bodies/body.js';
import { nearest } from '../../nearest.js';
import type { CallHelp, Compiled, Scope, Vector3 } from '../expression/compile.js';
import type { Node } from '../expression/parse.js';
import type { Collector } from './over-time.js';
import { overTime } from './over-time.js';
import type { Probe } from './probe.js';
import type { ArgumentKind, Quantity } from './quantities.js';
import { quantities } from './quantities.js';

/** A collector and the expression that it is fed with. */
export interface Fed {
  readonly collector: Collector;
  readonly value: () => number;
}

/** Names of quantities, functions over time and parameters, for a world. */
export function worldScope(probe: Probe, parameters: Readonly<Record<string, number>>, fed: Fed[]): Scope {
  return {
    known: [...Object.keys(quantities), ...Object.keys(overTime), ...Object.keys(parameters)],
    name: (name) => {
      if (Object.hasOwn(parameters, name)) return { type: 'number', value: () => parameters[name] };
      if (!Object.hasOwn(quantities, name)) return undefined;
      const quantity = quantities[name];
      return quantity.arguments.every(optional) ? measured(probe, quantity, []) : undefined;
    },
    call: (name, args, help) => {
      if (Object.hasOwn(overTime, name)) return collected(name, args, help, fed);
      if (!Object.hasOwn(quantities, name)) return undefined;
      return quantityCall(probe, name, args, help);
    },
  };
}

const optional = (kind: ArgumentKind): boolean => kind.endsWith('?');

function measured(probe: Probe, quantity: Quantity, args: (number | undefined)[]): Compiled {
  return { type: quantity.type, value: () => quantity.value(probe, args) as number & Vector3 };
}

function collected(name: string, args: readonly Node[], help: CallHelp, fed: Fed[]): Compiled {
  const { time, create } = overTime[name];
  const wanted = time ? 2 : 1;
  if (args.length !== wanted) {
    help.fail(args[0], time ? `${name}(time, expression)` : `${name}(expression)`, `${args.length} arguments`);
  }
  const collector = create(time ? help.number(args[0])() : 0);
  const value = help.number(args[wanted - 1]);
  fed.push({ collector, value });
  return { type: 'number', value: () => collector.value() };
}

function quantityCall(probe: Probe, name: string, args: readonly Node[], help: CallHelp): Compiled {
  const quantity = quantities[name];
  const kinds = quantity.arguments;
  const least = kinds.filter((kind) => !optional(kind)).length;
  if (args.length < least || args.length > kinds.length) {
    const expected = kinds.length === 0 ? `${name} without arguments` : `${name}(${kinds.join(', ')})`;
    help.fail(args[0], expected, `${args.length} arguments`);
  }
  const numbers: (number | undefined)[] = [];
  args.forEach((arg, k) => numbers.push(argument(probe, kinds[k], arg, numbers[0], help)));
  return measured(probe, quantity, numbers);
}

function argument(probe: Probe, kind: ArgumentKind, node: Node, body: number | undefined, help: CallHelp): number {
  if (kind === 'node?') return nodeNumber(probe, node, body!, help);
  if (kind === 'end') return heldEnd(probe, node, body!, help);
  if (kind === 'number') return help.number(node)();
  const { bodies, obstacles } = probe.world;
  const names = bodies.map(({ name }) => name);
  if (node.kind === 'number') {
    if (Number.isInteger(node.value) && node.value >= 0 && node.value < bodies.length)
      return checkRigid(probe, kind, node.value, node, help);
    help.fail(node, `a body from 0 to ${bodies.length - 1}`, String(node.value));
  }
  const given = node.kind === 'text' ? node.value : node.kind === 'name' ? node.name : undefined;
  if (given === undefined)
    return help.fail(node, 'the name of a body', 'an expression', 'names with - in quotes: "rod-0"');
  const found = names.indexOf(given);
  if (found >= 0) return checkRigid(probe, kind, found, node, help);
  if (kind === 'who?') {
    const obstacle = obstacles.findIndex(({ name }) => name === given);
    if (obstacle >= 0) return -1 - obstacle;
    names.push(...obstacles.map(({ name }) => name));
  }
  const similar = nearest(given, names);
  const hint = similar ? `did you mean ${similar}?` : `there are: ${names.slice(0, 12).join(', ')}`;
  return help.fail(node, kind === 'who?' ? 'the name of a body or an obstacle' : 'the name of a body', given, hint);
}

function checkRigid(probe: Probe, kind: ArgumentKind, body: number, node: Node, help: CallHelp): number {
  const own = probe.world.bodies[body];
  if (kind === 'rigid' && own.kind !== 'rigid') help.fail(node, 'a rigid body', `${own.name}, a ${own.kind}`);
  if (kind === 'rod' && own.kind !== 'rod') help.fail(node, 'a rod', `${own.name}, a ${own.kind}`);
  return body;
}

/** An end of a rod whose force is known. */
function heldEnd(probe: Probe, node: Node, body: number, help: CallHelp): number {
  const given = help.number(node)();
  if (given !== 0 && given !== -1) help.fail(node, '0 for the first node or -1 for the last', String(given));
  const rod = probe.world.bodies[body] as FiberBody;
  if (!('addEndForce' in rod)) help.fail(node, 'a rod made of nodes (der, corde, mass-spring)', rod.name);
  if (!rod.endsHeld?.[given === 0 ? 0 : 1]) help.fail(node, 'an end that is held', 'a free one');
  return given;
}

/** Node numbers count from 0; -1 is the last. */
function nodeNumber(probe: Probe, node: Node, body: number, help: CallHelp): number {
  const given = help.number(node)();
  const count = probe.count(body);
  const number = given < 0 ? count + given : given;
  if (!Number.isInteger(number) || number < 0 || number >= count)
    help.fail(node, `a node from 0 to ${count - 1}, or -1 for the last`, String(given));
  return number;
}
