import { extractText, getDocumentProxy } from 'unpdf'
import type { Company, Product } from './company.ts'
import { pence } from './files.ts'
import type { Days, Posting } from './journal.ts'

/** Net by its rate, and the VAT. */
export interface Vat {
  standard: number
  zero: number
  outside: number
  vat: number
}

const NONE: Vat = { standard: 0, zero: 0, outside: 0, vat: 0 }
export const sumVat = (parts: readonly Vat[]): Vat =>
  parts.reduce(
    (sum, { standard, zero, outside, vat }) => ({
      standard: sum.standard + standard,
      zero: sum.zero + zero,
      outside: sum.outside + outside,
      vat: sum.vat + vat,
    }),
    NONE,
  )

const inGifts = (posting: Posting): number =>
  Object.entries(posting).reduce((sum, [account, amount]) => sum + (account.endsWith(' gifts') ? amount : 0), 0)

/** A voucher with VAT in it is taxed when it is sold; one without only when it is used, which is the shop's to do. */
function vatOfMovement(posting: Posting, { rate }: Product): Vat {
  const face = inGifts(posting)
  const of = (asked: Product['rate']) => (rate === asked ? face : 0)
  return { standard: (posting.fees ?? 0) + of(20), zero: of(0), outside: of(null), vat: posting.vat ?? 0 }
}

const CHARGED = ['bought', 'cancelled', 'expired', 'left over']

/** What was charged and given back in some days: by the day it was sold, or its money came back. */
export function vatIn({ journal, purchases }: Company, days: Days): Vat {
  const charged = journal.among(days).filter(({ what }) => CHARGED.includes(what))
  return sumVat(
    charged.map(({ posting, purchase }) =>
      vatOfMovement(posting, purchases.find(({ name }) => name === purchase)!.product),
    ),
  )
}

/** What stands at the foot of a receipt, an invoice or a credit note. */
export interface Paper extends Vat {
  total: number
  taxPoint: string | null
}

/** What a PDF says, on one line. */
export async function pdfWords(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

/** Its own sums must add up, whatever they are. */
export async function readPaper(bytes: Uint8Array): Promise<Paper> {
  const words = await pdfWords(bytes)
  const table = /(?:VAT rate Net VAT (.*?) )?Net ([−£\d,.]+) VAT ([−£\d,.]+) Total ([−£\d,.]+)/.exec(words)
  if (!table) throw new Error(`There are no sums on ${words.slice(0, 200)}`)
  const [, rates = '', net = '', vat = '', total = ''] = table
  const amounts = (name: string) =>
    new RegExp(`(?:^| )${name} (\\S+) (\\S+)`).exec(rates)?.slice(1).map(pence) ?? [0, 0]
  const [standard, zero, outside] = ['20%', '0%', 'Outside scope'].map(amounts) as [number[], number[], number[]]
  const paper = {
    standard: standard[0]!,
    zero: zero[0]!,
    outside: outside[0]!,
    vat: pence(vat),
    total: pence(total),
    taxPoint: /Tax point (\d+ \w+ \d{4})/.exec(words)?.[1] ?? null,
  }
  const netPence = pence(net)
  const sums = [
    paper.standard + paper.zero + paper.outside - netPence,
    standard[1]! + zero[1]! + outside[1]! - paper.vat,
    netPence + paper.vat - paper.total,
  ]
  if (sums.some((difference) => difference !== 0)) throw new Error(`The sums do not add up: ${table[0]}`)
  return paper
}

export const ROLES = ['gifts', 'fees', 'vat', 'wallets', 'owed', 'card', 'bank'] as const
export type Role = (typeof ROLES)[number]

/** A month as the company's accountant books it: debits are positive. What its gifts are used for is no movement of its money. */
export function accountsIn({ journal }: Company, days: Days): Record<Role, number> {
  const sums: Record<Role, number> = { gifts: 0, fees: 0, vat: 0, wallets: 0, owed: 0, card: 0, bank: 0 }
  for (const { posting, what } of journal.among(days)) {
    if (what === 'used' || what === 'undone') continue
    for (const [account, amount] of Object.entries(posting)) {
      if (account.endsWith(' spend')) sums.wallets += amount
      else if (account.endsWith(' gifts')) sums.gifts += amount
      else sums[account as Role] += amount
    }
  }
  return sums
}

/** What bills of some days hold: what was charged by rate, less what came back, what wallets paid of it, and what is left to be paid. */
export function billsIn(company: Company, days: Days): Vat & { wallets: number; owed: number } {
  const charged = company.journal.among(days).filter(({ what }) => CHARGED.includes(what))
  const paid = (isOf: (account: string) => boolean) =>
    charged
      .flatMap(({ posting }) => Object.entries(posting))
      .reduce((sum, [account, amount]) => sum + (isOf(account) ? amount : 0), 0)
  return {
    ...vatIn(company, days),
    wallets: paid((account) => account.endsWith(' spend')),
    owed: 0 - paid((account) => account === 'owed'),
  }
}

/** Sums of a statement of account: before, invoiced, credited, paid, and at the end. */
export function accountSums({ journal }: Company, days: Days): number[] {
  const sum = (whats: readonly string[], own: Days) =>
    journal.among(own).reduce((total, { posting, what }) => total - (whats.includes(what) ? (posting.owed ?? 0) : 0), 0)
  const [invoiced, credited, paid] = [['bought'], CHARGED.slice(1), ['invoice payment']].map((whats) =>
    sum(whats, days),
  )
  const closing = 0 - journal.balance('owed', days.until)
  return [closing - invoiced! - credited! - paid!, invoiced!, credited!, paid!, closing]
}
