import type { Shown } from '../simulation/messages.js';

/** Below this share of real time somebody who waits wants to know how long (simulated seconds a second). */
const slow = 0.8;

/** Whether a scene is recorded or computed now, how fast, and how long the rest will take. */
export function runBadge({ playing, rate, t, last }: Shown, recorded: boolean, duration: number): string {
  if (recorded) return 'recorded';
  const computing = playing && t >= last - 1e-9;
  if (!computing || rate <= 0) return t > 0 || playing ? 'live' : 'live, ready';
  const speed = `live, ${rate.toFixed(rate < 0.1 ? 3 : 2)}× real time`;
  if (rate >= slow || t >= duration) return speed;
  const share = Math.min(99, Math.floor((100 * t) / duration));
  return `${speed} · ${share} % computed, ${waiting((duration - t) / rate)} left`;
}

function waiting(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
