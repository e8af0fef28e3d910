/** What stands in an archive as `readme`. */
export const readme = (
  up: string,
): string => `Arrays of a recording of stickslip, in SI units, ${up} up. Frames are the first index.
t: times of frames; fps: frames a second. Rods, rigid bodies and cloths are counted from 0 among their like, in the order of the scene.
rod_points, cloth_points: nodes of all rods and cloths one after another; those of rod i from rod_start[i] to rod_start[i+1].
rod_radius: largest half axis of the section; rod_half_axes: both; rod_collision_radius: as contacts see it.
rod_group: which of group_names, the entries of the scene, a rod belongs to; so rigid_group, cloth_group.
rod_directors: first directors at the nodes of the rods rod_directors_of, whose sections are not round.
rigid_pose, obstacle_pose (those that move, moving_obstacles), obstacle_start_pose (all, at the beginning): x y z, then a quaternion w x y z.
*_velocity: of nodes 3 numbers; of poses 6: velocity, angular velocity in world axes. velocities_recorded: 1 where the run kept them
(recording.velocities in the scene), 0 where they are differences of the frames around.
cloth_triangles: vertex numbers within cloth_points; cloth_uv: texture coordinates of their corners, where there are some.
rigid_vertices, rigid_triangles: surfaces in the frames of their bodies; those of body i from rigid_vertex_start[i] on; so obstacle_*.
deforming_points, deforming_start, deforming_triangles: obstacles whose meshes deform, numbers in deforming_obstacles.
*_names, *_colour (red green blue in linear light, opacity).
contact_*: contacts of frame k from contact_start[k] to contact_start[k+1]; force on body a (N), normal from b to a, gap, state (0 takes
off, 1 sticks, 2 slides), mu, numbers of the bodies in the order of the scene (contact_bodies has their names; obstacles: -1 - number).
step_*: one number a step.`;
