"""Renders frames of a scene with Cycles, seen from the side; what import_npz.py has added has the colours of its scene.

    blender -b head-hair.blend --python render.py -- PREFIX FRAME...

writes PREFIX-0012.png for frame 12. A camera and lights are added where the scene has none.
"""

import os
import sys

import bpy
from mathutils import Vector


def colour(obj, name, rgb, roughness):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*rgb, 1)
    shader.inputs["Roughness"].default_value = roughness
    obj.data.materials.clear()
    obj.data.materials.append(material)


def bounds(scene):
    """Middle and size of all meshes at the present frame."""
    graph = bpy.context.evaluated_depsgraph_get()
    corners = [
        obj.evaluated_get(graph).matrix_world @ Vector(corner)
        for obj in scene.objects
        if obj.type == "MESH"
        for corner in obj.evaluated_get(graph).bound_box
    ]
    low = Vector(min(c[i] for c in corners) for i in range(3))
    high = Vector(max(c[i] for c in corners) for i in range(3))
    return (low + high) / 2, (high - low).length


def add_camera(scene):
    middle, size = bounds(scene)
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    direction = Vector((1.0, -0.45, 0.2)).normalized()
    camera.location = middle + 1.9 * size * direction
    camera.rotation_euler = direction.to_track_quat("Z", "Y").to_euler()
    scene.collection.objects.link(camera)
    scene.camera = camera


def add_lights(scene):
    for direction, strength in (((0.4, 0.9, -0.1), 1.6), ((0.9, -0.5, 0.4), 0.5)):
        light = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
        light.data.energy = strength
        light.data.angle = 0.2
        light.rotation_euler = direction
        scene.collection.objects.link(light)
    scene.world = bpy.data.worlds.new("World")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.75, 0.8, 0.85, 1)
    scene.world.node_tree.nodes["Background"].inputs[1].default_value = 0.35


def main(prefix, frames):
    scene = bpy.context.scene
    for obj in scene.objects:
        # what was simulated has the colours of its scene
        if obj.type == "MESH" and "stickslip" not in obj:
            colour(obj, "skin", (0.72, 0.52, 0.42), 0.6)
        # hair particles were only drawn to be exported
        for modifier in [m for m in obj.modifiers if m.type == "PARTICLE_SYSTEM"]:
            modifier.show_render = False
    scene.frame_set(frames[len(frames) // 2])
    if scene.camera is None:
        add_camera(scene)
    if not any(obj.type == "LIGHT" for obj in scene.objects):
        add_lights(scene)
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 16
    scene.cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = 360, 360, 100
    for frame in frames:
        scene.frame_set(frame)
        scene.render.filepath = f"{os.path.abspath(prefix)}-{frame:04d}.png"
        bpy.ops.render.render(write_still=True)


arguments = sys.argv[sys.argv.index("--") + 1 :]
main(arguments[0], [int(word) for word in arguments[1:]])
