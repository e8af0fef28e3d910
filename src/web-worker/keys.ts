/** Numbers for objects that the page knows: never given twice, kept as long as the page has the object. */
export class Keys<T extends object> {
  readonly #of = new WeakMap<T, number>();
  readonly #objects = new Map<number, T>();
  #next = 1;

  /** The number of an object; `isNew` is told of those that had none. */
  of(object: T, isNew?: (object: T, key: number) => void): number {
    let key = this.#of.get(object);
    if (key === undefined || !this.#objects.has(key)) {
      key = this.#next++;
      this.#of.set(object, key);
      this.#objects.set(key, object);
      isNew?.(object, key);
    }
    return key;
  }

  object(key: number): T | undefined {
    return this.#objects.get(key);
  }

  forget(key: number): void {
    this.#objects.delete(key);
  }
}
