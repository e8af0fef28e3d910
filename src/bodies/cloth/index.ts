/** Cloth: triangulated surfaces with the energies of Projective Dynamics. */
export { Attachments } from './attachment.js';
export type { Attachment } from './attachment.js';
export { Bending } from './bending.js';
export { Cloth } from './cloth.js';
export type { ClothMaterial, ClothOptions } from './cloth.js';
export type { AddEntry, Energy } from './energy.js';
export { GridBending } from './grid-bending.js';
export type { Pin } from './pins.js';
export { sheet, tube } from './shapes.js';
export type { SheetOptions, TubeOptions } from './shapes.js';
export { Springs } from './springs.js';
export type { BendingOptions } from './stencil-bending.js';
export { Stretch } from './stretch.js';
export type { StretchOptions } from './stretch.js';
export { joinSurfaces, surfaceTopology, vertexCount } from './surface.js';
export type { Surface, SurfaceGrid, SurfaceUv, Topology } from './surface.js';
export type { Wind } from './wind.js';
