/** Finds a Python with NumPy and VTK, with which tests read what we export, and installs them where that is possible. */
import { spawnSync } from 'node:child_process';
import { installPackages } from './debian.mjs';

/** Debian's own Python, which sees Debian's packages, comes first. */
const NAMES = ['/usr/bin/python3', 'python3'];

const modules = { numpy: 'numpy', vtk: 'vtkmodules.vtkIOXML' };

/** Path of a Python that has a module, or null. */
function pythonWith(module) {
  return NAMES.find((name) => spawnSync(name, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0) ?? null;
}

/** Pythons with NumPy and with VTK, each null where there is none, after installing what is missing where we may. */
export function providePythons() {
  const find = () => ({ numpy: pythonWith(modules.numpy), vtk: pythonWith(modules.vtk) });
  let found = find();
  const missing = [...(found.numpy ? [] : ['python3-numpy']), ...(found.vtk ? [] : ['python3-vtk9'])];
  if (missing.length > 0) {
    installPackages(missing, 'the tests of exports');
    found = find();
  }
  return found;
}
