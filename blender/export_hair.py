"""Writes the hair of a Blender scene to a .hair file, which scenes of stickslip read ("type": "strands", "file": ...).

    blender -b head.blend --python export_hair.py -- OUT.hair [--object NAME] [--frame N]

Takes hair particle systems, curves objects (hair curves and poly curves) of one object, or of all; in metres, z up, root
first, as they are evaluated at a frame. The format is Cem Yuksel's (www.cemyuksel.com/research/hairmodels). Works with
Blender 2.93 and later.
"""

import argparse
import struct
import sys

import bpy


def particle_strands(obj):
    """Strands of the hair particle systems of an evaluated object, in world axes."""
    for modifier in obj.modifiers:
        if modifier.type != "PARTICLE_SYSTEM" or modifier.particle_system.settings.type != "HAIR":
            continue
        for particle in modifier.particle_system.particles:
            keys = [key.co_object(obj, modifier, particle) for key in particle.hair_keys]
            yield [obj.matrix_world @ co for co in keys]


def curve_strands(obj):
    """Strands of an object of hair curves (Blender 3.3 and later), in world axes."""
    data = obj.data
    for curve in data.curves:
        first, count = curve.first_point_index, curve.points_length
        yield [obj.matrix_world @ data.points[k].position for k in range(first, first + count)]


def spline_strands(obj):
    """Strands of an object of curves; of Bezier curves the control points."""
    for spline in obj.data.splines:
        points = spline.bezier_points if spline.type == "BEZIER" else spline.points
        yield [obj.matrix_world @ point.co.xyz for point in points]


def strands_of(obj):
    yield from particle_strands(obj)
    if obj.type == "CURVES":
        yield from curve_strands(obj)
    elif obj.type == "CURVE":
        yield from spline_strands(obj)


def without_doubles(strand):
    """Points that differ from the one before: a rod has no pieces without length."""
    kept = []
    for point in strand:
        if not kept or (point - kept[-1]).length > 1e-9:
            kept.append(point)
    return kept


def write_hair(path, strands):
    points = sum(len(strand) for strand in strands)
    with open(path, "wb") as file:
        # arrays of segments and of points; radius, transparency and colour that nobody asked for
        header = struct.pack("<4sIIIIfffff", b"HAIR", len(strands), points, 3, 0, 1e-4, 0.0, 0.5, 0.5, 0.5)
        file.write(header + b"written by Blender for stickslip".ljust(88, b"\0"))
        file.write(struct.pack(f"<{len(strands)}H", *(len(strand) - 1 for strand in strands)))
        for strand in strands:
            for point in strand:
                file.write(struct.pack("<fff", *point))


def main():
    arguments = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    parser = argparse.ArgumentParser(prog="export_hair.py", description="hair of a Blender scene to a .hair file")
    parser.add_argument("out", help="the .hair file to write")
    parser.add_argument("--object", help="name of the object; all where missing")
    parser.add_argument("--frame", type=int, help="frame at which the hair is taken; the present one where missing")
    options = parser.parse_args(arguments)
    scene = bpy.context.scene
    if options.frame is not None:
        scene.frame_set(options.frame)
    if options.object is not None and options.object not in scene.objects:
        parser.error(f"no object {options.object!r}; there are: {', '.join(scene.objects.keys())}")
    objects = [scene.objects[options.object]] if options.object else list(scene.objects)
    graph = bpy.context.evaluated_depsgraph_get()
    strands = [without_doubles(strand) for obj in objects for strand in strands_of(obj.evaluated_get(graph))]
    strands = [strand for strand in strands if len(strand) >= 2]
    if not strands:
        parser.error("no hair: neither hair particles nor curves in " + (options.object or "the scene"))
    write_hair(options.out, strands)
    print(f"{len(strands)} strands, {sum(map(len, strands))} points: {options.out}")


main()
