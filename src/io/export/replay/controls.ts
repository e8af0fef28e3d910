/** Part of the replay page's program: what buttons, keys and pointers do. */
export const controlsScript = String.raw`
function listen(canvas, camera, state) {
  $('slider').max = String(head.frames - 1);
  $('slider').addEventListener('input', () => { state.frame = Number($('slider').value); play(false); });
  const play = (on) => { state.playing = on; $('play').textContent = on ? 'Pause' : 'Play'; };
  $('play').addEventListener('click', () => play(!state.playing));
  $('speed').addEventListener('change', () => { state.speed = Number($('speed').value); });
  $('contacts').addEventListener('change', () => { state.contacts = $('contacts').checked; });
  addEventListener('keydown', (event) => {
    if (event.target !== document.body) return;
    if (event.key === ' ') { play(!state.playing); event.preventDefault(); }
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move) { play(false); state.frame = Math.min(head.frames - 1, Math.max(0, Math.round(state.frame) + move)); }
  });
  const pointers = new Map();
  canvas.addEventListener('pointerdown', (event) => { canvas.setPointerCapture(event.pointerId); pointers.set(event.pointerId, [event.clientX, event.clientY]); });
  for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.size > 1 || event.shiftKey || event.buttons & 6) {
      const k = (camera.distance * 0.73) / canvas.clientHeight;
      const [c, s] = [Math.cos(camera.turn), Math.sin(camera.turn)];
      camera.centre[0] -= k * c * dx;
      camera.centre[1] -= k * s * dx;
      camera.centre[2] += k * dy;
    } else {
      camera.turn -= 0.008 * dx;
      camera.tilt = Math.max(-1.5, Math.min(1.5, camera.tilt + 0.008 * dy));
    }
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => { camera.distance *= Math.exp(0.001 * event.deltaY); event.preventDefault(); }, { passive: false });
}
`;
