/**
 * Reads the starter catalogue as people write it (seeds/catalogue/*.txt):
 *
 *   = Brand | slug | number [| EU]         then its description, then `store number | name | address | postcode | place`
 *   - Product | price | picture | number   then, indented, contents, description, `terms:`, settings
 *   * Family of gift cards                 then contents, `terms:`, settings, and a line for each amount
 *   ! Family of choices                    then contents, description, `terms:`, settings, and a line for each amount
 *
 * Settings are `name value …` parts between semicolons: `tags food birthday; in food; vat 0`. An amount's line is
 * `£10 | number | description [| settings]`; its settings stand instead of the family's.
 */
export type Settings = ReadonlyMap<string, readonly string[]>

export interface SourceProduct {
  kind: 'item' | 'card' | 'choice'
  /** `Flat white`, or of a family what its amounts share: `Daisy Coffee gift card`. */
  name: string
  pence: number
  number: number
  picture: string
  contents: string
  description: string
  terms: string
  settings: Settings
  /** The product's family, or null for one that stands alone. */
  family: string | null
}

export interface SourceBrand {
  name: string
  slug: string
  number: number
  territory: 'GB' | 'EU'
  description: string
  stores: { number: number; name: string; address: string; postcode: string; latitude: number; longitude: number }[]
  products: SourceProduct[]
}

export function readBrands(text: string): SourceBrand[] {
  return text
    .split(/^= /m)
    .slice(1)
    .map((part) => readBrand(part))
}

const columns = (line: string) => line.split('|').map((column) => column.trim())

function readBrand(text: string): SourceBrand {
  const [head = '', ...blocks] = text.split(/\n(?=[-*!] )/)
  const [title = '', description = '', ...stores] = head.trim().split('\n')
  const [name = '', slug = '', number, territory = 'GB'] = columns(title)
  const brand = { name, slug, number: Number(number), territory: territory as 'GB' | 'EU', description }
  return {
    ...brand,
    stores: stores.filter(Boolean).map((line) => readStore(line)),
    products: blocks.flatMap((block) => readBlock(block.trim(), slug)),
  }
}

function readStore(line: string): SourceBrand['stores'][number] {
  const [head = '', name = '', address = '', postcode = '', place = ''] = columns(line)
  const [latitude = Number.NaN, longitude = Number.NaN] = place.split(',').map(Number)
  return { number: Number(head.replace('store ', '')), name, address, postcode, latitude, longitude }
}

function readBlock(block: string, slug: string): SourceProduct[] {
  const [title = '', ...lines] = block.split('\n').map((line) => line.trim())
  const [name = '', ...rest] = columns(title.slice(2))
  const terms = lines.find((line) => line.startsWith('terms: '))?.slice('terms: '.length) ?? ''
  const settings = readSettings(lines.find((line) => line.startsWith('tags ')) ?? '')
  const amounts = lines.filter((line) => /^[£€]/.test(line) && line.includes('|'))
  const texts = lines.filter((line) => line && !/^(terms: |tags )/.test(line) && !amounts.includes(line))
  const common = { name, terms, settings, contents: texts[0] ?? '' }
  if (title.startsWith('- ')) {
    const [price = '', picture = '', number] = rest
    return [
      {
        ...common,
        kind: 'item',
        pence: parsePence(price),
        number: Number(number),
        picture,
        description: texts[1] ?? '',
        family: null,
      },
    ]
  }
  const isChoice = title.startsWith('!')
  return amounts.map((line) => {
    const [amount = '', number, third = '', own = ''] = columns(line)
    return {
      ...common,
      kind: isChoice ? 'choice' : 'card',
      pence: parsePence(amount),
      number: Number(number),
      picture: settings.get('picture')?.[0] ?? (isChoice ? third : `${slug}-card-${amount.slice(1)}`),
      contents: common.contents.replace('{amount}', amount),
      description: (isChoice ? (texts[1] ?? '') : third).replace('{amount}', amount),
      settings: new Map([...settings, ...readSettings(own)]),
      family: isChoice ? null : name,
    }
  })
}

const parsePence = (price: string) => Math.round(Number(price.slice(1)) * 100)

const readSettings = (line: string): Settings =>
  new Map(
    line
      .split(';')
      .map((part) => part.trim().split(' '))
      .filter(([key]) => key)
      .map(([key, ...values]) => [key!, values]),
  )

/** Lines of a section of shelves.txt, by columns. */
export function readShelves(text: string): Record<string, string[][]> {
  return Object.fromEntries(
    text
      .trim()
      .split(/\n\n+/)
      .map((section) => section.split('\n'))
      .map(([title, ...lines]) => [title!, lines.map(columns)]),
  )
}
