import type { CDPSession, Page } from 'playwright-core';

/** Presses, moves and lifts one finger. */
export async function finger(
  session: CDPSession,
  type: 'Start' | 'Move' | 'End',
  at?: { x: number; y: number },
): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: `touch${type}`, touchPoints: at ? [at] : [] });
}

/** Whether something is pulled, as drawn. */
export function pulled(page: Page): Promise<boolean> {
  return page.evaluate(
    () => (window as unknown as { studio: { shown: { pull: unknown } } }).studio.shown.pull !== undefined,
  );
}

/** Whether the simulation goes on, as drawn. */
export function playing(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { studio: { shown: { playing: boolean } } }).studio.shown.playing);
}

/** How far the bodies reach out of the part of the view that bars and panels leave free. */
export function overreach(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { view } = (window as unknown as { studio: never }).studio as unknown as {
      view: { stage: { overreach(box: unknown): number }; drawing: { measure(bodiesOnly: boolean): unknown } };
    };
    return view.stage.overreach(view.drawing.measure(true));
  });
}

/** Contacts, and how many of them have an arrow that is seen. */
export function arrows(page: Page): Promise<{ contacts: number; seen: number }> {
  return page.evaluate(() => {
    const { marks } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
      marks: {
        contacts: { n: number };
        group: { children: { count: number; visible: boolean; instanceMatrix: { array: Float32Array } }[] };
      };
    };
    const { n } = marks.contacts;
    const size = (a: Float32Array, k: number): number => Math.hypot(a[16 * k], a[16 * k + 1], a[16 * k + 2]);
    const shown = marks.group.children.filter(({ visible }) => visible);
    const most = shown.map(({ instanceMatrix: { array } }) => {
      let seen = 0;
      for (let k = 0; k < n; k++) if (size(array, k) > 0) seen++;
      return seen;
    });
    return { contacts: n, seen: Math.max(0, ...most) };
  });
}

/** Where contact k is on the screen. */
export function contactOnScreen(page: Page, k: number): Promise<{ x: number; y: number }> {
  return page.evaluate((contact) => {
    const { stage, marks } = (window as unknown as { studio: { view: never } }).studio.view as unknown as {
      stage: { camera: { position: { clone(): never } }; canvas: HTMLCanvasElement };
      marks: { contacts: { point: Float32Array } };
    };
    const point = stage.camera.position.clone() as unknown as {
      fromArray(x: ArrayLike<number>, at: number): { project(camera: unknown): { x: number; y: number } };
    };
    const { x, y } = point.fromArray(marks.contacts.point, 3 * contact).project(stage.camera);
    const box = stage.canvas.getBoundingClientRect();
    return { x: box.left + 0.5 * (x + 1) * box.width, y: box.top + 0.5 * (1 - y) * box.height };
  }, k);
}
