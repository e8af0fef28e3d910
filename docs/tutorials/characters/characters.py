"""Makes the two characters of the tutorial: a head with hair that nods, and a figure that walks.

    blender -b --factory-startup --python characters.py -- head FOLDER
    blender -b --factory-startup --python characters.py -- figure FOLDER

writes FOLDER/head.blend and head.glb, or figure.blend and figure.glb.
"""

import math
import os
import sys

import bmesh
import bpy
from mathutils import Vector

FPS = 24


def begin(last):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = FPS
    scene.frame_start, scene.frame_end = 0, last
    scene.frame_set(0)
    return scene


def link(obj):
    bpy.context.scene.collection.objects.link(obj)
    return obj


def bones(name, parts):
    """An armature; parts: name -> (head, tail, name of the bone above it)."""
    armature = link(bpy.data.objects.new(name, bpy.data.armatures.new(name)))
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    for bone, (head, tail, above) in parts.items():
        new = armature.data.edit_bones.new(bone)
        new.head, new.tail = head, tail
        # turns about x are the same for all bones: to and fro in the plane of y and z
        new.align_roll(Vector((0, -1, 0)))
        if above:
            new.parent = armature.data.edit_bones[above]
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in armature.pose.bones:
        bone.rotation_mode = "XYZ"
    return armature


def turn(bone, frame, angles):
    bone.rotation_euler = angles
    bone.keyframe_insert("rotation_euler", frame=frame)


def bind(obj, armature):
    obj.parent = armature
    obj.modifiers.new("Armature", "ARMATURE").object = armature


def lathe(name, profile, sides):
    """A closed surface about z; profile: (radius, z) from below."""
    mesh = bmesh.new()
    rings = [
        [mesh.verts.new((r * math.cos(2 * math.pi * s / sides), r * math.sin(2 * math.pi * s / sides), z)) for s in range(sides)]
        for r, z in profile
    ]
    for low, high in zip(rings, rings[1:]):
        for s in range(sides):
            t = (s + 1) % sides
            mesh.faces.new((low[s], low[t], high[t], high[s]))
    for ring, z, flip in ((rings[0], profile[0][1], True), (rings[-1], profile[-1][1], False)):
        middle = mesh.verts.new((0, 0, z))
        for s in range(sides):
            a, b = ring[s], ring[(s + 1) % sides]
            mesh.faces.new((b, a, middle) if flip else (a, b, middle))
    data = bpy.data.meshes.new(name)
    mesh.to_mesh(data)
    return link(bpy.data.objects.new(name, data))


def head():
    begin(48)
    # neck, chin, skull; the top is almost closed
    profile = [(0.055, 0.0), (0.052, 0.04), (0.05, 0.08), (0.062, 0.11)]
    profile += [(0.105 * math.sin(a), 0.205 - 0.105 * math.cos(a)) for a in (0.9 + 0.2 * k for k in range(11))]
    obj = lathe("Head", profile, 28)
    armature = bones(
        "Neck", {"neck": ((0, 0, 0), (0, 0, 0.1), None), "head": ((0, 0, 0.1), (0, 0, 0.31), "neck")}
    )
    for name in ("neck", "head"):
        obj.vertex_groups.new(name=name)
    for vertex in obj.data.vertices:
        share = min(max((vertex.co.z - 0.05) / 0.08, 0), 1)
        obj.vertex_groups["head"].add([vertex.index], share, "REPLACE")
        obj.vertex_groups["neck"].add([vertex.index], 1 - share, "REPLACE")
    scalp = obj.vertex_groups.new(name="scalp")
    for vertex in obj.data.vertices:
        if vertex.co.z > 0.22 and vertex.co.y > -0.05:
            scalp.add([vertex.index], 1, "REPLACE")
    bind(obj, armature)
    for frame in range(0, 49, 6):
        nod = 0.45 * math.sin(2 * math.pi * frame / 24)
        turn(armature.pose.bones["neck"], frame, (0.3 * nod, 0, 0))
        turn(armature.pose.bones["head"], frame, (0.7 * nod, 0, 0))
    # hair, which glTF does not carry: export_hair.py does
    system = obj.modifiers.new("Hair", "PARTICLE_SYSTEM").particle_system
    system.vertex_group_density = "scalp"
    settings = system.settings
    settings.type = "HAIR"
    settings.count = 160
    settings.hair_length = 0.16
    settings.hair_step = 8
    system.seed = 7
    return obj, armature


def figure():
    begin(48)
    places = {
        "hips": (0, 0, 0.98), "chest": (0, 0, 1.35), "neck": (0, 0, 1.5), "head": (0, 0, 1.62),
        "crown": (0, 0, 1.72),
        "hand": (0.42, 0, 1.02), "elbow": (0.32, 0, 1.2), "shoulder": (0.19, 0, 1.42),
        "thigh": (0.1, 0, 0.92), "knee": (0.11, -0.01, 0.5), "ankle": (0.11, 0, 0.09), "toe": (0.11, -0.14, 0.05),
    }
    radii = {
        "hips": 0.13, "chest": 0.13, "neck": 0.05, "head": 0.1, "crown": 0.075, "hand": 0.035, "elbow": 0.042, "shoulder": 0.06,
        "thigh": 0.085, "knee": 0.06, "ankle": 0.045, "toe": 0.035,
    }
    limbs = [("chest", "shoulder"), ("shoulder", "elbow"), ("elbow", "hand"), ("hips", "thigh"), ("thigh", "knee")]
    limbs += [("knee", "ankle"), ("ankle", "toe")]
    middle = ("hips", "chest", "neck", "head", "crown")
    points = [(name, side) for name in places for side in ((0,) if name in middle else (1, -1))]
    number = {point: k for k, point in enumerate(points)}
    edges = [(number[a, 0], number[b, 0]) for a, b in zip(middle, middle[1:])]
    for side in (1, -1):
        edges += [(number[a, 0 if a in middle else side], number[b, side]) for a, b in limbs]
    mesh = bpy.data.meshes.new("Figure")
    mirrored = [(places[n][0] * (s or 1), *places[n][1:]) for n, s in points]
    mesh.from_pydata(mirrored, edges, [])
    obj = link(bpy.data.objects.new("Figure", mesh))
    bpy.context.view_layer.objects.active = obj
    obj.select_set(True)
    obj.modifiers.new("Skin", "SKIN")
    for k, (name, _) in enumerate(points):
        mesh.skin_vertices[0].data[k].radius = (radii[name], radii[name])
    mesh.skin_vertices[0].data[number["hips", 0]].use_root = True
    obj.modifiers.new("Smooth", "SUBSURF").levels = 2
    for modifier in list(obj.modifiers):
        bpy.ops.object.modifier_apply(modifier=modifier.name)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.normals_make_consistent(inside=False)
    bpy.ops.object.mode_set(mode="OBJECT")
    parts = {"spine": (places["hips"], places["chest"], None), "head": (places["chest"], places["crown"], "spine")}
    for side, tag in ((1, "L"), (-1, "R")):
        at = {name: (side * x, y, z) for name, (x, y, z) in places.items()}
        parts[f"arm.{tag}"] = (at["shoulder"], at["elbow"], "spine")
        parts[f"forearm.{tag}"] = (at["elbow"], at["hand"], f"arm.{tag}")
        parts[f"thigh.{tag}"] = (at["thigh"], at["knee"], None)
        parts[f"shin.{tag}"] = (at["knee"], at["ankle"], f"thigh.{tag}")
        parts[f"foot.{tag}"] = (at["ankle"], at["toe"], f"shin.{tag}")
    armature = bones("Bones", parts)
    bpy.ops.object.select_all(action="DESELECT")
    obj.select_set(True)
    armature.select_set(True)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=4)
    bpy.ops.object.vertex_group_normalize_all(group_select_mode="ALL", lock_active=False)
    pose = armature.pose.bones
    for frame in range(0, 49, 2):
        # two steps a second; the first half second it begins to walk
        phase = 2 * math.pi * frame / 24
        ease = min(frame / 12, 1)
        for tag, sign in (("L", 1), ("R", -1)):
            swing = sign * math.sin(phase) * ease
            turn(pose[f"thigh.{tag}"], frame, (0.5 * swing, 0, 0))
            turn(pose[f"shin.{tag}"], frame, (-0.5 * max(0, sign * math.cos(phase)) * ease, 0, 0))
            turn(pose[f"arm.{tag}"], frame, (-0.4 * swing, 0, 0))
        turn(pose["spine"], frame, (0, 0.08 * math.sin(phase) * ease, 0))
        # a second action: the whole figure goes ahead
        gone = max(0, frame - 6) / 24 if frame > 12 else frame * frame / (24 * 24)
        armature.location = (0, -1.0 * gone, 0.015 * abs(math.sin(phase)) * ease)
        armature.keyframe_insert("location", frame=frame)
    return obj, armature


def main(which, folder):
    obj, _ = {"head": head, "figure": figure}[which]()
    for polygon in obj.data.polygons:
        polygon.use_smooth = True
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(os.path.abspath(folder), which)
    bpy.ops.wm.save_as_mainfile(filepath=f"{path}.blend")
    bpy.ops.export_scene.gltf(filepath=f"{path}.glb", export_format="GLB", export_materials="NONE", export_texcoords=False)
    print(f"{len(obj.data.vertices)} vertices: {path}.blend, {path}.glb")


main(*sys.argv[sys.argv.index("--") + 1 :][:2])
