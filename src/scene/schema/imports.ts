import { z } from 'zod';
import { modelNames } from '../models/models.js';
import { expectations, number, positive } from './values.js';

/** How the coordinates of a file become the scene's. */
const placement = {
  scale: positive
    .optional()
    .describe('what lengths in the file are multiplied by; metres per unit of a USD file, else 1 where missing'),
  up: z
    .enum(['y', 'z'])
    .optional()
    .describe('axis of the file that points up: y in glTF, as it says in USD, else z where missing'),
};

const animation = z
  .union([z.string(), z.array(z.string()).min(1)])
  .register(expectations, { expected: 'the name of an animation, or a list of names' })
  .optional()
  .describe('name of the animation of a glTF file, or several; all where missing');

/** A surface that comes with the program. */
export const meshModel = {
  model: z
    .enum(modelNames)
    .optional()
    .describe('a surface that comes with the program, z up, the face along -y; instead of vertices and triangles'),
};

/** A surface in a file. */
export const meshFile = {
  file: z
    .string()
    .optional()
    .describe(
      'an .obj, .stl, .ply, .glb, .gltf, .usda, .usdc or .usdz file, relative to the scene; instead of vertices and triangles',
    ),
  node: z
    .string()
    .optional()
    .describe(
      'node of a glTF file, or path in a USD file, with all below it; a glTF node in its own frame; all where missing',
    ),
  ...placement,
};

/** Strands in a file. */
export const hairFile = {
  file: z
    .string()
    .optional()
    .describe("a .hair file of Cem Yuksel's format, or curves in a .usda, .usdc or .usdz file; instead of strands"),
  node: z.string().optional().describe('path of the curves in a USD file, with all below it; all where missing'),
  ...placement,
};

/** A motion in a file. */
export const motionFile = {
  file: z.string().optional().describe('a .glb or .gltf file, relative to the scene; instead of keyframes'),
  node: z.string().optional().describe('node whose motion is taken; the one that moves where missing'),
  animation,
  ...placement,
};

/** How a surface changes, in a file. */
export const deformationFile = {
  file: z
    .string()
    .optional()
    .describe(
      'a .glb, .gltf, .usda, .usdc, .usdz or .pc2 file, or .obj files with # where their numbers are; instead of times and positions',
    ),
  node: z
    .string()
    .optional()
    .describe('node of a glTF file, or path in a USD file, with all below it; all where missing'),
  animation,
  fps: positive.optional().describe('frames a second of .pc2 and .obj files; 24 where missing'),
  frames: z
    .tuple([number, number])
    .optional()
    .describe('numbers of the first and the last .obj file; the first is at time 0'),
  ...placement,
};
