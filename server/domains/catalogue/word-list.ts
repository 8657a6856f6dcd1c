/** A word of the list, by its place, with how far the word looked for is from it or from its beginning. */
export interface NearWord {
  place: number
  edits: number
  /** Only a beginning of the listed word is that near. */
  asPrefix: boolean
}

const LONGEST = 64

/**
 * Words in order, searched by beginning and by nearness. One edit is a letter too many, too few, another, or two
 * neighbours swapped.
 */
export class WordList {
  readonly words: readonly string[]
  /** How many first letters each word shares with the one before it. */
  private readonly shared: Uint8Array

  constructor(words: Iterable<string>) {
    this.words = [...new Set(words)].sort()
    this.shared = Uint8Array.from(this.words, (word, place) => sharedPrefix(word, this.words[place - 1] ?? ''))
  }

  /** Places of the words that begin with `start`: from the first to before the second. */
  range(start: string): [number, number] {
    return [this.firstNotBelow(start), this.firstNotBelow(`${start}\uffff`)]
  }

  private firstNotBelow(wanted: string): number {
    return lowerBound(this.words.length, (place) => this.words[place]! < wanted)
  }

  /**
   * Every word within `maxEdits` of `wanted`, and with `orPrefix` every word that begins with something so near.
   * Walks the list once: rows of the edit table are kept for the letters a word shares with the one before, and words
   * that share a hopeless beginning are stepped over.
   */
  near(wanted: string, maxEdits: number, orPrefix: boolean): NearWord[] {
    const found: NearWord[] = []
    const table = new EditTable(wanted, maxEdits)
    /** Words that share this many letters with the last one looked at cannot come nearer than it did. */
    let settledAt = LONGEST + 1
    // Numbers come first, and no one who types letters means one.
    const from = this.firstNotBelow('a')
    for (let place = from; place < this.words.length; place++) {
      const shared = place === from ? 0 : this.shared[place]!
      if (shared >= settledAt) {
        const edits = table.nearestPrefix(settledAt - 1)
        if (orPrefix && edits <= maxEdits) found.push({ place, edits, asPrefix: true })
        continue
      }
      const word = this.words[place]!
      settledAt = LONGEST + 1
      let depth = shared
      while (depth < word.length) {
        depth++
        if (!table.step(depth, word)) {
          settledAt = depth
          break
        }
      }
      const whole = settledAt > LONGEST ? table.distance(word.length) : maxEdits + 1
      const prefix = table.nearestPrefix(settledAt > LONGEST ? word.length : settledAt - 1)
      if (whole <= maxEdits) found.push({ place, edits: whole, asPrefix: false })
      else if (orPrefix && prefix <= maxEdits) found.push({ place, edits: prefix, asPrefix: true })
    }
    return found
  }
}

/** Optimal string alignment, one row for each letter of the listed word. */
class EditTable {
  private readonly width: number
  /** Row after row. */
  private readonly cells: Uint8Array
  private readonly nearest = new Uint8Array(LONGEST + 1)
  private readonly wanted: string
  private readonly maxEdits: number

  constructor(wanted: string, maxEdits: number) {
    this.wanted = wanted
    this.maxEdits = maxEdits
    this.width = wanted.length + 1
    this.cells = new Uint8Array(this.width * (LONGEST + 1))
    for (let column = 0; column < this.width; column++) this.cells[column] = column
    this.nearest[0] = wanted.length
  }

  /** Works out the row of `word`'s first `depth` letters. @returns whether anything longer can still be near enough */
  step(depth: number, word: string): boolean {
    const { cells, wanted, width } = this
    const row = depth * width
    const above = row - width
    const letter = word.charCodeAt(depth - 1)
    const letterBefore = depth > 1 ? word.charCodeAt(depth - 2) : -1
    let least = depth
    cells[row] = depth
    for (let column = 1; column < width; column++) {
      const own = wanted.charCodeAt(column - 1)
      let edits = cells[above + column - 1]! + (own === letter ? 0 : 1)
      edits = Math.min(edits, cells[above + column]! + 1, cells[row + column - 1]! + 1)
      if (column > 1 && own === letterBefore && letter === wanted.charCodeAt(column - 2))
        edits = Math.min(edits, cells[above - width + column - 2]! + 1)
      cells[row + column] = edits
      if (edits < least) least = edits
    }
    this.nearest[depth] = Math.min(this.nearest[depth - 1]!, cells[row + width - 1]!)
    return least <= this.maxEdits
  }

  distance(depth: number): number {
    return this.cells[depth * this.width + this.width - 1]!
  }

  nearestPrefix(depth: number): number {
    return this.nearest[depth]!
  }
}

function sharedPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/** The first of 0 … `length` that is not below, where all that are below come first. */
export function lowerBound(length: number, isBelow: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBelow(middle)) low = middle + 1
    else high = middle
  }
  return low
}
