import { litShader } from '../../../record/stage-look.js';

/** Part of the replay page's program: how rods, solids and contacts are drawn, in WebGL's language. */
export const shaderScript = String.raw`
const vertexShader = {
  rod: [
    '#version 300 es',
    'in vec3 at; in vec3 p; in vec3 q; in vec4 look; uniform mat4 view; out vec3 n; out vec3 colour;',
    'void main() {',
    '  vec3 t = q - p; float l = length(t);',
    '  t = l > 0.0 ? t / l : vec3(0, 0, 1);',
    '  vec3 a = abs(t.z) < 0.9 ? normalize(cross(t, vec3(0, 0, 1))) : normalize(cross(t, vec3(1, 0, 0)));',
    '  vec3 b = cross(t, a);',
    '  n = a * at.x + b * at.y + t * sign(at.z) * sqrt(max(0.0, 1.0 - dot(at.xy, at.xy)));',
    '  vec3 x = (at.z < 0.0 ? p : q) + look.w * n;',
    '  colour = look.rgb;',
    '  gl_Position = look.w > 0.0 ? view * vec4(x, 1) : vec4(2, 2, 2, 1);',
    '}',
  ],
  solid: [
    '#version 300 es',
    'in vec3 p; in vec3 normal; uniform mat4 view; uniform mat4 pose; uniform vec3 tint; uniform float plane;',
    'out vec3 n; out vec3 colour; out vec2 cell;',
    'void main() {',
    '  vec4 x = pose * vec4(p, 1);',
    '  n = mat3(pose) * normal; cell = plane * p.xy; colour = tint;',
    '  gl_Position = view * x;',
    '}',
  ],
  mark: [
    '#version 300 es',
    'in vec3 p; in vec3 paint; uniform mat4 view; uniform float size; out vec3 colour;',
    'void main() { colour = paint; gl_Position = view * vec4(p, 1); gl_PointSize = size; }',
  ],
};
const light = ${JSON.stringify(litShader)};
const shade = ['  vec3 m = normalize(n); if (!gl_FrontFacing) m = -m;'];
const fragmentShader = {
  rod: ['#version 300 es', 'precision highp float; in vec3 n; in vec3 colour; out vec4 c;', ...light, 'void main() {', ...shade, '  c = vec4(lit(colour, m), 1); }'],
  solid: [
    '#version 300 es',
    'precision highp float; in vec3 n; in vec3 colour; in vec2 cell; out vec4 c; uniform float plane; uniform float cover;',
    ...light,
    'void main() {',
    ...shade,
    '  vec2 g = floor(cell); float chess = plane > 0.0 ? 0.94 + 0.06 * mod(g.x + g.y, 2.0) : 1.0;',
    '  c = vec4(lit(chess * colour, m), 1) * cover; }',
  ],
  mark: ['#version 300 es', 'precision highp float; in vec3 colour; out vec4 c;', 'void main() { c = vec4(colour, 1); }'],
};
`;
