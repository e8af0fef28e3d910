import { InputError } from '../errors.js';
import { type Reference, mark } from './protocol.js';
import {
  type AnyRemote,
  type AnyRemoteHandle,
  RemoteHandle,
  RemoteHold,
  type RemoteHost,
  RemoteJoint,
  RemotePoint,
} from './remote-handles.js';

/** An error about one argument of a call. */
export function inputError(call: string, path: string, expected: string, found: unknown, hint?: string): InputError {
  const problem = { path, expected, found: String(found), ...(hint !== undefined && { hint }) };
  return new InputError(`${call} cannot be done`, [problem]);
}

/** Arguments in plain values; handles and points of this world by what stands for them. */
export function encode(call: string, value: unknown, host: RemoteHost, path = ''): unknown {
  if (typeof value === 'function') {
    const hint = 'functions are given in the worker: see serveWorld';
    throw inputError(call, path || 'argument', 'plain values', 'a function', hint);
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (value instanceof RemotePoint) {
    const { handle, given } = value;
    const key = keyOf(call, handle, host);
    if (!('method' in given)) return { [mark]: 'place', key, ...given };
    const args = given.arguments.map((each) => encode(call, each, host));
    return { [mark]: 'point', key, method: given.method, arguments: args };
  }
  if (value instanceof RemoteHandle || value instanceof RemoteJoint || value instanceof RemoteHold) {
    return { [mark]: 'object', key: keyOf(call, value, host) };
  }
  if (Array.isArray(value)) return value.map((each, k) => encode(call, each, host, `${path}[${k}]`));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, encode(call, each, host, path ? `${path}.${key}` : key)]),
  );
}

function keyOf(call: string, remote: { readonly key: number; readonly host: RemoteHost }, host: RemoteHost): number {
  if (remote.host !== host) throw inputError(call, 'handle', 'a handle of this world', 'one of another');
  return remote.key;
}

/** Results with the page's own objects, which `find` has by key. */
export function decode(value: unknown, find: (key: number) => AnyRemote | undefined): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map((each) => decode(each, find));
  if (!(mark in value)) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, decode(each, find)]));
  }
  const reference = value as Reference;
  const remote = find(reference.key);
  if (reference[mark] !== 'place') return remote;
  const { body, place, local } = reference;
  return new RemotePoint(remote as AnyRemoteHandle, { body, place, ...(local && { local }) });
}
