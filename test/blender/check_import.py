"""Compares what import_npz.py has put into a scene with the file it came from.

blender -b SCENE.blend --python check_import.py -- FILE.npz OFFSET

Prints the largest distance of a point of the evaluated curves and cloths from where the file has it, over all whole frames.
"""

import sys

import bpy
import numpy

path, offset = sys.argv[sys.argv.index("--") + 1 :][:2]
data = numpy.load(path)
scene = bpy.context.scene
largest, compared = 0.0, 0
for k, t in enumerate(data["t"]):
    frame = (float(t) - float(offset)) * scene.render.fps
    if frame < 0 or abs(frame - round(frame)) > 1e-3:
        continue
    scene.frame_set(round(frame))
    for obj in scene.objects:
        kind = {"rods": "rod", "cloth": "cloth"}.get(obj.get("stickslip"))
        if kind is None:
            continue
        if kind == "rod":
            # the bevel hides the points: take them without it
            obj.data.bevel_depth = 0
        start = data[f"{kind}_start"]
        own = [numpy.arange(start[i], start[i + 1]) for i in obj["stickslip_numbers"]]
        points = data[f"{kind}_points"][k][numpy.concatenate(own)]
        mesh = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
        found = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
        mesh.vertices.foreach_get("co", found)
        largest = max(largest, float(numpy.abs(found.reshape(-1, 3) - points).max()))
        compared += 1
if compared == 0:
    raise SystemExit("nothing to compare")
print("largest", largest, "of", compared)
