import { findUnprintable } from '#server/platform/pdf/fonts.ts'

const printableLayouts = ['letter', 'folded-card', 'card'] as const
export type PrintableLayout = (typeof printableLayouts)[number]
const printableTypes = ['huggg', 'paypoint', 'post-office'] as const
export type PrintableType = (typeof printableTypes)[number]

/** Something that is filled in: for the whole purchase, or for each recipient. */
export interface PrintableField {
  name: string
  label: string
  type: 'string'
  optional: boolean
  defaultValue: string
  placeholder: string
}

/** What is the same on every card. */
export interface Design {
  layout: PrintableLayout
  type: PrintableType
  body: string
  /** PNG, as uploads keep it. */
  logo: Buffer | null
  /** The brand's colour; null: the product's own. */
  accentHex: string | null
  teamName: string
  productName: string
  /** Values of the purchase's own fields. */
  data: Record<string, string>
  /** What each recipient's data may hold, in order. */
  recipientFields: readonly PrintableField[]
  /** Printed small across every card: for what is no card yet. */
  mark?: string
}

/** One card. */
export interface Item {
  /** From 0, in the order of the gifts. */
  row: number
  hugggId: string
  /** What the QR code holds. */
  url: string
  /** The code for people to type, with its check digit. */
  code: string
  expires: string
  data: Record<string, string>
}

/** Why a card cannot be printed as it is. */
export interface Flaw {
  row: number
  hugggId: string
  field: string
  message: string
  code: 'missing' | 'overflow' | 'unprintable'
}

/** Cards on one sheet of paper. */
export const perSheet: Record<PrintableLayout, number> = { letter: 1, 'folded-card': 1, card: 4 }

/** All that a body may name, for one card; a recipient's own value goes before the purchase's. */
export function templateValues(design: Design, item: Item): Record<string, string> {
  const defaults = Object.fromEntries(design.recipientFields.map(({ name, defaultValue }) => [name, defaultValue]))
  return {
    ...defaults,
    ...design.data,
    ...Object.fromEntries(Object.entries(item.data).filter(([, value]) => value !== '')),
    product: design.productName,
    team: design.teamName,
    code: item.code,
    url: shownUrl(item.url),
    expiry: item.expires,
  }
}

/** An address as people type it. */
const shownUrl = (url: string): string => url.replace(/^https?:\/\//, '')

/** Where a card's code can be typed: its link without the code. */
export const codeAddress = ({ url }: Pick<Item, 'url'>): string => shownUrl(url).replace(/\/[^/]*$/, '')

/** The lines of a postal address, as the letter's window shows them. */
export const ADDRESS_FIELDS = ['name', 'addressLine1', 'addressLine2', 'town', 'postcode'] as const

/** What a letter is filed under, where its template asks for it. */
export const CASE_REFERENCE = 'caseReference'

/** Values that every card has without being asked. */
export const BUILT_IN_FIELDS = ['product', 'team', 'code', 'url', 'expiry']

/** What a recipient's data lacks or holds that paper cannot show. */
export function dataFlaws(
  fields: readonly PrintableField[],
  { row, hugggId, data }: Pick<Item, 'row' | 'hugggId' | 'data'>,
): Flaw[] {
  const flaws: Flaw[] = []
  for (const { name, label, optional, defaultValue } of fields) {
    const value = data[name]?.trim() ?? ''
    if (!value && !optional && !defaultValue)
      flaws.push({ row, hugggId, field: name, code: 'missing', message: `${label} is missing` })
    const letter = findUnprintable(value)
    if (letter)
      flaws.push({
        row,
        hugggId,
        field: name,
        code: 'unprintable',
        message: `${label} holds ${letter}, which cannot be printed`,
      })
  }
  return flaws
}
