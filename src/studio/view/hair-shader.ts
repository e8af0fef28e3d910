import { tintColour } from './tint.js';

/**
 * Shading of hair. Light that a fiber reflects at its surface (R), lets through (TT) and reflects inside (TRT) leaves it on cones
 * about its tangent, tilted by the scales of the cuticle [Marschner03 (8) to (11)]; around the fiber, smooth fits take the place of
 * the paper's sum over paths. What goes from fiber to fiber is diffuse in the hair's colour [Kajiya89 (14)].
 */
export const hairVertex = /* glsl */ `
#include <common>
#include <shadowmap_pars_vertex>
STRANDS
varying vec3 hairTangent;
varying vec3 hairView;
varying vec3 hairColour;
varying float hairAlong;
varying float hairValue;
uniform vec3 paint;
uniform float painted;
void main() {
  vec3 transformed = strandPoint();
  vec4 worldPosition = modelMatrix * vec4(transformed, 1.0);
  vec4 mvPosition = viewMatrix * worldPosition;
  vec3 transformedNormal = mat3(viewMatrix) * strandFacing;
  hairTangent = mat3(viewMatrix) * strandTangent;
  hairView = -mvPosition.xyz;
  hairColour = mix(colour, paint, painted) * (0.8 + 0.4 * chance.x);
  hairAlong = strandAlong;
  hairValue = strandValue;
  gl_Position = projectionMatrix * mvPosition;
  #include <shadowmap_vertex>
}`;

export const hairFragment = /* glsl */ `
#include <common>
#include <packing>
#include <lights_pars_begin>
#include <shadowmap_pars_fragment>
varying vec3 hairTangent;
varying vec3 hairView;
varying vec3 hairColour;
varying float hairAlong;
varying float hairValue;
${tintColour}
uniform float roughness;
uniform float hairDepth;

// Gaussian about a cone that the cuticle tilts by a shift
float cone(float angle, float shift, float width) {
  float x = (angle - shift) / width;
  return exp(-0.5 * x * x) / (2.507 * width);
}

// one light, seen along a fiber with tangent T
vec3 scattered(vec3 L, vec3 V, vec3 T, vec3 colour, float lit) {
  float sinL = dot(T, L);
  float sinV = dot(T, V);
  float half_ = 0.5 * (asin(clamp(sinL, -1.0, 1.0)) + asin(clamp(sinV, -1.0, 1.0)));
  vec3 acrossL = normalize(L - sinL * T + 1e-5);
  vec3 acrossV = normalize(V - sinV * T + 1e-5);
  float cosPhi = clamp(dot(acrossL, acrossV), -1.0, 1.0);
  float cosHalfPhi = sqrt(0.5 + 0.5 * cosPhi);
  float cosL = sqrt(max(0.0, 1.0 - sinL * sinL));
  // scales of 3 degrees: the first highlight towards the root, the second, coloured one towards the tip
  float shift = 0.052;
  float w = roughness;
  float fresnel = 0.046 + 0.954 * pow(1.0 - cosL * cosHalfPhi, 5.0);
  float R = cone(half_, -2.0 * shift, w) * 0.25 * cosHalfPhi * fresnel;
  float TT = cone(half_, shift, 0.5 * w) * exp(-3.65 * cosPhi - 3.98);
  float TRT = cone(half_, 4.0 * shift, 2.0 * w) * exp(17.0 * cosPhi - 16.78) * 0.9;
  vec3 once = pow(colour, vec3(0.5 / max(0.4, cosL)));
  vec3 twice = pow(colour, vec3(0.9 / max(0.4, cosL)));
  vec3 glint = 0.55 * vec3(R) + 0.6 * TT * once * lit + TRT * twice;
  float wrap = 0.35 + 0.65 * max(0.0, dot(acrossL, acrossV));
  return cosL * (lit * glint + mix(0.2, 1.0, lit) * wrap * 0.5 * colour);
}

// Light that comes through the hair in front: the share of depths, farther and farther in front, that are lit already
float throughHair() {
  float lit = 1.0;
  #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0 && defined(SHADOWMAP_TYPE_PCF)
    vec4 at = vDirectionalShadowCoord[0];
    at.xyz /= at.w;
    if (all(greaterThanEqual(at.xy, vec2(0.0))) && all(lessThanEqual(at.xy, vec2(1.0))) && at.z <= 1.0) {
      vec2 texel = 6.0 / directionalLightShadows[0].shadowMapSize;
      float phi = interleavedGradientNoise(gl_FragCoord.xy) * PI2;
      lit = 0.0;
      for (int k = 0; k < 6; k++) {
        float front = hairDepth * (0.25 + float(k));
        lit += texture(directionalShadowMap[0], vec3(at.xy + vogelDiskSample(k, 6, phi) * texel, at.z - front)) / 6.0;
      }
    }
  #endif
  return lit;
}

void main() {
  vec3 T = normalize(hairTangent);
  vec3 V = normalize(hairView);
  vec3 colour = clamp(tinted(hairColour, hairValue), 0.004, 0.98);
  // roots lie deep in the hair, tips are worn
  float open = mix(0.45, 1.0, smoothstep(0.0, 0.22, hairAlong));
  colour = mix(colour, pow(colour, vec3(0.85)), smoothstep(0.6, 1.0, hairAlong));
  float through = throughHair();
  vec3 sum = vec3(0.0);
  #if NUM_DIR_LIGHTS > 0
    for (int i = 0; i < NUM_DIR_LIGHTS; i++) {
      float lit = i == 0 ? through : 0.6 * mix(0.35, 1.0, through);
      sum += directionalLights[i].color * scattered(directionalLights[i].direction, V, T, colour, lit * open);
    }
  #endif
  #if NUM_HEMI_LIGHTS > 0
    // the sky from all sides of the fiber
    vec3 up = hemisphereLights[0].direction;
    vec3 sky = mix(hemisphereLights[0].groundColor, hemisphereLights[0].skyColor, 0.5 + 0.5 * dot(normalize(V - dot(V, T) * T + up), up));
    sum += sky * colour * 0.32 * open * mix(0.55, 1.0, through);
  #endif
  gl_FragColor = vec4(sum, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;
