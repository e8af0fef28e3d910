import { ACESFilmicToneMapping, PCFShadowMap, WebGLRenderer } from 'three';

/** Renderers that are not in use. Browsers allow few of them, and they take long to make: pages pass them on. */
const idle: WebGLRenderer[] = [];

/** A renderer with its canvas, used before or new. */
export function takeRenderer(): WebGLRenderer {
  const renderer = idle.pop() ?? makeRenderer();
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
  renderer.shadowMap.enabled = true;
  return renderer;
}

/** Gives a renderer back. */
export function returnRenderer(renderer: WebGLRenderer): void {
  renderer.domElement.remove();
  renderer.domElement.style.cursor = '';
  renderer.setRenderTarget(null);
  renderer.clear();
  idle.push(renderer);
}

function makeRenderer(): WebGLRenderer {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  renderer.shadowMap.type = PCFShadowMap;
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.setClearAlpha(0);
  renderer.domElement.className = 'stage';
  renderer.domElement.tabIndex = 0;
  renderer.domElement.setAttribute('aria-label', 'the scene');
  return renderer;
}
