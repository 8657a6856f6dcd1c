/**
 * What a loader answers for a page that takes no data along (`handle: { scripts: false }`). The router writes out every
 * answer, wanted or not; of this it sees an object without properties.
 */
export class Unsent<T> {
  readonly #value: T
  constructor(value: T) {
    this.#value = value
  }
  get value(): T {
    return this.#value
  }
}
