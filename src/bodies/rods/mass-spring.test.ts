import { conformanceOfRod } from './testing/conformance.js';

conformanceOfRod('mass-spring');
conformanceOfRod('mass-spring', { rest: [0, 0, 0], options: { bending: 'tan' } });
