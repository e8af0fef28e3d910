/** A contact of cloth that is about to take part in a step, as it is shown to whoever may change it or leave it out. */
export class ClothDraft {
  /** number of the cloth among the cloths */
  cloth = 0;
  /** number of the obstacle, or -1: then it is a place of the cloth number `layer` */
  obstacle = -1;
  layer = -1;
  /** place on the obstacle or layer, unit normal from there to the cloth */
  readonly point = new Float64Array(3);
  readonly normal = new Float64Array(3);
  /** distance beyond the thickness (m) */
  gap = 0;
  /** friction; may be set */
  mu = 0;
  /** velocity along the surface of the obstacle or layer besides its own motion; may be set (m/s) */
  readonly belt = new Float64Array(3);
}

/** Answers whether a contact is to take part. */
export type AskAbout = (draft: ClothDraft) => boolean;
