import { ACESFilmicToneMapping, PCFShadowMap, WebGLRenderer } from 'three';

/** Renderers that are not in use. Browsers allow few of them, and they take long to make: pages pass them on. */
const idle: WebGLRenderer[] = [];

let draws: boolean | undefined;

/** Whether this browser draws scenes: WebGL may be missing (an old card, no driver) or forbidden. */
export function drawsScenes(): boolean {
  if (draws === undefined) {
    const renderer = takeRenderer();
    draws = renderer !== undefined;
    if (renderer) returnRenderer(renderer);
  }
  return draws;
}

/** A renderer with its canvas, used before or new; undefined where WebGL cannot be had. */
export function takeRenderer(): WebGLRenderer | undefined {
  const renderer = idle.pop() ?? makeRenderer();
  if (!renderer) return undefined;
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
  renderer.shadowMap.enabled = true;
  return renderer;
}

/** Whether a processor draws, for want of a graphics card. */
export function isSoftware(renderer: WebGLRenderer): boolean {
  const context = renderer.getContext();
  const known = context.getExtension('WEBGL_debug_renderer_info');
  const name = String(context.getParameter(known ? known.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** Gives a renderer back. */
export function returnRenderer(renderer: WebGLRenderer): void {
  renderer.domElement.remove();
  renderer.domElement.style.cursor = '';
  renderer.setRenderTarget(null);
  renderer.clear();
  idle.push(renderer);
}

function makeRenderer(): WebGLRenderer | undefined {
  const canvas = document.createElement('canvas');
  const options = { antialias: true, alpha: true, preserveDrawingBuffer: true };
  // asked for here: three reports a failure as errors on the console, which it is not
  const context = canvas.getContext('webgl2', options) as WebGL2RenderingContext | null;
  if (!context) return undefined;
  const renderer = new WebGLRenderer({ canvas, context, ...options });
  renderer.shadowMap.type = PCFShadowMap;
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.setClearAlpha(0);
  renderer.domElement.className = 'stage';
  renderer.domElement.tabIndex = 0;
  renderer.domElement.setAttribute('aria-label', 'the scene');
  return renderer;
}
