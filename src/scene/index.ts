/** Scene files: read, checked, built. */
export { buildWorld } from './build/world.js';
export { galleryList, galleryNames, gallerySceneNamed } from './gallery/gallery.js';
export { groomScene } from './groom-scene.js';
export type { GroomedScene, SceneGroomOptions } from './groom-scene.js';
export { inspectScene, parseSceneText, readScene } from './read-scene.js';
export { materialPresets } from './presets.js';
export { sceneJsonSchema, sceneSchemaAddress } from './schema/json-schema.js';
export { sceneVersion } from './schema/scene.js';
export type { Scene } from './schema/scene.js';
export type * from './scene-types.js';
export { overrideScene } from './set.js';
export { World } from '../dynamics/world.js';
