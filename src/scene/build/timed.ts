import type { Timed, Vector } from '../schema/values.js';

/** A vector as a function of time. */
export function timedVector(json: Timed): (t: number) => Vector {
  if (Array.isArray(json)) return () => json;
  const { keyframes, hold, period } = json;
  return (now) => {
    const t = period === undefined ? now : now - period * Math.floor(now / period);
    let k = 0;
    while (k < keyframes.length - 1 && t >= keyframes[k + 1].t) k++;
    const here = keyframes[k];
    const next = keyframes[Math.min(k + 1, keyframes.length - 1)];
    if (hold || next.t <= here.t) return here.value;
    const u = Math.min(Math.max((t - here.t) / (next.t - here.t), 0), 1);
    const mix = (i: number): number => here.value[i] + u * (next.value[i] - here.value[i]);
    return [mix(0), mix(1), mix(2)];
  };
}
