/** Finds Blender, which long tests make characters and renders with, and installs it where that is possible. */
import { spawnSync } from 'node:child_process';
import { installPackages } from './debian.mjs';

/** Whether a Blender runs and has NumPy, which its glTF exporter needs (Debian's takes the system's). */
function works(program) {
  const args = ['-b', '--factory-startup', '--python-exit-code', '1', '--python-expr', 'import numpy'];
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Path of Blender, or null. */
export function provideBlender() {
  const program = process.env.STICKSLIP_BLENDER || 'blender';
  if (works(program)) return program;
  installPackages(['blender', 'python3-numpy'], 'the tests with Blender');
  return works(program) ? program : null;
}
