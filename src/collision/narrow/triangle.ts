export { closestOnTriangle, weights } from '../../geometry/closest-on-triangle.js';
