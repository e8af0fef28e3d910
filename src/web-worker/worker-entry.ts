/** The worker that comes with the package: bundled into dist/browser/worker.js, which needs nothing else. */
import '../scene/models/provided.js';
import { serveWorld } from './serve.js';

serveWorld();
