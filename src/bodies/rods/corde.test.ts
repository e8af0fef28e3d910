import { conformanceOfRod } from './testing/conformance.js';

conformanceOfRod('corde');
conformanceOfRod('corde', { section: { radius: 5e-3 }, rest: [0, 0, 0] });
