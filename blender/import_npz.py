"""Brings what stickslip has simulated into a Blender scene: rods as curves, cloth as meshes, animated.

    stickslip export DIR --to npz,obj --fps 24
    blender -b head.blend --python import_npz.py -- DIR/NAME.npz [--cloth DIR/NAME-frame-0000.obj] [--save OUT.blend]

Without -b the scene is open afterwards, and --save is not needed. Strands are poly curves of the simulated radius (--radius
gives another), their points moved by shape keys; cloths are meshes. Frame = time times the scene's frame rate. Metres, z up.
Needs NumPy, which Blender's own builds bring (Debian: python3-numpy). Works with Blender 2.93 and later.
"""

import argparse
import os
import sys

import bpy
import numpy


def keyed(block, frames):
    """Shape keys of a curve or mesh: relative ones, each fully on at its own frame and off at its neighbours."""
    for k, frame in enumerate(frames):
        key = block.key_blocks[k + 1]
        for other, value in ((k - 1, 0.0), (k, 1.0), (k + 1, 0.0)):
            if 0 <= other < len(frames):
                key.value = value
                key.keyframe_insert("value", frame=frames[other])
    for curve in block.animation_data.action.fcurves:
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"


def link(name, data):
    obj = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(obj)
    return obj


def add_shapes(obj, frames, positions):
    """A shape for each frame; positions: frames, points, 3."""
    obj.shape_key_add(name="start", from_mix=False)
    for k, frame in enumerate(frames):
        key = obj.shape_key_add(name=f"frame {frame:g}", from_mix=False)
        key.data.foreach_set("co", numpy.ascontiguousarray(positions[k], dtype=numpy.float32).ravel())
    keyed(obj.data.shape_keys, frames)


def add_rods(name, data, frames, radius):
    points, start = data["rod_points"], data["rod_start"]
    if len(start) < 2:
        return None
    curves = bpy.data.curves.new(name, "CURVE")
    curves.dimensions = "3D"
    curves.bevel_depth = radius or float(data["rod_radius"][0])
    curves.bevel_resolution = 1
    curves.use_fill_caps = True
    for a, b in zip(start[:-1], start[1:]):
        spline = curves.splines.new("POLY")
        spline.points.add(int(b - a) - 1)
        four = numpy.ones((b - a, 4), dtype=numpy.float32)
        four[:, :3] = points[0, a:b]
        spline.points.foreach_set("co", four.ravel())
    obj = link(name, curves)
    add_shapes(obj, frames, points)
    return obj


def faces_of(path, start, count):
    """Faces of one cloth in an .obj file of the same run, by the number of its vertices."""
    first, objects = 0, []
    for line in open(path):
        if line.startswith("o "):
            objects.append([first, 0, []])
        elif line.startswith("v "):
            first += 1
            objects[-1][1] += 1
        elif line.startswith("f "):
            objects[-1][2].append([int(corner.split("/")[0]) - 1 for corner in line.split()[1:]])
    for own, size, faces in objects:
        if size == count:
            return [[v - own for v in face] for face in faces]
    raise SystemExit(f"{path}: no object of {count} vertices, as the cloth has")


def add_cloths(name, data, frames, path):
    start = data["cloth_start"]
    for k, (a, b) in enumerate(zip(start[:-1], start[1:])):
        points = data["cloth_points"][:, a:b]
        if path is not None:
            faces = faces_of(path, a, b - a)
        elif "cloth_triangles" in data:
            own = data["cloth_triangles"]
            faces = own[(own >= a).all(axis=1) & (own < b).all(axis=1)] - a
            faces = faces.tolist()
        else:
            raise SystemExit("the faces of the cloth: --cloth names an .obj file of the same run")
        mesh = bpy.data.meshes.new(f"{name}-cloth-{k}")
        mesh.from_pydata(points[0].tolist(), [], faces)
        mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
        add_shapes(link(f"{name}-cloth-{k}", mesh), frames, points)


def main():
    arguments = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    parser = argparse.ArgumentParser(prog="import_npz.py", description="rods and cloth of a run as curves and meshes")
    parser.add_argument("npz", help="the file that stickslip export --to npz has written")
    parser.add_argument("--cloth", metavar="OBJ", help="an .obj file of the same run, for the faces of cloth")
    parser.add_argument("--name", default="stickslip", help="name of the new objects")
    parser.add_argument("--radius", type=float, help="radius of the curves (m); as simulated where missing")
    parser.add_argument("--offset", type=float, default=0.0, help="simulated time that is frame 0 (s)")
    parser.add_argument("--save", metavar="BLEND", help="where the scene is saved afterwards")
    options = parser.parse_args(arguments)
    data = numpy.load(options.npz)
    scene = bpy.context.scene
    rate = scene.render.fps / scene.render.fps_base
    frames = [float((t - options.offset) * rate) for t in data["t"]]
    add_rods(f"{options.name}-rods", data, frames, options.radius)
    add_cloths(options.name, data, frames, options.cloth)
    scene.frame_end = max(scene.frame_end, int(frames[-1]))
    if options.save:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(options.save))
    print(f"{len(data['rod_start']) - 1} rods, {len(data['cloth_start']) - 1} cloths, {len(frames)} frames")


main()
