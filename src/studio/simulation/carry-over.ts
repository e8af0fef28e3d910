import type { World, WorldState } from '../../dynamics/world.js';

/** The state with its clock in steps of another length. */
export function carriedOver(state: WorldState, from: number, to: number): WorldState {
  if (from === to) return state;
  const [whole, tick] = state.clock;
  // parts of a whole step are dropped: the clock of the new step length stands on its own grid
  const t = from * (whole + (tick > 0 ? 1 : 0));
  return { ...state, clock: [Math.round(t / to), 0, 0, 0] };
}

/** Throws where the state is not one of this world. */
export function demandSameState(world: World, state: WorldState): void {
  const same =
    world.bodies.length === state.bodies.length &&
    world.bodies.every(
      (body, b) => body.q.length === state.bodies[b].q.length && body.dofs === state.bodies[b].v.length,
    );
  if (!same) throw new Error('the scene has other bodies than before: open it anew');
}
