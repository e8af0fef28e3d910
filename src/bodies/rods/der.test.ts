import { conformanceOfRod } from './testing/conformance.js';

conformanceOfRod('der');
conformanceOfRod('der', { section: { radius: 5e-3 }, rest: [0, 0, 0] });
