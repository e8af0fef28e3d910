import { type Camera, Plane, Raycaster, Vector2, Vector3 } from 'three';

/** A hand of a world, here or in a worker. */
interface DraggedHand {
  moveTo(target: readonly number[]): unknown;
}

/** What dragging asks of a world: `World` has it, and a world in a worker. */
export interface DraggedWorld<P = unknown, H extends DraggedHand = DraggedHand> {
  castRay(
    origin: readonly number[],
    direction: readonly number[],
  ): MaybePromise<{ readonly position: readonly number[]; readonly point?: P | undefined } | undefined>;
  grab(point: P, options?: { readonly time?: number }): MaybePromise<H>;
  release(hand: H): unknown;
}

type MaybePromise<T> = T | Promise<T>;

/** Dragging that is under way or over. */
export interface DragControls {
  /** whether something is held */
  readonly dragging: boolean;
  /** Lets go and stops listening. */
  dispose(): void;
}

/**
 * Lets the pointer take hold of whatever is under it and pull it along, parallel to the screen. What is not met (the sky, a floor)
 * is left to other controls: listen after these, or look at `dragging`.
 *
 * @param element what gets the pointer's events, the renderer's canvas
 *
 * @example
 * ```ts
 * dragControls(world, camera, renderer.domElement);
 * ```
 */
export function dragControls<P, H extends DraggedHand>(
  world: DraggedWorld<P, H>,
  camera: Camera,
  element: HTMLElement,
  options: { readonly time?: number } = {},
): DragControls {
  const caster = new Raycaster();
  const screen = new Plane();
  const at = new Vector3();
  let hand: H | undefined;
  let pointer = -1;
  const aim = (event: PointerEvent): void => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const x = (2 * (event.clientX - left)) / width - 1;
    const y = 1 - (2 * (event.clientY - top)) / height;
    caster.setFromCamera(new Vector2(x, y), camera);
  };
  const down = async (event: PointerEvent): Promise<void> => {
    if (event.button !== 0 || pointer >= 0) return;
    aim(event);
    pointer = event.pointerId;
    const { origin, direction } = caster.ray;
    const hit = await world.castRay(origin.toArray(), direction.toArray());
    if (hit?.point === undefined || pointer !== event.pointerId) {
      if (pointer === event.pointerId) pointer = -1;
      return;
    }
    screen.setFromNormalAndCoplanarPoint(
      camera.getWorldDirection(new Vector3()),
      at.set(...(hit.position as [number, number, number])),
    );
    const taken = await world.grab(hit.point, options);
    if (pointer === event.pointerId) hand = taken;
    else world.release(taken);
    element.setPointerCapture?.(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    if (!hand || event.pointerId !== pointer) return;
    aim(event);
    if (caster.ray.intersectPlane(screen, at)) hand.moveTo(at.toArray());
  };
  const up = (event: PointerEvent): void => {
    if (event.pointerId !== pointer) return;
    pointer = -1;
    if (hand) world.release(hand);
    hand = undefined;
  };
  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const;
  for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener as EventListener);
  return {
    get dragging() {
      return hand !== undefined;
    },
    dispose() {
      for (const [type, listener] of Object.entries(listeners))
        element.removeEventListener(type, listener as EventListener);
      if (hand) world.release(hand);
      hand = undefined;
    },
  };
}
