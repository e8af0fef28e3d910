import { controlsScript } from './controls.js';
import { geometryScript } from './geometry.js';
import { contactStates } from '../../../record/contacts.js';
import { stateColours } from '../../../record/stage-look.js';
import { shaderScript } from './shaders.js';

/** Colours of contact states, 0 to 1. */
const markPaints = contactStates.map((state) =>
  [16, 8, 0].map((shift) => Number((((stateColours[state] >> shift) & 255) / 255).toFixed(3))),
);

const playScript = String.raw`
const head = JSON.parse(document.getElementById('head').textContent);
const $ = (id) => document.getElementById(id);

async function unpack(part) {
  const pieces = [...document.querySelectorAll('[data-part=' + part + ']')].map((element) => {
    const text = atob(element.textContent);
    const bytes = new Uint8Array(text.length);
    for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
    return bytes;
  });
  const stream = new Blob(pieces).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function start(data) {
  const canvas = $('view');
  const gl = canvas.getContext('webgl2', { antialias: true });
  if (!gl) { $('message').textContent = 'This page needs WebGL 2.'; return; }
  const program = (name) => {
    const made = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertexShader[name]], [gl.FRAGMENT_SHADER, fragmentShader[name]]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text.join('\n'));
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    return made;
  };
  const programs = { rod: program('rod'), solid: program('solid'), mark: program('mark') };
  const uniform = (p, name) => gl.getUniformLocation(programs[p], name);
  const attribute = (p, name, buffer, size, stride, offset, divisor) => {
    const at = gl.getAttribLocation(programs[p], name);
    if (at < 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, gl.FLOAT, false, stride, offset);
    gl.vertexAttribDivisor(at, divisor);
  };
  const bufferOf = (numbers, use) => {
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, use ?? gl.STATIC_DRAW);
    return buffer;
  };

  // rods: one capsule drawn once for every pair of neighbouring nodes
  const rodNodes = head.rods.reduce((sum, rod) => sum + rod.nodes, 0);
  const look = new Float32Array(4 * rodNodes);
  let node = 0;
  head.rods.forEach((rod) => {
    for (let i = 0; i < rod.nodes; i++, node++) look.set([...rod.tint, i < rod.nodes - 1 ? rod.radius : 0], 4 * node);
  });
  const template = [];
  const sides = 8;
  const rings = [[-1, 0], [-1, 0.7], [-1, 1], [1, 1], [1, 0.7], [1, 0]];
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let s = 0; s < sides; s++) {
      const corner = (ring, side) => {
        const a = (2 * Math.PI * side) / sides;
        return [ring[1] * Math.cos(a), ring[1] * Math.sin(a), ring[0]];
      };
      const [a, b, c, d] = [corner(rings[r], s), corner(rings[r], s + 1), corner(rings[r + 1], s + 1), corner(rings[r + 1], s)];
      template.push(...a, ...b, ...c, ...a, ...c, ...d);
    }
  }
  const capsule = bufferOf(new Float32Array(template));
  const looks = bufferOf(look);
  const nodes = bufferOf(new Float32Array(3), gl.DYNAMIC_DRAW);
  const rodArray = gl.createVertexArray();
  gl.bindVertexArray(rodArray);
  attribute('rod', 'at', capsule, 3, 12, 0, 0);
  attribute('rod', 'p', nodes, 3, 12, 0, 1);
  attribute('rod', 'q', nodes, 3, 12, 12, 1);
  attribute('rod', 'look', looks, 4, 16, 0, 1);

  // solids
  const meshes = [];
  for (let at = 0; at < data.meshes.length; ) {
    const [n, m] = [data.meshes[at], data.meshes[at + 1]];
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const vertices = bufferOf(data.meshes.slice(at + 2, at + 2 + 6 * n));
    attribute('solid', 'p', vertices, 3, 24, 0, 0);
    attribute('solid', 'normal', vertices, 3, 24, 12, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from(data.meshes.slice(at + 2 + 6 * n, at + 2 + 6 * n + m)), gl.STATIC_DRAW);
    meshes.push({ array, count: m });
    at += 2 + 6 * n + m;
  }
  // cloths: position and normal of every node, made anew for every frame
  const cloths = head.cloths.map((cloth) => {
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const vertices = bufferOf(new Float32Array(6 * cloth.nodes), gl.DYNAMIC_DRAW);
    attribute('solid', 'p', vertices, 3, 24, 0, 0);
    attribute('solid', 'normal', vertices, 3, 24, 12, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from(cloth.triangles), gl.STATIC_DRAW);
    return { array, vertices, cloth, count: cloth.triangles.length };
  });
  const marks = bufferOf(new Float32Array(6), gl.DYNAMIC_DRAW);
  const markArray = gl.createVertexArray();
  gl.bindVertexArray(markArray);
  attribute('mark', 'p', marks, 3, 24, 0, 0);
  attribute('mark', 'paint', marks, 3, 24, 12, 0);
  gl.bindVertexArray(null);

  // frames: positions are differences to the frame before, so they are summed once
  const numbers = data.positions.length / (2 * head.frames);
  const grid = new Uint16Array(numbers * head.frames);
  for (let f = 0; f < head.frames; f++) {
    for (let k = 0; k < numbers; k++) {
      const d = data.positions[2 * f * numbers + k] | (data.positions[(2 * f + 1) * numbers + k] << 8);
      grid[f * numbers + k] = (f ? grid[(f - 1) * numbers + k] : 0) + d;
    }
  }
  const now = new Float32Array(Math.max(3, numbers));
  const moving = head.solids.filter((solid) => !solid.pose).length;
  const contactStart = [0];
  for (const n of head.contacts) contactStart.push(contactStart.at(-1) + 13 * n);

  const box = head.box;
  const size = Math.max(box[3], box[4], box[5]);
  const camera = { turn: -0.4, tilt: 0.4, distance: 1.6 * size, centre: [0, 1, 2].map((i) => box[i] + box[3 + i] / 2) };
  const state = { frame: 0, playing: true, speed: 1, contacts: false, last: performance.now() };

  function place(frame) {
    const f = Math.floor(frame);
    const g = Math.min(f + 1, head.frames - 1);
    const u = frame - f;
    for (let k = 0; k < numbers; k++) {
      const value = (1 - u) * grid[f * numbers + k] + u * grid[g * numbers + k];
      now[k] = box[k % 3] + (box[3 + (k % 3)] * value) / 65535;
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, nodes);
    gl.bufferData(gl.ARRAY_BUFFER, now.subarray(0, Math.max(3, 3 * rodNodes)), gl.DYNAMIC_DRAW);
    let at = 3 * rodNodes;
    for (const { vertices, cloth } of cloths) {
      gl.bindBuffer(gl.ARRAY_BUFFER, vertices);
      gl.bufferData(gl.ARRAY_BUFFER, withNormals(now.subarray(at, at + 3 * cloth.nodes), cloth.triangles), gl.DYNAMIC_DRAW);
      at += 3 * cloth.nodes;
    }
  }

  const paints = ${JSON.stringify(markPaints)};
  function drawContacts(view, f) {
    const n = head.contacts[f];
    if (n === 0) return;
    const bytes = new DataView(data.contacts.buffer, data.contacts.byteOffset + contactStart[f], 13 * n);
    const points = new Float32Array(6 * n);
    const lines = new Float32Array(12 * n);
    for (let c = 0; c < n; c++) {
      const p = [0, 1, 2].map((i) => box[i] + (box[3 + i] * bytes.getUint16(6 * c + 2 * i, true)) / 65535);
      const force = [0, 1, 2].map((i) => (0.3 * size * bytes.getInt16(6 * n + 6 * c + 2 * i, true)) / 32767);
      const paint = paints[bytes.getUint8(12 * n + c)] ?? paints[0];
      points.set([...p, ...paint], 6 * c);
      lines.set([...p, ...paint, ...p.map((x, i) => x + force[i]), ...paint], 12 * c);
    }
    gl.disable(gl.DEPTH_TEST);
    gl.useProgram(programs.mark);
    gl.uniformMatrix4fv(uniform('mark', 'view'), false, view);
    gl.uniform1f(uniform('mark', 'size'), 5 * devicePixelRatio);
    gl.bindVertexArray(markArray);
    for (const [mode, numbers, count] of [[gl.LINES, lines, 2 * n], [gl.POINTS, points, n]]) {
      gl.bindBuffer(gl.ARRAY_BUFFER, marks);
      gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
      gl.drawArrays(mode, 0, count);
    }
    gl.enable(gl.DEPTH_TEST);
  }

  function drawSolid(mesh, pose, tint, plane, opacity) {
    const glass = opacity < 1;
    gl.uniform1f(uniform('solid', 'cover'), opacity);
    gl.depthMask(!glass);
    if (glass) gl.enable(gl.BLEND); else gl.disable(gl.BLEND);
    gl.uniformMatrix4fv(uniform('solid', 'pose'), false, pose);
    gl.uniform3fv(uniform('solid', 'tint'), tint);
    gl.uniform1f(uniform('solid', 'plane'), plane);
    gl.bindVertexArray(mesh.array);
    gl.drawElements(gl.TRIANGLES, mesh.count, gl.UNSIGNED_INT, 0);
  }

  function draw() {
    const [w, h] = [Math.round(canvas.clientWidth * devicePixelRatio), Math.round(canvas.clientHeight * devicePixelRatio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    gl.viewport(0, 0, w, h);
    // the page's backdrop is seen behind
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    const view = viewMatrix(camera, w / h);
    place(state.frame);
    if (rodNodes > 1) {
      gl.useProgram(programs.rod);
      gl.uniformMatrix4fv(uniform('rod', 'view'), false, view);
      gl.bindVertexArray(rodArray);
      gl.drawArraysInstanced(gl.TRIANGLES, 0, template.length / 3, rodNodes - 1);
    }
    gl.useProgram(programs.solid);
    gl.uniformMatrix4fv(uniform('solid', 'view'), false, view);
    const f = Math.round(state.frame);
    let k = 0;
    const placed = head.solids.map((solid) => {
      const at = 7 * (f * moving + k);
      if (!solid.pose) k++;
      return { solid, pose: poseMatrix(solid.pose ?? data.poses.subarray(at, at + 7)) };
    });
    // what one sees through comes last
    const drawAll = (glass) => {
      for (const { solid, pose } of placed) {
        if (solid.opacity < 1 === glass) drawSolid(meshes[solid.mesh], pose, solid.tint, solid.plane ? 8 / size : 0, solid.opacity);
      }
    };
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    drawAll(false);
    for (const own of cloths) drawSolid(own, poseMatrix([0, 0, 0, 1, 0, 0, 0]), own.cloth.tint, 0, 1);
    drawAll(true);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    if (state.contacts) drawContacts(view, f);
    $('slider').value = String(state.frame);
    $('time').textContent = 't = ' + head.times[f].toFixed(3) + ' s   frame ' + f + ' of ' + (head.frames - 1) + '   ' + head.contacts[f] + ' contacts';
  }

  function tick(time) {
    if (state.playing && head.frames > 1) {
      const step = (head.times.at(-1) - head.times[0]) / (head.frames - 1);
      state.frame += (state.speed * (time - state.last)) / 1000 / step;
      if (state.frame >= head.frames - 1) state.frame = 0;
    }
    state.last = time;
    draw();
    requestAnimationFrame(tick);
  }

  listen(canvas, camera, state);
  document.body.dataset.ready = 'yes';
  requestAnimationFrame((time) => { state.last = time; tick(time); });
}

Promise.all(['positions', 'poses', 'meshes', 'contacts'].map(unpack)).then(
  ([positions, poses, meshes, contacts]) =>
    start({ positions, poses: new Float32Array(poses.buffer), meshes: new Float32Array(meshes.buffer), contacts }),
  (error) => { $('message').textContent = 'The replay cannot be read: ' + error.message; },
);
`;

/**
 * The program of the replay page: unpacks the numbers and draws them with WebGL. It stands alone in the page, so it is
 * kept as text.
 */
export const replayScript = `'use strict';
${shaderScript}${geometryScript}${controlsScript}${playScript}`;
