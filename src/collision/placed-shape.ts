export { PlacedShape } from '../geometry/placed-shape.js';
