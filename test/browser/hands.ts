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

/** How far the bodies reach out of the part of the view that bars and panels leave free. */
export function overreach(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { view } = (window as unknown as { studio: never }).studio as unknown as {
      view: { stage: { overreach(box: unknown): number }; drawing: { measure(bodiesOnly: boolean): unknown } };
    };
    return view.stage.overreach(view.drawing.measure(true));
  });
}
