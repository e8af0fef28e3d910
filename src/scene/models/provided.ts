/**
 * `import 'stickslip/models'`: the head and the shoulders that scenes name. The gallery brings them along, and so do the command line
 * and the studio; bundled programs that read scenes of their own with `"model": "head"` import this.
 */
import { packedHalves, unit } from './head-mesh.js';
import { provideModels } from './models.js';

provideModels({ unit, halves: packedHalves });
