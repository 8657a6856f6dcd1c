/**
 * How the next request goes wrong. error: 500, nothing done · error-after: issues, then 500 · drop-before: cuts the
 * connection, nothing done · drop-after: issues, then cuts the connection · slow: issues, answers only once released ·
 * throttled: 429, asks for 2 s · maintenance: 503 · unwell: the brand's own system does not answer (603)
 */
type TilloFailure =
  | 'error'
  | 'error-after'
  | 'drop-before'
  | 'drop-after'
  | 'slow'
  | 'throttled'
  | 'maintenance'
  | 'unwell'

/** Ways in which a real issuer fails, for tests and for anyone who tries Posy out. */
export interface TilloFailures {
  /** The next requests fail so; once unless told. */
  next(failure: TilloFailure, times?: number): void
  /** From now on all goes well. */
  clear(): void
  /** What is still to go wrong, in order. */
  planned(): { failure: TilloFailure; times: number }[]
  /** Lets slow requests answer. */
  release(): void
  /** How many of them wait. */
  waiting(): number
  /** How many cards of a brand are left; without it, no end of them. */
  setStock(brand: string, left: number): void
  /** Brands whose cards are counted. */
  stock(): { brand: string; left: number }[]
  /** What we have paid in and not spent. */
  setFloat(pence: number): void
  float(): number
}

export interface FailureBook extends TilloFailures {
  take(): TilloFailure | null
  released(): Promise<void>
  stockLevel(brand: string): number
  /** One card sold, for so much. */
  spend(brand: string, pence: number): void
}

const FIRST_FLOAT_PENCE = 100_000_000

export function openFailures(): FailureBook {
  let planned: { failure: TilloFailure; times: number }[] = []
  const stock = new Map<string, number>()
  let floatPence = FIRST_FLOAT_PENCE
  let waiting: (() => void)[] = []
  return {
    next: (failure, times = 1) => void planned.push({ failure, times }),
    clear: () => {
      planned = []
    },
    planned: () => planned.filter(({ times }) => times > 0),
    take: () => {
      const first = planned.find((one) => one.times > 0)
      if (!first) return null
      first.times -= 1
      return first.failure
    },
    release: () => {
      for (const go of waiting) go()
      waiting = []
    },
    waiting: () => waiting.length,
    released: () => new Promise((resolve) => waiting.push(resolve)),
    setStock: (brand, left) => void stock.set(brand, left),
    stock: () => [...stock].map(([brand, left]) => ({ brand, left })),
    setFloat: (pence) => {
      floatPence = pence
    },
    stockLevel: (brand) => stock.get(brand) ?? Number.POSITIVE_INFINITY,
    spend: (brand, pence) => {
      floatPence -= pence
      if (stock.has(brand)) stock.set(brand, stock.get(brand)! - 1)
    },
    float: () => floatPence,
  }
}
