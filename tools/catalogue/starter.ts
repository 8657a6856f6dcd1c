/** Makes seeds/catalogue.json, the document the demo world is loaded from, out of seeds/catalogue/*.txt. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRail, rails } from '#contract/core/rails.ts'
import { readBrands, readShelves, type Settings, type SourceBrand, type SourceProduct } from './read-source.ts'

type Row = { id: string } & Record<string, unknown>
type Document = Record<
  'brands' | 'stores' | 'tags' | 'labels' | 'taxonomies' | 'taxonomyLinks' | 'segments' | 'segmentGroups' | 'products',
  Row[]
>

const ITEM_TERMS = 'One use, for the item described. Cannot be exchanged for cash or combined with other offers.'
const CARD_TERMS =
  'May be spent in part; the balance stays on the card. Cannot be exchanged for cash. Treat it like cash: a lost code cannot be replaced once it has been used.'
const donationTerms = (charity: string) =>
  `A donation to ${charity} in the recipient's name. It cannot be refunded once it has been made. Gift Aid does not apply to gifts bought by a business.`

/** Paid out to people in need, and not sold as a gift. */
function isPaidInCash(voucherType: string | undefined, reference: string | undefined): boolean {
  const rail = findRail(voucherType ?? 'own', reference ?? null)
  return rail !== null && rails[rail].settlement === 'onCash'
}

/** `a00000000042`; numbers from 500 to 999 are the demo world's own. */
const stableId = (kind: string, number: number) => {
  const isDemo = number >= 500 && number < 1000 && 'ab5'.includes(kind)
  return `00000000-0000-4000-8000-${isDemo ? '0' : kind}${String(number).padStart(11, '0')}`
}

const slugify = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const has = (settings: Settings, key: string, value?: string) =>
  value === undefined ? settings.has(key) : (settings.get(key)?.includes(value) ?? false)

/** Where no one has said how heavy a product is, it falls somewhere among the others, always at the same place. */
function productWeight({ settings, number, kind }: SourceProduct): number {
  const given = settings.get('weight')?.[0]
  if (given) return Number(given)
  return (kind === 'card' ? 120 : 200) + ((number * 7919) % 190)
}

const productName = (product: SourceProduct, symbol: string) =>
  product.kind === 'item' ? product.name : `${product.name}, ${symbol}${product.pence / 100}`

export function starterCatalogue(folder: string): Document {
  const shelves = readShelves(readFileSync(join(folder, 'shelves.txt'), 'utf8'))
  const brands = readdirSync(folder)
    .filter((name) => /^\d.*\.txt$/.test(name))
    .sort()
    .flatMap((name) => readBrands(readFileSync(join(folder, name), 'utf8')))
  const shop = new Shop(shelves, brands)
  return {
    brands: brands.map(brandRow),
    stores: brands.flatMap((brand) =>
      brand.stores.map(({ number, ...store }) => ({
        id: stableId('5', number),
        brandId: stableId('b', brand.number),
        ...store,
      })),
    ),
    tags: shelves.tags!.map(([number, , name, typeId]) => ({
      id: stableId('7', Number(number)),
      name,
      typeId: Number(typeId),
    })),
    labels: shelves.labels!.map(([number, , name]) => ({ id: stableId('8', Number(number)), name })),
    products: brands.flatMap((brand) => brand.products.map((product) => shop.productRow(brand, product))),
    segments: shop.segmentRows(),
    segmentGroups: shop.segmentGroupRows(),
    taxonomies: [...shop.shelfRows(), ...shop.variantRows()],
    taxonomyLinks: shop.linkRows(),
  }
}

const brandRow = ({ name, slug, number, description }: SourceBrand): Row => {
  const logo = `/catalogue/logo-${slug}.svg`
  return {
    id: stableId('b', number),
    name,
    description,
    website: `https://${slug.replaceAll('-', '')}.test`,
    logoUrl: logo,
    images: { main: [logo] },
  }
}

interface Family {
  brand: SourceBrand
  name: string
  members: SourceProduct[]
  /** The one that stands for all. */
  primary: SourceProduct
}

const choiceGroups = [
  { id: stableId('f', 1), name: 'Choice of gift, United Kingdom', territory: 'GB' },
  { id: stableId('f', 2), name: 'Choice of gift, Europe', territory: 'EU' },
] as const

class Shop {
  private readonly shelves: Record<string, string[][]>
  private readonly brands: SourceBrand[]
  private readonly families: Family[]

  constructor(shelves: Record<string, string[][]>, brands: SourceBrand[]) {
    this.shelves = shelves
    this.brands = brands
    this.families = brands.flatMap((brand) => {
      const byName = Map.groupBy(brand.products, (product) => product.family)
      return [...byName].flatMap(([name, members]) => {
        if (name === null || members.length < 2) return []
        const primary = members.toSorted((a, b) => explicitWeight(b) - explicitWeight(a))[0]!
        return [{ brand, name, members, primary }]
      })
    })
  }

  private number(section: string, slug: string): number {
    const line = this.shelves[section]!.find((columns) => columns[1] === slug)
    if (!line) throw new Error(`no ${slug} among the ${section}`)
    return Number(line[0])
  }

  private ids(kind: string, section: string, slugs: readonly string[] = []): string[] {
    return slugs.map((slug) => stableId(kind, this.number(section, slug)))
  }

  private shelfId(slug: string): string {
    const section = ['categories', 'collections', 'nests'].find((name) =>
      this.shelves[name]!.some((columns) => columns[1] === slug),
    )
    if (!section) throw new Error(`no shelf ${slug}`)
    return stableId('c', this.number(section, slug))
  }

  /** The shelves a product names: those written down, gift cards, and the collections whose rule it meets. */
  private listShelves(brand: SourceBrand, { kind, pence, settings }: SourceProduct): string[] {
    const isCard = kind === 'card' && !has(settings, 'cash') && !has(settings, 'support')
    const collections = this.shelves.collections!.flatMap(([, slug, , , rule]) => {
      const [key, value] = rule?.split(' ') ?? []
      if (!key) return []
      const meets =
        key === 'under'
          ? pence < Number(value) && brand.territory === 'GB' && kind !== 'choice' && !has(settings, 'cash')
          : has(settings, `${key}s`, value)
      return meets ? [slug!] : []
    })
    return [...new Set([...(settings.get('in') ?? []), ...(isCard ? ['gift-cards'] : []), ...collections])]
  }

  productRow(brand: SourceBrand, product: SourceProduct): Row {
    const { kind, settings, pence, picture, contents, description } = product
    const isEuro = brand.territory === 'EU' || has(settings, 'in', 'choice-of-gift-eu')
    const symbol = isEuro ? '€' : '£'
    const isDonation = has(settings, 'donation')
    const isSpv = kind === 'item' && !isEuro && !isDonation && !has(settings, 'mpv')
    const family = this.families.find(({ members }) => members.includes(product))
    const [voucherType, reference] = settings.get('voucher') ?? []
    const shelves = this.listShelves(brand, product).map((slug) => this.shelfId(slug))
    const days = Number(settings.get('days')?.[0] ?? (kind === 'card' ? 730 : 365))
    return {
      id: stableId('a', product.number),
      brandId: stableId('b', brand.number),
      name: productName(product, symbol),
      description,
      contents,
      terms: productTerms(brand, product, isDonation),
      ...(kind === 'choice' ? { kind, segmentGroupIds: [choiceGroups[isEuro ? 1 : 0].id] } : {}),
      ...(isEuro ? { territory: 'EU', currency: 'EUX' } : {}),
      senderPricePence: pence,
      handlingFeePence: isDonation ? 0 : isSpv ? 25 : 50,
      vatVoucherType: isSpv ? 'SPV' : 'MPV',
      ...(isSpv ? { vatBasisPoints: Number(settings.get('vat')?.[0] ?? 20) * 100 } : {}),
      ...(voucherType ? { voucherType, issuerReference: reference!.replace('{pence}', String(pence)) } : {}),
      ...(has(settings, 'adults') ? { over18: true } : {}),
      ...(days === 365 ? {} : { maximumExpiryDays: days }),
      ...(kind === 'card' && !has(settings, 'cash') ? { isGiftCard: true } : {}),
      ...(kind === 'card' && !voucherType ? { allowsParts: true } : {}),
      images: { main: [`/catalogue/${picture}.svg`] },
      ...(kind === 'item' ? {} : { variantLabel: `${symbol}${pence / 100}` }),
      ...(family && family.primary !== product ? { variantOfProductId: stableId('a', family.primary.number) } : {}),
      tagIds: this.ids('7', 'tags', settings.get('tags')),
      labelIds: this.ids('8', 'labels', settings.get('labels')),
      taxonomyIds: [...shelves, ...(family ? [variantsId(family)] : [])],
      weight: productWeight(product),
      ...(isPaidInCash(voucherType, reference) ? { active: false } : {}),
    }
  }

  /** What the choices of each territory are of. */
  segmentGroupRows(): Row[] {
    return choiceGroups.map(({ id, name, territory }) => ({
      id,
      name,
      territories: [territory],
      segmentIds: this.shelves
        .segments!.filter(([, , territories]) => territories!.includes(territory))
        .map(([number]) => stableId('e', Number(number))),
    }))
  }

  /** In each segment anyone who asks for it, the heaviest first. */
  segmentRows(): Row[] {
    const products = this.brands.flatMap((brand) => brand.products)
    return this.shelves.segments!.map(([number, slug, territories, name, description], position) => ({
      id: stableId('e', Number(number)),
      name,
      description,
      imageUrl: `/catalogue/segment-${slug}.svg`,
      territories: territories!.split(' '),
      position,
      productIds: products
        .filter(({ settings }) => has(settings, 'pick', slug))
        .toSorted((a, b) => productWeight(b) - productWeight(a) || a.number - b.number)
        .map((product) => stableId('a', product.number)),
    }))
  }

  shelfRows(): Row[] {
    const row = (slug: string, name: string, description: string, displayType: string) => ({
      id: this.shelfId(slug),
      name,
      slug,
      description,
      displayType,
      bannerImage: `/catalogue/shelf-${slug}.svg`,
    })
    return [
      ...this.shelves.categories!.map(([, slug, name, about]) => row(slug!, name!, about!, 'category')),
      ...this.shelves.collections!.map(([, slug, name, about]) => row(slug!, name!, about!, 'collection')),
      ...this.shelves.nests!.map(([, slug, name, about, displayType, items]) => ({
        ...row(slug!, name!, about!, displayType!),
        items: items!.split(' ').map((item) => {
          const [child, shownAs = 'preview'] = item.split(':')
          return { id: this.shelfId(child!), type: 'taxonomy', displayType: shownAs }
        }),
      })),
    ]
  }

  /** The amounts of a card, as a shelf of their own … */
  variantRows(): Row[] {
    return this.families.map((family) => ({
      id: variantsId(family),
      name: family.name,
      slug: slugify(family.name),
      description: family.brand.description,
      displayType: 'product-variant',
      icon: `/catalogue/logo-${family.brand.slug}.svg`,
      primaryProductId: stableId('a', family.primary.number),
      itemSelectorProperty: 'variantLabel',
      itemSelectorTitle: 'Choose an amount',
      productVariantDifferentiators: [{ name: 'Amount', path: 'senderPrice' }],
    }))
  }

  /** … which stands on the others as one. */
  linkRows(): Row[] {
    const all = (family: Family, of: (product: SourceProduct) => string[]) => [...new Set(family.members.flatMap(of))]
    return this.families.map((family) => ({
      id: stableId('d', family.primary.number),
      name: family.name,
      linkedTaxonomyId: variantsId(family),
      tagIds: all(family, ({ settings }) => this.ids('7', 'tags', settings.get('tags'))),
      labelIds: all(family, ({ settings }) => this.ids('8', 'labels', settings.get('labels'))),
      taxonomyIds: all(family, (product) => this.listShelves(family.brand, product).map((slug) => this.shelfId(slug))),
      weight: Math.max(...family.members.map(productWeight)),
    }))
  }
}

const explicitWeight = ({ settings }: SourceProduct) => Number(settings.get('weight')?.[0] ?? 0)
const variantsId = ({ primary }: Family) => stableId('c', 10_000 + primary.number)

function productTerms(brand: SourceBrand, { kind, settings, terms }: SourceProduct, isDonation: boolean): string {
  if (isDonation) return donationTerms(brand.name)
  const common =
    kind === 'choice' || has(settings, 'cash') || has(settings, 'support')
      ? ''
      : kind === 'card'
        ? CARD_TERMS
        : ITEM_TERMS
  return [common, terms].filter(Boolean).join(' ')
}

/** One row a line: small, and a change shows as the rows it changes. */
export function printDocument(document: Document): string {
  const lists = Object.entries(document).map(
    ([name, rows]) =>
      `  ${JSON.stringify(name)}: [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`,
  )
  return `{\n${lists.join(',\n')}\n}\n`
}
