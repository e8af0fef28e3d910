"""Brings what stickslip has simulated into a Blender scene: rods as curves, cloth as meshes, animated.

    stickslip export DIR --to npz,obj --fps 24
    blender -b head.blend --python import_npz.py -- DIR/NAME.npz [--cloth DIR/NAME-frame-0000.obj] [--save OUT.blend]

Without -b the scene is open afterwards, and --save is not needed. Strands are poly curves as thick as their sections (--radius
gives another thickness), an object for each entry of the scene, their points moved by shape keys; cloths are meshes with their textures. Frame = time times the scene's frame rate. Metres, z up.
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


def link(name, data, kind, numbers):
    """A new object, which remembers what it is in the file: custom properties that scripts find it by."""
    obj = bpy.data.objects.new(name, data)
    obj["stickslip"] = kind
    obj["stickslip_numbers"] = [int(k) for k in numbers]
    bpy.context.scene.collection.objects.link(obj)
    return obj


def add_shapes(obj, frames, positions):
    """A shape for each frame; positions: frames, points, 3."""
    obj.shape_key_add(name="start", from_mix=False)
    for k, frame in enumerate(frames):
        key = obj.shape_key_add(name=f"frame {frame:g}", from_mix=False)
        key.data.foreach_set("co", numpy.ascontiguousarray(positions[k], dtype=numpy.float32).ravel())
    keyed(obj.data.shape_keys, frames)


def material(name, colour):
    """A material of a colour in linear light, red green blue and opacity."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    made.diffuse_color = [float(x) for x in colour]
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = [float(x) for x in colour[:3]] + [1.0]
    shader.inputs["Alpha"].default_value = float(colour[3])
    return made


def groups_of(data, kind, count):
    """Name and members of each entry of the scene that rods come from; all as one where the file does not say."""
    if f"{kind}_group" not in data:
        return [(f"{kind}s", list(range(count)))]
    groups = data[f"{kind}_group"]
    return [(str(data["group_names"][g]), [k for k in range(count) if groups[k] == g]) for g in sorted(set(groups.tolist()))]


def add_rods(name, data, frames, radius):
    points, start = data["rod_points"], data["rod_start"]
    for group, rods in groups_of(data, "rod", len(start) - 1):
        curves = bpy.data.curves.new(f"{name}-{group}", "CURVE")
        curves.dimensions = "3D"
        radii = [radius or float(data["rod_radius"][k]) for k in rods]
        curves.bevel_depth = max(radii)
        curves.bevel_resolution = 1
        curves.use_fill_caps = True
        for k, own in zip(rods, radii):
            a, b = start[k], start[k + 1]
            spline = curves.splines.new("POLY")
            spline.points.add(int(b - a) - 1)
            four = numpy.ones((b - a, 4), dtype=numpy.float32)
            four[:, :3] = points[0, a:b]
            spline.points.foreach_set("co", four.ravel())
            spline.points.foreach_set("radius", [own / max(radii)] * int(b - a))
        if "rod_colour" in data:
            curves.materials.append(material(group, data["rod_colour"][rods].mean(axis=0)))
        places = numpy.concatenate([numpy.arange(start[k], start[k + 1]) for k in rods])
        add_shapes(link(f"{name}-{group}", curves, "rods", rods), frames, points[:, places])


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
        own_name = f"{name}-{data['cloth_names'][k]}" if "cloth_names" in data else f"{name}-cloth-{k}"
        mesh = bpy.data.meshes.new(own_name)
        mesh.from_pydata(points[0].tolist(), [], faces)
        mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
        if "cloth_uv" in data and path is None:
            corners = data["cloth_uv"][(own >= a).all(axis=1) & (own < b).all(axis=1)]
            mesh.uv_layers.new(name="UVMap").data.foreach_set("uv", corners.astype(numpy.float32).ravel())
        if "cloth_colour" in data:
            mesh.materials.append(material(own_name, data["cloth_colour"][k]))
        add_shapes(link(own_name, mesh, "cloth", [k]), frames, points)


def main():
    arguments = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    parser = argparse.ArgumentParser(prog="import_npz.py", description="rods and cloth of a run as curves and meshes")
    parser.add_argument("npz", help="the file that stickslip export --to npz has written")
    parser.add_argument("--cloth", metavar="OBJ", help="an .obj file of the same run, for the faces of cloth")
    parser.add_argument("--name", default="stickslip", help="name of the new objects")
    parser.add_argument("--radius", type=float, help="radius of the curves (m); that of their sections where missing")
    parser.add_argument("--offset", type=float, default=0.0, help="simulated time that is frame 0 (s)")
    parser.add_argument("--save", metavar="BLEND", help="where the scene is saved afterwards")
    options = parser.parse_args(arguments)
    data = numpy.load(options.npz)
    scene = bpy.context.scene
    rate = scene.render.fps / scene.render.fps_base
    frames = [float((t - options.offset) * rate) for t in data["t"]]
    add_rods(options.name, data, frames, options.radius)
    add_cloths(options.name, data, frames, options.cloth)
    scene.frame_end = max(scene.frame_end, int(frames[-1]))
    if options.save:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(options.save))
    print(f"{len(data['rod_start']) - 1} rods, {len(data['cloth_start']) - 1} cloths, {len(frames)} frames")


main()
