/** What may stand in a scene file. Made by scripts/build-scene-types.mjs from the schema: change that, not this. */

/** A scene file. Lengths in metres, masses in kilograms, times in seconds. */
export interface SceneInput {
  /** where editors find what may stand in this file */
  $schema?: string;
  /** version of the format */
  version: 1;
  name: string;
  description?: string;
  /** where the scene and its numbers come from */
  source?: string;
  /** simulated time (s) */
  duration: number;
  /** (m/s²). Default: [0,0,-9.81]. */
  gravity?: [number, number, number];
  /** Default: {"length":0.01,"theta":1}. */
  step?: SceneStep;
  /** Default: {"name":"auto","tolerance":0.001}. */
  solver?: SceneSolver;
  /** Default: {}. */
  materials?: Record<string, SceneMaterial>;
  /** Default: []. */
  pairs?: Array<ScenePair>;
  /** Default: []. */
  obstacles?: Array<SceneObstacle>;
  bodies: Array<SceneBody>;
  /** what ties bodies, ropes and obstacles together. Default: []. */
  joints?: Array<SceneJoint>;
  /** contact forces at the beginning, as stickslip groom writes them */
  holding?: SceneHolding;
  /** Default: {"contacts":true}. */
  recording?: SceneRecording;
}

export interface SceneRecording {
  /** steps between frames; about 60 frames a second where missing */
  every?: number;
  /** whether contacts are kept with the frames. Default: true. */
  contacts?: boolean;
  /** whether velocities are kept with the frames; exports take differences of positions where not */
  velocities?: boolean;
}

export interface SceneHolding {
  /** the two leaves and the feature of each contact */
  pairs: Array<number>;
  /** on the first of the two, x, y, z of each contact (N) */
  forces: Array<number>;
}

export interface SceneJoint {
  type: 'ball' | 'hinge' | 'slider' | 'fixed' | 'universal' | 'distance';
  name?: string;
  between: [SceneBetween, SceneBetween];
  /** where the two are joined, as they stand at the beginning, in world axes (m) */
  at?: [number, number, number];
  /** of turning (hinge), of moving (slider), the axis of the first (universal) */
  axis?: [number, number, number];
  /** universal: the axis of the second, at a right angle to the first */
  axisB?: [number, number, number];
  /** distance that is kept; the present one where missing (m) */
  length?: number;
  /** least and greatest angle (rad) or way (m), 0 at the beginning; of a distance: lengths (m) */
  limits?: [number, number];
  motor?: SceneMotor;
  /** dry friction: torque or force up to which it holds (N m, N) */
  friction?: number;
  /** it breaks where it is pulled harder (N) */
  breakForce?: number;
  /** whether the two still touch; default false */
  collide?: boolean;
}

export interface SceneMotor {
  /** (rad/s, m/s) */
  speed: number;
  /** most that it turns or pushes with; as much as it takes where missing (N m, N) */
  force?: number;
  /** when it stops and holds (s) */
  until?: number;
}

export type SceneBetween = string | SceneBetweenObject;

export interface SceneBetweenObject {
  /** name of a body or obstacle, or "world" */
  body: string;
  /** ropes: arc length from the root (m) */
  s?: number;
  /** cloth: number of the vertex; the one nearest to `at` where missing */
  vertex?: number;
  /** place in the body's own frame (m) */
  point?: [number, number, number];
  /** place in world axes, as things stand at the beginning (m) */
  at?: [number, number, number];
}

export type SceneBody =
  SceneRigid | SceneRod | SceneGrid | SceneBundle | SceneWall | SceneArch | SceneHair | SceneStrands | SceneCloth;

export interface SceneCloth {
  type: 'cloth';
  name?: string;
  /** rest shape */
  pieces: Array<ScenePiece>;
  /** for friction and restitution; with itself, too */
  material: string;
  colour?: string;
  /** mass per area (kg/m²) */
  density: number;
  /** stretching weight (N/m) */
  stretch: number;
  /** bending weight (N m). Default: 0. */
  bend?: number;
  /** principal stretches that cost nothing: least, largest */
  limits?: [number, number];
  /** of a vertex without contact (N s/m). Default: 0. */
  airDamping?: number;
  /** (m) */
  thickness: number;
  /** whether the curvature of the rest shape costs nothing. Default: false. */
  curved?: boolean;
  /** put on at the beginning: drawn out of the obstacles that it is cut narrower than, each piece over those before it. Default: false. */
  worn?: boolean;
  /** of the whole cloth at the beginning (m/s) */
  velocity?: [number, number, number];
  /** Default: []. */
  pins?: Array<ScenePin>;
  wind?: SceneWind;
  /** Default: {}. */
  solver?: SceneClothSolver;
}

export interface SceneClothSolver {
  /** contacts in the local step, as springs, or solved exactly in every global step */
  method?: 'projective' | 'penalty' | 'exact';
  /** local/global iterations a step, no more and no fewer; as many as the tolerance takes where missing */
  iterations?: number;
  /** error to reach, of the velocity scale; that of the scene where missing */
  tolerance?: number;
  /** the same where nothing moves faster than weight makes it in two steps; that of the scene where missing */
  restTolerance?: number;
  /** most iterations a step, where their number is not given; 200 */
  maxIterations?: number;
  /** iterate until the errors are this small, instead of a fixed number of times */
  stop?: SceneStop;
  selfContact?: 'none' | 'vertex-vertex' | 'vertex-face' | 'vertex-face-edge-edge';
  /** whether vertices alone meet obstacles and bodies, or triangles and edges, too */
  obstacleContact?: 'vertices' | 'features';
  /** whether open gaps may close within a step */
  gap?: 'reach' | 'stop';
  /** first guess: free motion, or the velocity of the last step (the latter unless iterations are given) */
  start?: 'inertial' | 'velocity';
  /** passes over the contacts in an iteration, of contacts that share vertices after the first; 3 where missing */
  sweeps?: number;
  /** how far contacts go beyond what moves a vertex by itself; 1.6 where missing, 1: not */
  relaxation?: number;
  warmStart?: boolean;
  repair?: boolean;
  /** steps that Anderson's extrapolation looks back; 8 where missing, 4 with `iterations`, 0: none */
  accelerate?: number;
  /** when the exact method ends a global step */
  exact?: SceneExact;
  /** stiffness of a contact of the penalty method (N/m) */
  penalty?: number;
}

export interface SceneExact {
  tolerance?: number;
  maxSweeps?: number;
}

export interface SceneStop {
  /** mean Alart-Curnier error, of the velocity scale */
  contact: number;
  /** momentum out of balance, of the velocity scale */
  elastic: number;
  maxIterations?: number;
}

export interface SceneWind {
  /** (m/s) */
  velocity: [number, number, number];
  /** (kg/m³) */
  drag?: number;
}

export interface ScenePin {
  /** vertices in this box at the beginning are held (corners, m) */
  within: SceneWithin;
  /** how they move; held still where missing */
  motion?: SceneMotion;
}

/** vertices in this box at the beginning are held (corners, m) */
export interface SceneWithin {
  least: [number, number, number];
  most: [number, number, number];
}

export type ScenePiece = SceneSheet | ScenePieceTube | ScenePieceMesh;

export interface ScenePieceMesh {
  type: 'mesh';
  file?: string;
  node?: string;
  scale?: number;
  up?: 'y' | 'z';
  /** (m) */
  vertices?: Array<[number, number, number]>;
  triangles?: Array<[number, number, number]>;
  /** texture coordinates, for exports */
  uvs?: Array<[number, number]>;
  /** which of `uvs` the corners of each triangle have; those of its vertices where missing */
  uvTriangles?: Array<[number, number, number]>;
}

export interface ScenePieceTube {
  type: 'tube';
  /** vertices around */
  around: number;
  /** rings of vertices along the axis */
  rings: number;
  /** ends of the axis (m) */
  from: [number, number, number];
  to: [number, number, number];
  /** radii along the axis, joined smoothly */
  profile: Array<SceneProfile>;
  /** how much narrower it is across `wide`. Default: 1. */
  flat?: number;
  /** direction in which the radii are as given. Default: [1,0,0]. */
  wide?: [number, number, number];
}

/** a ring of the tube */
export interface SceneProfile {
  at: number;
  radius: number;
}

export interface SceneSheet {
  type: 'sheet';
  /** along u and along v */
  vertices: [number, number];
  /** where it begins (m). Default: [0,0,0]. */
  corner?: [number, number, number];
  /** one side (m) */
  u: [number, number, number];
  /** the other side (m) */
  v: [number, number, number];
  /** vertices left out at each corner. Default: 0. */
  cut?: SceneCut;
  /** laid to and fro along v at the beginning, layer over layer along u x v; flat at rest all the same */
  folds?: SceneFolds;
}

export interface SceneFolds {
  /** how many lie over each other */
  layers: number;
  /** diameter of the half circles between them, as a share of the length of v */
  bend: number;
}

export type SceneCut = 0 | 1 | 3;

export interface SceneStrands {
  type: 'strands';
  name?: string;
  /** a .hair file of Cem Yuksel's format, or curves in a .usda, .usdc or .usdz file; instead of strands */
  file?: string;
  /** path of the curves in a USD file, with all below it; all where missing */
  node?: string;
  scale?: number;
  up?: 'y' | 'z';
  /** points along each strand, root first (m); where `file` is missing */
  strands?: Array<Array<[number, number, number]>>;
  /** strands taken, spread evenly over the file; all where missing */
  count?: number;
  model: string;
  elements: number;
  /** of every strand; as drawn where missing (m) */
  length?: number;
  radius?: number;
  halfAxes?: [number, number];
  material: string;
  colour?: string;
  collisionRadius?: number;
  segmentsPerElement?: number;
  rest?: SceneRest;
  stiffness?: SceneStiffness;
  self?: boolean;
  selfDistance?: number;
  touch?: 'nodes' | 'segments';
  options?: SceneOptions;
  /** how the roots are held. Default: "clamped". */
  root?: 'clamped' | 'pinned' | 'free';
  /** name of the obstacle that carries the roots; they stay in place where missing */
  on?: string;
  /** shift of all strands (m) */
  position?: [number, number, number];
}

export interface SceneHair {
  type: 'hair';
  name?: string;
  /** name of the obstacle */
  on: string;
  count: number;
  model: string;
  elements: number;
  length: number;
  radius?: number;
  halfAxes?: [number, number];
  material: string;
  colour?: string;
  collisionRadius?: number;
  segmentsPerElement?: number;
  rest?: SceneRest;
  stiffness?: SceneStiffness;
  self?: boolean;
  selfDistance?: number;
  touch?: 'nodes' | 'segments';
  options?: SceneOptions;
  /** where the roots are */
  scalp: SceneScalp;
  /** angle between hair and scalp at the root (degrees). Default: 90. */
  lift?: number;
  /** direction that hair leans in at the root: the same for all, or away from a parting. Default: [0,0,-1]. */
  comb?: SceneComb;
  /** hair begins, and naturally is, laid over the obstacles in layers and hanging from them */
  drape?: SceneDrape;
  /** hair begins in layers about the crown that keep strands out of each other; on a mesh, about the vertical through the centre of the scalp */
  layers?: SceneLayers;
  /** whether all hair leaves along the axis of the scalp, as in a ponytail. Default: false. */
  parallel?: boolean;
  /** random part of the length. Default: 0. */
  lengthVariation?: number;
  /** whether the curls of all strands begin in the same direction. Default: "random". */
  curls?: 'aligned' | 'random';
  /** random part of the natural curvature. Default: 0. */
  bendVariation?: number;
  /** whether hair begins straight, whatever its natural shape. Default: false. */
  straight?: boolean;
  seed?: number;
}

export interface SceneLayers {
  /** height at which hair is cut; roots near or below it keep a tenth of the length (m) */
  level: number;
  /** another height at which hair before the face is cut */
  fringe?: SceneFringe;
  /** distance of neighbours in a row and of layers at the beginning, over the diameter. Default: 1.3. */
  spacing?: number;
  /** natural curvature towards the head beyond that of the drawing, with which hair keeps together (1/m). Default: 0. */
  cling?: number;
  /** share of its weight that a strand carries by its natural shape: with 1 it stays as drawn by itself. Default: 0. */
  carried?: number;
  /** force with which a strand presses by its natural shape on what grows below it, over its weight. Default: 0. */
  pressed?: number;
}

export interface SceneFringe {
  /** (m) */
  level: number;
  /** to either side of -y (degrees) */
  angle: number;
}

export interface SceneDrape {
  /** names of obstacles that it lies on beside the one it grows on. Default: []. */
  over?: Array<string>;
  /** height at which hair that reaches below it is cut; roots below it keep a tenth of the length (m) */
  level?: number;
  /** share of the room in the hair that strands fill. Default: 0.4. */
  fill?: number;
}

export type SceneComb = [number, number, number] | SceneCombObject;

export interface SceneCombObject {
  /** a parting, or a whorl, in the frame of the obstacle; a head's own where missing (m) */
  from?: Array<[number, number, number]>;
  /** added to the direction away from it, which has length 1. Default: [0,0,0]. */
  lean?: [number, number, number];
}

/** where the roots are */
export interface SceneScalp {
  centre?: [number, number, number];
  radius?: number;
  axis?: [number, number, number];
  angle?: number;
  hairline?: Array<[number, number, number]>;
  part?: number;
}

export interface SceneArch {
  type: 'arch';
  name?: string;
  voussoirs: number;
  innerRadius: number;
  outerRadius: number;
  /** along y (m) */
  depth: number;
  /** of the whole arch (degrees). Default: 180. */
  angle?: number;
  material: string;
  colour?: string;
  density?: number;
  position?: [number, number, number];
}

export interface SceneWall {
  type: 'wall';
  name?: string;
  courses: number;
  /** in a course */
  bricks: number;
  /** length, depth, height (m) */
  brick: [number, number, number];
  /** between bricks of a course (m). Default: 0. */
  gap?: number;
  material: string;
  colour?: string;
  density?: number;
  position?: [number, number, number];
}

export interface SceneBundle {
  type: 'bundle';
  name?: string;
  count: number;
  /** from centre line to centre line (m) */
  spacing: number;
  /** random displacement across the bundle, at most this far (m). Default: 0. */
  jitter?: number;
  seed?: number;
  /** the rod in the middle */
  rod: SceneRod;
}

export interface SceneGrid {
  type: 'grid';
  name?: string;
  /** along x, y, z; filled layer by layer */
  count: [number, number, number];
  /** copies in all, where that is less */
  limit?: number;
  /** (m) */
  spacing: [number, number, number];
  /** middle of the lowest layer, where one copy alone would be (m) */
  position?: [number, number, number];
  /** random displacement, at most this far along each axis (m). Default: 0. */
  jitter?: number;
  /** random part of the size of spheres, either way. Default: 0. */
  sizeVariation?: number;
  /** whether copies are turned at random. Default: false. */
  tumble?: boolean;
  seed?: number;
  body: SceneRigid | SceneRod;
}

export interface SceneRod {
  type: 'rod';
  name?: string;
  model: string;
  elements: number;
  length: number;
  radius?: number;
  halfAxes?: [number, number];
  material: string;
  colour?: string;
  collisionRadius?: number;
  segmentsPerElement?: number;
  rest?: SceneRest;
  stiffness?: SceneStiffness;
  self?: boolean;
  selfDistance?: number;
  touch?: 'nodes' | 'segments';
  options?: SceneOptions;
  shape?: SceneRodShape;
  start?: SceneStart;
  end?: SceneStart;
  loads?: SceneLoads;
}

export interface SceneLoads {
  /** (N/m) */
  distributed?: SceneForce;
  /** at arc lengths s (m); (N) */
  forces?: Array<SceneLoadsForce>;
  /** (N m) */
  moments?: Array<SceneMoment>;
}

export interface SceneMoment {
  s: number;
  moment: SceneForce;
}

export interface SceneLoadsForce {
  s: number;
  force: SceneForce;
}

export interface SceneStart {
  kind: 'free' | 'pinned' | 'clamped';
  /** how a clamp holds the first segment; half is second order */
  clamp?: 'half' | 'segment';
  motion?: SceneMotion;
}

export interface SceneRodShape {
  /** first node; the origin where missing (m) */
  position?: [number, number, number];
  /** direction at the start; +x where missing */
  tangent?: [number, number, number];
  /** direction of the first director */
  normal?: [number, number, number];
  /** the natural one where missing */
  bend?: SceneBend;
  /** points that a smooth curve is laid through, cut to length (m) */
  through?: Array<[number, number, number]>;
  /** a loose overhand knot in the middle */
  knot?: SceneKnot;
  /** of the whole rod (m/s) */
  velocity?: [number, number, number];
}

export interface SceneKnot {
  /** centre (m). Default: [0,0,0]. */
  position?: [number, number, number];
  /** radius of the loop (m) */
  size: number;
  /** direction of the two tails. Default: [1,0,0]. */
  axis?: [number, number, number];
}

/** one of the three; nothing means straight */
export interface SceneBend {
  curvature?: [number, number, number];
  helix?: SceneHelix;
  wave?: SceneWave;
}

export interface SceneOptions {
  bending?: 'angle' | 'tan';
  shear?: number;
  tangent?: 'exact' | 'projected';
}

export interface SceneStiffness {
  /** stretch (N) */
  EA?: number;
  /** bending about the first director (N m²) */
  EI1?: number;
  EI2?: number;
  /** twist (N m²) */
  GJ?: number;
  /** (kg/m) */
  mass?: number;
  /** (kg m) */
  inertia?: number;
}

export type SceneRest = 'equilibrium' | SceneRestObject;

export interface SceneRestObject {
  curvature?: [number, number, number];
  helix?: SceneHelix;
  wave?: SceneWave;
  /** whether it is changed, as little as possible, so that the rod stays where it is drawn */
  equilibrium?: SceneEquilibrium;
  /** natural strains of each rod, in its model's own order, as stickslip groom writes them */
  natural?: Array<Array<number>>;
  /** shape of each rod at the beginning, likewise */
  drawn?: Array<Array<number>>;
  /** factor on the bending and twisting stiffness of each rod */
  stiffness?: Array<number>;
}

export type SceneEquilibrium = true | SceneEquilibriumObject;

export interface SceneEquilibriumObject {
  /** most that rods are made stiffer, where their shape would not be stable otherwise. Default: 1. */
  stiffen?: number;
  /** share of the friction that contacts use at most. Default: 0.9. */
  friction?: number;
}

export interface SceneWave {
  curvature: number;
  period: number;
}

export interface SceneHelix {
  radius: number;
  pitch: number;
}

export interface SceneRigid {
  type: 'rigid';
  name?: string;
  shape: SceneShape;
  material: string;
  colour?: string;
  /** the material's where missing (kg/m³) */
  density?: number;
  /** instead of a density (kg) */
  mass?: number;
  position?: [number, number, number];
  orientation?: SceneOrientation;
  /** (m/s) */
  velocity?: [number, number, number];
  /** angular velocity (rad/s) */
  spin?: [number, number, number];
  /** false: it keeps its orientation whatever acts on it. Default: true. */
  rotates?: boolean;
  /** it runs along this axis and cannot turn */
  guide?: [number, number, number];
  /** acts at the centre of mass */
  load?: SceneLoad;
}

export interface SceneLoad {
  /** (N) */
  force?: SceneForce;
  /** (N m) */
  torque?: SceneForce;
}

export type SceneForce = [number, number, number] | SceneForceObject;

export interface SceneForceObject {
  keyframes: Array<SceneForceObjectKeyframe>;
  /** whether a value stays until the next, instead of being joined linearly. Default: false. */
  hold?: boolean;
  /** after this time it starts again (s) */
  period?: number;
}

export interface SceneForceObjectKeyframe {
  t: number;
  value: [number, number, number];
}

export interface SceneObstacle {
  name?: string;
  shape: SceneShape;
  material: string;
  colour?: string;
  position?: [number, number, number];
  orientation?: SceneOrientation;
  motion?: SceneMotion;
  /** how the vertices of its mesh move in its own frame */
  deformation?: SceneDeformation;
  /** of the surface besides its own motion, as of a conveyor belt (m/s) */
  surfaceVelocity?: [number, number, number];
}

export interface SceneDeformation {
  /** a .glb, .gltf, .usda, .usdc, .usdz or .pc2 file, or .obj files with # where their numbers are; instead of times and positions */
  file?: string;
  /** node of a glTF file, or path in a USD file, with all below it; all where missing */
  node?: string;
  animation?: SceneAnimation;
  /** frames a second of .pc2 and .obj files; 24 where missing */
  fps?: number;
  /** numbers of the first and the last .obj file; the first is at time 0 */
  frames?: [number, number];
  scale?: number;
  up?: 'y' | 'z';
  /** rising (s) */
  times?: Array<number>;
  /** vertices at each time: lists, or all numbers in a row as little-endian floats in base64 (m) */
  positions?: ScenePositions;
  /** between times: along cubics, so that velocities do not jump, or straight. Default: "smooth". */
  interpolation?: 'smooth' | 'linear';
  /** when it begins: added to all times (s). Default: 0. */
  start?: number;
}

export type ScenePositions = Array<Array<[number, number, number]>> | string;

export interface SceneMotion {
  /** poses at rising times; what a keyframe leaves out stays as at the beginning */
  keyframes?: Array<SceneKeyframe>;
  /** between keyframes: smooth, the velocity has no jumps and is zero at the first and the last (default); linear, at constant velocity, with a kick at each keyframe */
  interpolation?: 'smooth' | 'linear';
  /** a .glb or .gltf file, relative to the scene; instead of keyframes */
  file?: string;
  /** node whose motion is taken; the one that moves where missing */
  node?: string;
  animation?: SceneAnimation;
  scale?: number;
  up?: 'y' | 'z';
  /** movements added one after the other */
  moves?: Array<SceneMove>;
  /** the point that turns go about; the own position where missing (m) */
  pivot?: [number, number, number];
  /** name of the obstacle that carries this along */
  with?: string;
}

export interface SceneMove {
  /** steady motion (m/s) */
  velocity?: [number, number, number];
  /** to and fro along a line */
  shake?: SceneShake;
  /** steady turning */
  spin?: SceneSpin;
  /** turning to and fro */
  swing?: SceneSwing;
  /** going round: radius vectors at the start and a quarter turn later (m) */
  circle?: SceneCircle;
  /** when it begins (s) */
  start?: number;
  /** when it stops (s) */
  end?: number;
}

export interface SceneCircle {
  from: [number, number, number];
  to: [number, number, number];
  frequency: number;
}

export interface SceneSwing {
  axis: [number, number, number];
  /** (rad) */
  angle: number;
  frequency: number;
  phase?: number;
}

export interface SceneSpin {
  axis: [number, number, number];
  /** (rad/s) */
  rate: number;
}

export interface SceneShake {
  amplitude: [number, number, number];
  frequency: number;
  phase?: number;
}

export type SceneAnimation = string | Array<string>;

export interface SceneKeyframe {
  t: number;
  position?: [number, number, number];
  orientation?: SceneOrientation;
}

export type SceneShape =
  | SceneSphere
  | SceneBox
  | SceneCapsule
  | SceneCylinder
  | ScenePlane
  | SceneConvex
  | SceneMesh
  | SceneTube
  | SceneContainer
  | SceneRails
  | SceneCompound;

export interface SceneCompound {
  type: 'compound';
  parts: Array<ScenePart>;
}

export interface ScenePart {
  shape:
    | SceneSphere
    | SceneBox
    | SceneCapsule
    | SceneCylinder
    | ScenePlane
    | SceneConvex
    | SceneMesh
    | SceneTube
    | SceneContainer
    | SceneRails;
  position?: [number, number, number];
  orientation?: SceneOrientation;
  /** relative to the body's */
  density?: number;
}

export type SceneOrientation =
  [number, number, number, number] | SceneOrientationObject | SceneOrientationOrientationObject;

export interface SceneOrientationOrientationObject {
  axis: [number, number, number];
  radians: number;
}

export interface SceneOrientationObject {
  axis: [number, number, number];
  degrees: number;
}

/** two parallel rails along a path with vertical loops; the path starts at the origin, along x */
export interface SceneRails {
  type: 'rails';
  radius: number;
  gap: number;
  rail: number;
  approach: number;
  loops?: number;
  shift: number;
}

/** an open box; its inner floor is at z = 0 */
export interface SceneContainer {
  type: 'container';
  size: [number, number, number];
  thickness?: number;
}

export interface SceneTube {
  type: 'tube';
  radius: number;
  /** joined by a smooth curve (m) */
  points: Array<[number, number, number]>;
  /** Default: false. */
  closed?: boolean;
}

export interface SceneMesh {
  type: 'mesh';
  /** a surface that comes with the program, z up, the face along -y; instead of vertices and triangles */
  model?: 'head' | 'shoulders';
  file?: string;
  node?: string;
  scale?: number;
  up?: 'y' | 'z';
  vertices?: Array<[number, number, number]>;
  triangles?: Array<[number, number, number]>;
  /** makes a wall of the surface, half on either side, which holds from both (m); solid behind its triangles where missing */
  thickness?: number;
  /** turns its triangles over, for files whose normals point inwards. Default: false. */
  turned?: boolean;
}

export interface SceneConvex {
  type: 'convex';
  vertices: Array<[number, number, number]>;
  /** vertex numbers, counter-clockwise seen from outside. Default: those of the convex hull of the vertices */
  faces?: Array<Array<number>>;
}

/** everything below z = 0 */
export interface ScenePlane {
  type: 'plane';
}

export interface SceneCylinder {
  type: 'cylinder';
  radius: number;
  /** along z (m) */
  length: number;
}

export interface SceneCapsule {
  type: 'capsule';
  radius: number;
  /** distance of the centres of its two caps, along z (m) */
  length: number;
}

export interface SceneBox {
  type: 'box';
  size: [number, number, number];
}

export interface SceneSphere {
  type: 'sphere';
  radius: number;
}

export interface ScenePair {
  between: [string, string];
  friction?: number;
  restitution?: number;
}

export interface SceneMaterial {
  /** what the values not given here are taken from */
  preset?: 'hair' | 'rope' | 'spaghetti' | 'steel-wire' | 'rubber' | 'steel' | 'stone' | 'wood' | 'ice' | 'skin';
  /** Coulomb's coefficient against the same material */
  friction?: number;
  /** 0: falls dead, 1: bounces back as fast as it came */
  restitution?: number;
  /** (kg/m³) */
  density?: number;
  /** (Pa) */
  youngModulus?: number;
  poissonRatio?: number;
  /** relaxation time of internal friction (s) */
  internalDamping?: number;
  /** drag per length and speed (N s/m²) */
  airDamping?: number;
  /** of what is made of it, where a thing has none of its own */
  colour?: string;
}

export interface SceneSolver {
  /** stickslip solvers lists them. Default: "auto". */
  name?: string;
  /** one-contact solver */
  local?: string;
  /** Default: 0.001. */
  tolerance?: number;
  /** where nothing moves; where missing a tenth of the tolerance, and on until nothing creeps */
  restTolerance?: number;
  measure?:
    'relative' | 'fb' | 'fbMean' | 'ac' | 'acMean' | 'acMeanN' | 'acMeanT' | 'acRelative' | 'natural' | 'siconos';
  maxIterations?: number;
  /** 4, 6, 8, 12 or 16 */
  facets?: number;
  cone?: 'inner' | 'outer';
  relaxation?: number;
  seed?: number;
  checkEvery?: number;
}

export interface SceneStep {
  /** (s). Default: 0.01. */
  length?: number;
  /** the step may be halved down to this in fast phases; fixed where missing (s) */
  shortest?: number;
  /** 1/2 keeps energy, 1 is implicit Euler. Default: 1. */
  theta?: number;
  /** with a variable step: how far a contact may travel in one, in radii */
  travel?: number;
  /** how far from touching contacts take part, in radii */
  slack?: number;
  /** whether open gaps may close within a step */
  gapAware?: boolean;
  warmStart?: boolean;
  /** position repair */
  repair?: SceneRepair;
}

export type SceneRepair = false | SceneRepairObject;

export interface SceneRepairObject {
  /** overlap that is allowed, in radii or half thicknesses: positions are repaired where a step ends deeper; default 1e-3 */
  slop?: number;
  most?: number;
  sweeps?: number;
}
