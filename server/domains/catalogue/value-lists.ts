/** The values that each of some numbered things has, packed: to count them over many things is one pass over numbers. */
export class ValueLists {
  private readonly values: string[] = []
  private readonly placeByValue = new Map<string, number>()
  private readonly starts = [0]
  private readonly places: number[] = []

  /** Things are added in the order of their numbers, from 0. */
  add(values: readonly string[]): void {
    for (const value of values) {
      const place = this.placeByValue.get(value) ?? this.values.push(value) - 1
      this.placeByValue.set(value, place)
      this.places.push(place)
    }
    this.starts.push(this.places.length)
  }

  /** How many of some things have each value; those that none has are left out. */
  count(numbers: readonly number[]): [value: string, count: number][] {
    const { places, starts } = this
    const counts = new Int32Array(this.values.length)
    for (const number of numbers) for (let at = starts[number]!; at < starts[number + 1]!; at++) counts[places[at]!]!++
    return this.values.flatMap((value, place) => (counts[place] ? [[value, counts[place]] as [string, number]] : []))
  }
}
