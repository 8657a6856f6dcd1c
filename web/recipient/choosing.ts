import type { Gift } from '#contract/hugggs/recipient.ts'
import { foldText } from '#kit/fold-text.ts'

type Option = Gift['choices'][number]['options'][number]

/** How a recipient narrows what is offered, from the page's address. */
export interface Wish {
  /** The name of a kind, or ''. */
  kind: string
  word: string
  mostPence: number | null
}
export const noWish: Wish = { kind: '', word: '', mostPence: null }

const LONGEST = 60

export function wishIn(query: URLSearchParams): Wish {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, LONGEST)
  const most = text('most')
  return { kind: text('kind'), word: text('word'), mostPence: /^\d{1,9}$/.test(most) ? Number(most) : null }
}

/** Never fewer in view than this, where there are as many. */
const LEAST_IN_VIEW = 6

/** What fits the wish, the dearest first; what is worth less than four fifths of the gift apart, but for what fills the view. */
export function whatToOffer(
  choices: Gift['choices'],
  { worthPence, wish }: { worthPence: number; wish: Wish },
): { near: Option[]; smaller: Option[] } {
  const fitting = choices.filter(({ segmentName }) => !wish.kind || segmentName === wish.kind)
  // One that stands in two kinds is offered once.
  const all = [
    ...new Map(fitting.flatMap(({ options }) => options).map((option) => [option.productId, option])).values(),
  ]
  const wanted = all
    .filter(
      (option) => (wish.mostPence === null || option.pricePence <= wish.mostPence) && matchesSearch(option, wish.word),
    )
    .sort((a, b) => b.pricePence - a.pricePence)
  const isNear = ({ pricePence }: Option) => pricePence * 5 >= worthPence * 4
  const inView = Math.max(wanted.filter(isNear).length, LEAST_IN_VIEW)
  return { near: wanted.slice(0, inView), smaller: wanted.slice(inView) }
}

function matchesSearch({ name, brandName, description }: Option, wanted: string): boolean {
  const said = foldText(`${name} ${brandName} ${description}`)
  return foldText(wanted)
    .split(/\s+/)
    .every((word) => said.includes(word))
}

const STEPS = [500, 1000, 1500, 2000, 2500, 5000, 7500, 10_000, 15_000, 20_000, 25_000, 50_000]

/** Round sums below what the gift is worth that leave something to choose from. */
export function priceSteps(choices: Gift['choices'], worthPence: number): number[] {
  const least = Math.min(...choices.flatMap(({ options }) => options.map(({ pricePence }) => pricePence)))
  return STEPS.filter((step) => step < worthPence && step >= least)
}
