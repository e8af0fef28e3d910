import { z } from 'zod';
import { positive } from './values.js';

/** How the coordinates of a file become the scene's. */
const placement = {
  scale: positive.optional().describe('what lengths in the file are multiplied by'),
  up: z.enum(['y', 'z']).optional().describe('axis of the file that points up: y in glTF, else z where missing'),
};

/** A surface in a file. */
export const meshFile = {
  file: z
    .string()
    .optional()
    .describe('an .obj, .glb or .gltf file, relative to the scene; instead of vertices and triangles'),
  node: z.string().optional().describe('node of a glTF file, with all below it, in its own frame; all where missing'),
  ...placement,
};

/** Strands in a file. */
export const hairFile = {
  file: z
    .string()
    .optional()
    .describe("a .hair file of Cem Yuksel's format, relative to the scene; instead of strands"),
  ...placement,
};

/** A motion in a file. */
export const motionFile = {
  file: z.string().optional().describe('a .glb or .gltf file, relative to the scene; instead of keyframes'),
  node: z.string().optional().describe('node whose motion is taken; the one that moves where missing'),
  animation: z.string().optional().describe('name of the animation; the first where missing'),
  ...placement,
};
