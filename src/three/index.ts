/** Worlds drawn with three.js, and taken hold of with the pointer. */
export { worldView } from './world-view.js';
export type { ViewOptions, WorldView } from './world-view.js';
export { dragControls } from './drag-controls.js';
export type { DragControls, DraggedWorld } from './drag-controls.js';
export type { ViewSource, ViewedPart } from './view-source.js';
