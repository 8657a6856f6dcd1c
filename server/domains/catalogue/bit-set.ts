/** A set of small whole numbers, one bit each: sets of products meet and are counted in microseconds. */
export class BitSet {
  readonly size: number
  readonly words: Uint32Array

  /** An empty set of numbers below `size`. */
  constructor(size: number, words = new Uint32Array((size + 31) >>> 5)) {
    this.size = size
    this.words = words
  }

  static full(size: number): BitSet {
    const all = new BitSet(size)
    all.words.fill(0xffffffff)
    if (size & 31) all.words[all.words.length - 1] = (1 << (size & 31)) - 1
    return all
  }

  add(number: number): void {
    this.words[number >>> 5]! |= 1 << (number & 31)
  }

  has(number: number): boolean {
    return (this.words[number >>> 5]! & (1 << (number & 31))) !== 0
  }

  copy(): BitSet {
    return new BitSet(this.size, this.words.slice())
  }

  /** Keeps what is in the other set too. */
  keep(other: BitSet): this {
    for (let at = 0; at < this.words.length; at++) this.words[at]! &= other.words[at]!
    return this
  }

  join(other: BitSet): this {
    for (let at = 0; at < this.words.length; at++) this.words[at]! |= other.words[at]!
    return this
  }

  remove(other: BitSet): this {
    for (let at = 0; at < this.words.length; at++) this.words[at]! &= ~other.words[at]!
    return this
  }

  count(): number {
    let count = 0
    for (const word of this.words) count += ones(word)
    return count
  }

  /** How many are in both. */
  countWith(other: BitSet): number {
    let count = 0
    for (let at = 0; at < this.words.length; at++) {
      const word = this.words[at]! & other.words[at]!
      if (word !== 0) count += ones(word)
    }
    return count
  }

  /** The numbers, ascending. */
  toNumbers(): number[] {
    const numbers: number[] = []
    for (let at = 0; at < this.words.length; at++)
      for (let word = this.words[at]!; word !== 0; word &= word - 1)
        numbers.push((at << 5) + 31 - Math.clz32(word & -word))
    return numbers
  }
}

function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
