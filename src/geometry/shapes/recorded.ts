/** A solid as recordings keep it, in its own frame (m). */
export type RecordedShape =
  | { readonly type: 'sphere'; readonly radius: number }
  | { readonly type: 'capsule' | 'cylinder'; readonly radius: number; readonly halfLength: number }
  | { readonly type: 'box'; readonly half: readonly number[] }
  | { readonly type: 'plane' }
  | { readonly type: 'convex'; readonly vertices: readonly number[]; readonly faces: readonly (readonly number[])[] }
  | { readonly type: 'mesh'; readonly vertices: readonly number[]; readonly triangles: readonly number[] }
  | { readonly type: 'tube'; readonly radius: number; readonly points: readonly number[]; readonly closed: boolean };
