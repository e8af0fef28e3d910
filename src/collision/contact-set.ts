/** Numbers a contact set can hold before it first grows. */
const firstCapacity = 64;

/**
 * Contacts (and near-contacts) as flat arrays. A and B are the colliders of a contact; the normal points from B to A,
 * `pointA = pointB + gap normal`. A is always a body; B may be an obstacle. Cloth has no colliders: see `ClothContacts`.
 */
export class ContactSet {
  n = 0;
  /** collider numbers */
  a = new Int32Array(firstCapacity);
  b = new Int32Array(firstCapacity);
  /** leaves of the broad phase: with `feature` they name a contact from step to step */
  leafA = new Int32Array(firstCapacity);
  leafB = new Int32Array(firstCapacity);
  /** which pair of features touches; unique within a pair of leaves while the same features touch */
  feature = new Int32Array(firstCapacity);
  /** segment (fibers) or triangle (meshes) that touches; 0 for other shapes */
  indexA = new Int32Array(firstCapacity);
  indexB = new Int32Array(firstCapacity);
  /** place on the segment, 0 to 1 */
  alongA = new Float64Array(firstCapacity);
  alongB = new Float64Array(firstCapacity);
  /** point on A and on B, world (m), 3 numbers each */
  pointA = new Float64Array(3 * firstCapacity);
  pointB = new Float64Array(3 * firstCapacity);
  /** unit, from B to A */
  normal = new Float64Array(3 * firstCapacity);
  /** distance, negative where they overlap (m) */
  gap = new Float64Array(firstCapacity);
  /** friction asked for at this contact alone; -1: that of the materials */
  mu = new Float64Array(firstCapacity);
  /** velocity of B's surface besides its own motion, asked for at this contact alone; along the surface (m/s) */
  belt = new Float64Array(3 * firstCapacity);

  /** deepest overlap of two segments of fibers, wherever they are nearest (m), and over the smaller radius: contacts stand in chosen places */
  deepest = 0;
  deepestRelative = 0;

  /**
   * a contact about to be added: point on (the finder's) B, normal from B to A, gap, places along the segments; 9 numbers handed
   * over in place, since each number that is handed to a large function costs an object of its own
   */
  readonly draft = new Float64Array(9);

  #a = 0;
  #b = 0;
  #leafA = 0;
  #leafB = 0;
  #indexA = 0;
  #indexB = 0;
  #flip = false;

  /** Forgets all contacts. */
  clear(): void {
    this.n = 0;
    this.deepest = this.deepestRelative = 0;
  }

  /** Sets the pair that the next contacts belong to; with `flip` the finder calls A what the set calls B. */
  begin(a: number, b: number, leafA: number, leafB: number, indexA: number, indexB: number, flip: boolean): void {
    this.#a = a;
    this.#b = b;
    this.#leafA = leafA;
    this.#leafB = leafB;
    this.#indexA = indexA;
    this.#indexB = indexB;
    this.#flip = flip;
  }

  /** Place of contact k of the current pair on the segment that the finder calls A. */
  ownAlong(k: number): number {
    return this.#flip ? this.alongB[k] : this.alongA[k];
  }

  /** Segment or triangle of the finder's B, where it is found only now. */
  set triangle(index: number) {
    if (this.#flip) this.#indexA = index;
    else this.#indexB = index;
  }

  /**
   * Adds a contact of the current pair: point on (the finder's) B, normal from B to A, gap, feature, and the places
   * along the segments. Returns its number.
   */
  add(
    px: number,
    py: number,
    pz: number,
    nx: number,
    ny: number,
    nz: number,
    gap: number,
    feature: number,
    alongA = 0,
    alongB = 0,
  ): number {
    const { draft } = this;
    draft[0] = px;
    draft[1] = py;
    draft[2] = pz;
    draft[3] = nx;
    draft[4] = ny;
    draft[5] = nz;
    draft[6] = gap;
    draft[7] = alongA;
    draft[8] = alongB;
    return this.addDraft(feature);
  }

  /** Adds the contact of the current pair that is in `draft`; returns its number. */
  addDraft(feature: number): number {
    if (this.n === this.a.length) this.grow();
    const k = this.n++;
    const flip = this.#flip;
    const { draft } = this;
    this.a[k] = this.#a;
    this.b[k] = this.#b;
    this.leafA[k] = this.#leafA;
    this.leafB[k] = this.#leafB;
    this.indexA[k] = this.#indexA;
    this.indexB[k] = this.#indexB;
    this.feature[k] = feature;
    const gap = draft[6];
    this.gap[k] = gap;
    this.alongA[k] = flip ? draft[8] : draft[7];
    this.alongB[k] = flip ? draft[7] : draft[8];
    this.mu[k] = -1;
    const near = flip ? this.pointA : this.pointB;
    const far = flip ? this.pointB : this.pointA;
    const sign = flip ? -1 : 1;
    for (let i = 0; i < 3; i++) {
      near[3 * k + i] = draft[i];
      far[3 * k + i] = draft[i] + gap * draft[3 + i];
      this.normal[3 * k + i] = sign * draft[3 + i];
      this.belt[3 * k + i] = 0;
    }
    return k;
  }

  /** Copies contact `from` over contact `to`. */
  move(to: number, from: number): void {
    if (to !== from) this.copy(to, this, from);
  }

  /** Copies contact `from` of another set over contact `to`. */
  copy(to: number, other: ContactSet, from: number): void {
    this.a[to] = other.a[from];
    this.b[to] = other.b[from];
    this.leafA[to] = other.leafA[from];
    this.leafB[to] = other.leafB[from];
    this.feature[to] = other.feature[from];
    this.indexA[to] = other.indexA[from];
    this.indexB[to] = other.indexB[from];
    this.alongA[to] = other.alongA[from];
    this.alongB[to] = other.alongB[from];
    this.gap[to] = other.gap[from];
    this.mu[to] = other.mu[from];
    for (let i = 0; i < 3; i++) {
      this.pointA[3 * to + i] = other.pointA[3 * from + i];
      this.pointB[3 * to + i] = other.pointB[3 * from + i];
      this.normal[3 * to + i] = other.normal[3 * from + i];
      this.belt[3 * to + i] = other.belt[3 * from + i];
    }
  }

  /** Adds contact k of another set. */
  append(other: ContactSet, k: number): void {
    if (this.n === this.a.length) this.grow();
    this.copy(this.n++, other, k);
  }

  protected grow(): void {
    const wider = <T extends Int32Array | Float64Array>(old: T): T => {
      const next = new (old.constructor as new (n: number) => T)(2 * old.length);
      next.set(old);
      return next;
    };
    this.a = wider(this.a);
    this.b = wider(this.b);
    this.leafA = wider(this.leafA);
    this.leafB = wider(this.leafB);
    this.feature = wider(this.feature);
    this.indexA = wider(this.indexA);
    this.indexB = wider(this.indexB);
    this.alongA = wider(this.alongA);
    this.alongB = wider(this.alongB);
    this.pointA = wider(this.pointA);
    this.pointB = wider(this.pointB);
    this.normal = wider(this.normal);
    this.gap = wider(this.gap);
    this.mu = wider(this.mu);
    this.belt = wider(this.belt);
  }
}
