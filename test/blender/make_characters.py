"""Makes the small characters of test/blender/characters and writes where Blender itself has their vertices.

blender -b --factory-startup --python test/blender/make_characters.py -- FOLDER

For each character a .glb file, written by Blender's own exporter, and a .json file with the vertices of the evaluated mesh in
world axes (z up, metres) at ten whole frames. At most four weights a vertex, as glTF has.
"""

import json
import math
import os
import sys

import bpy
from mathutils import Vector

FPS = 24
LAST = 24
FRAMES = [0, 2, 5, 7, 11, 13, 16, 18, 21, 24]


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = FPS
    scene.frame_start = 0
    scene.frame_end = LAST
    return scene


def link(obj):
    bpy.context.scene.collection.objects.link(obj)
    return obj


def tube(name, length, radius, rings, sides):
    """A closed tube along z."""
    vertices = [
        (radius * math.cos(2 * math.pi * s / sides), radius * math.sin(2 * math.pi * s / sides), length * r / (rings - 1))
        for r in range(rings)
        for s in range(sides)
    ]
    faces = [
        (r * sides + s, r * sides + (s + 1) % sides, (r + 1) * sides + (s + 1) % sides, (r + 1) * sides + s)
        for r in range(rings - 1)
        for s in range(sides)
    ]
    faces += [tuple(reversed(range(sides))), tuple((rings - 1) * sides + s for s in range(sides))]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.update()
    return link(bpy.data.objects.new(name, mesh))


def key(target, path, frame, value):
    setattr(target, path, value)
    target.keyframe_insert(path, frame=frame)


def worm():
    """A tube on four bones, on an empty with an action of its own that moves, turns and grows."""
    scene = clear()
    obj = tube("Worm", 1.0, 0.12, 17, 10)
    armature = link(bpy.data.objects.new("Bones", bpy.data.armatures.new("Bones")))
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    previous = None
    for k in range(4):
        bone = armature.data.edit_bones.new(f"Bone{k}")
        bone.head, bone.tail = (0, 0, 0.25 * k), (0, 0, 0.25 * (k + 1))
        bone.parent, previous = previous, bone
    bpy.ops.object.mode_set(mode="OBJECT")
    groups = [obj.vertex_groups.new(name=f"Bone{k}") for k in range(4)]
    for vertex in obj.data.vertices:
        # three or four bones count for each vertex
        shares = [math.exp(-(((vertex.co.z - 0.25 * k - 0.125) / 0.2) ** 2)) for k in range(4)]
        shares = [s if s > 0.01 else 0 for s in shares]
        for group, share in zip(groups, shares):
            if share > 0:
                group.add([vertex.index], share / sum(shares), "REPLACE")
    obj.parent = armature
    modifier = obj.modifiers.new("Bones", "ARMATURE")
    modifier.object = armature
    for k, bone in enumerate(armature.pose.bones):
        bone.rotation_mode = "XYZ"
        for frame in range(0, LAST + 1, 6):
            phase = 2 * math.pi * frame / LAST - 0.8 * k
            key(bone, "rotation_euler", frame, (0.5 * math.sin(phase), 0.2 * math.cos(phase), 0.3 * math.sin(2 * phase)))
    carrier = link(bpy.data.objects.new("Carrier", None))
    armature.parent = carrier
    for frame in (0, 12, 24):
        key(carrier, "location", frame, (0.02 * frame, -0.01 * frame, 0.3 + 0.1 * math.sin(frame)))
        key(carrier, "rotation_euler", frame, (0, 0.02 * frame, 0.05 * frame))
        key(carrier, "scale", frame, (1 + 0.01 * frame, 1 + 0.005 * frame, 1 - 0.005 * frame))
    return scene, obj


def blob():
    """A ball with two shape keys, flat shaded, that turns and stretches."""
    scene = clear()
    bpy.ops.mesh.primitive_uv_sphere_add(segments=12, ring_count=8, radius=0.3)
    obj = bpy.context.object
    obj.name = "Blob"
    obj.shape_key_add(name="Basis")
    for name, shift in (("Long", lambda c: Vector((0, 0, 0.8 * c.z))), ("Dent", lambda c: -0.5 * c * max(0, c.x / 0.3))):
        block = obj.shape_key_add(name=name)
        for k, point in enumerate(block.data):
            point.co = obj.data.vertices[k].co + shift(obj.data.vertices[k].co)
    for frame in range(0, LAST + 1, 4):
        blocks = obj.data.shape_keys.key_blocks
        key(blocks["Long"], "value", frame, 0.5 + 0.5 * math.sin(0.4 * frame))
        key(blocks["Dent"], "value", frame, 0.5 - 0.5 * math.cos(0.5 * frame))
    for frame in (0, 8, 24):
        key(obj, "location", frame, (0.1 * math.sin(frame), 0.02 * frame, 0.5))
        key(obj, "rotation_euler", frame, (0.03 * frame, 0.1 * frame, 0))
        key(obj, "scale", frame, (1, 1 + 0.02 * frame, 1))
    return scene, obj


def evaluated(scene, obj):
    frames = []
    for frame in FRAMES:
        scene.frame_set(frame)
        graph = bpy.context.evaluated_depsgraph_get()
        own = obj.evaluated_get(graph)
        mesh = own.to_mesh()
        frames.append([round(x, 7) for v in mesh.vertices for x in own.matrix_world @ v.co])
        own.to_mesh_clear()
    return frames


def main(folder):
    for make in (worm, blob):
        scene, obj = make()
        name = make.__name__
        bpy.ops.export_scene.gltf(
            filepath=os.path.join(folder, f"{name}.glb"),
            export_format="GLB",
            export_animations=True,
            export_force_sampling=True,
            export_materials="NONE",
            export_texcoords=False,
            export_normals=True,
            export_morph_normal=False,
        )
        with open(os.path.join(folder, f"{name}.json"), "w") as file:
            data = {"blender": bpy.app.version_string, "object": obj.name, "fps": FPS, "frames": FRAMES}
            json.dump({**data, "positions": evaluated(scene, obj)}, file, separators=(",", ":"))
            file.write("\n")


main(sys.argv[sys.argv.index("--") + 1])
