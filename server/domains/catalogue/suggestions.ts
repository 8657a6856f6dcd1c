import type { ProductIndex } from './product-index.ts'
import { topEntries } from './search-order.ts'
import { expandSynonyms, searchWords, tokenise } from './search-tokens.ts'
import { NAME_WEIGHT, WordIndex } from './word-index.ts'

/** More than any nearness of words. */
const STARTS_AS_TYPED = 1_000_000

/** Names of what is on sale, as someone would type them: brands, then what products are filed under, then products. */
export class Phrases {
  /** As they are written, by their words alone. */
  private readonly phrases: readonly (readonly [plain: string, phrase: string])[]
  private readonly texts: WordIndex

  private constructor(phrases: ReadonlyMap<string, string>) {
    this.phrases = [...phrases]
    this.texts = new WordIndex(phrases.size)
    for (const [number, [plain]] of this.phrases.entries()) this.texts.add(number, [[plain, NAME_WEIGHT]])
  }

  static of(index: ProductIndex): Phrases {
    const filed = (['taxonomy', 'tag'] as const).flatMap((dimension) => {
      const names: ReadonlyMap<string, { name: string }> = dimension === 'tag' ? index.tags : index.taxonomies
      return [...index.dimensionValues(dimension).keys()].map((id) => names.get(id)?.name ?? '')
    })
    const products = index.products.map(({ name, variantLabel }) =>
      // A gift card is suggested once, not for every amount.
      variantLabel && name.endsWith(`, ${variantLabel}`) ? name.slice(0, -variantLabel.length - 2) : name,
    )
    const brands = index.products.map(({ brandName }) => brandName)
    const byText = new Map<string, string>()
    for (const phrase of [...brands, ...filed, ...products]) {
      const plain = tokenise(phrase).join(' ')
      if (plain && !byText.has(plain)) byText.set(plain, phrase)
    }
    return new Phrases(byText)
  }

  /**
   * Up to `count` that have all words typed so far, as they are, as a beginning or with a slip; never what is typed
   * already.
   */
  suggest(term: string, count: number): string[] {
    const words = searchWords(term)
    if (words.length === 0) return []
    const { matched, scores } = this.texts.search(words.map(expandSynonyms))
    const typed = tokenise(term).join(' ')
    for (const number of matched.toNumbers())
      if (this.phrases[number]![0].startsWith(typed)) scores[number]! += STARTS_AS_TYPED
    return topEntries(matched, (a, b) => scores[b]! - scores[a]! || a - b, count + 1)
      .map((number) => this.phrases[number]!)
      .flatMap(([plain, phrase]) => (plain === typed ? [] : [phrase]))
      .slice(0, count)
  }
}
