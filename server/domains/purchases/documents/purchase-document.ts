import { PAYMENT_TERM_DAYS } from '#contract/core/payment-term.ts'
import { formatMoney, type Pence, STANDARD_VAT_BASIS_POINTS, vatOnNet } from '#kit/money.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import {
  type DocumentContent,
  type DocumentLine,
  documentCustomer,
  formatDate,
  howToPay,
} from '#server/domains/documents/index.ts'
import type { TeamRecord } from '#server/domains/teams/team/index.ts'
import type { BankDetails } from '#server/domains/wallets/index.ts'
import type { PricePerGift } from '../request/index.ts'

export interface DocumentProduct {
  name: string
  brandName: string
}

/** Rate of the VAT inside the gift's price, or null where that is outside the scope of VAT. */
export interface PricedForDocument extends PricePerGift {
  /** How much of the fee is for the gift's text, and how long that is. */
  text?: { pence: number; segments: number } | undefined
  faceVatBasisPoints: number | null
}

export interface PurchaseForDocument {
  seller: DocumentContent['seller']
  team: Pick<TeamRecord, 'name' | 'businessEntityName' | 'businessTradingName' | 'businessAddress'>
  product: DocumentProduct
  price: PricedForDocument
  quantity: number
  currency: string
  purchaseOrderNumber: string | null
  reasonCode: string | null
}

export interface PaidPurchase extends PurchaseForDocument {
  transactionId: string
  /** What its buyer calls it; null where that names a recipient. */
  title: string | null
  paymentMethod: 'walletCommitment' | 'charge' | 'invoice'
  walletName: string
  /** Bought by a participant of a budget, whose monthly invoice it is on. */
  isOfBudget: boolean
  boughtAt: Date
}

const civil = (at: Date) => londonDate(toInstant(at))

/** What a gift and its fee cost, as lines whose VAT is the sum of what was rounded on each gift. */
export function documentLines({
  product,
  price,
  quantity,
}: Pick<PurchaseForDocument, 'product' | 'price' | 'quantity'>): DocumentLine[] {
  const { facePence, faceVatPence, feePence, feeVatPence, faceVatBasisPoints, text } = price
  const kind =
    faceVatBasisPoints === null
      ? 'multi-purpose voucher, outside the scope of VAT until it is used'
      : 'single-purpose voucher'
  const gifts: DocumentLine = {
    description: product.name,
    detail: `${product.brandName} · ${kind}`,
    quantity,
    unitNetPence: facePence - faceVatPence,
    netPence: (facePence - faceVatPence) * quantity,
    vatPence: faceVatPence * quantity,
    vatBasisPoints: faceVatBasisPoints,
  }
  const handlingPence = feePence - (text?.pence ?? 0)
  const handlingVatPence = text ? vatOnNet(handlingPence, STANDARD_VAT_BASIS_POINTS) : feeVatPence
  const fee = (description: string, netPence: number, vatPence: number): DocumentLine[] =>
    netPence === 0
      ? []
      : [
          {
            description,
            quantity,
            unitNetPence: netPence,
            netPence: netPence * quantity,
            vatPence: vatPence * quantity,
            vatBasisPoints: STANDARD_VAT_BASIS_POINTS,
          },
        ]
  return [
    gifts,
    ...fee('Handling fee', handlingPence, handlingVatPence),
    ...(text ? fee(textLine(text.segments), text.pence, feeVatPence - handlingVatPence) : []),
  ]
}

const textLine = (segments: number) => (segments === 1 ? 'Text message' : `Text message of ${segments} segments`)

/** What was left of gifts that were used in part: no fee comes back, and there is no VAT in it. */
export const restLine = (product: DocumentProduct, pence: number): DocumentLine => ({
  description: `Unused rest of ${product.name}`,
  detail: product.brandName,
  quantity: 1,
  unitNetPence: pence,
  netPence: pence,
  vatPence: 0,
  vatBasisPoints: null,
})

/** How people know a purchase again: the number of its paper is beside it, and found by search. */
function documentReferences(purchase: PurchaseForDocument, title?: string | null): DocumentContent['references'] {
  const { purchaseOrderNumber, reasonCode } = purchase
  return [
    ...(title ? [{ label: 'Purchase', value: title }] : []),
    ...(purchaseOrderNumber ? [{ label: 'Purchase order', value: purchaseOrderNumber }] : []),
    ...(reasonCode ? [{ label: 'Reason', value: reasonCode }] : []),
  ]
}

export const ROUNDING = 'VAT is worked out, and rounded to the penny, for each gift.'

const NO_VAT_INVOICE =
  'This is not a VAT invoice: the purchase is on the monthly invoice of the budget, and what comes back on its credit note.'

/** The receipt of a purchase that is paid, or the invoice of one that is to be. */
export function purchaseContent(purchase: PaidPurchase, bank: BankDetails | null): DocumentContent {
  const { seller, currency, title, paymentMethod, walletName, boughtAt } = purchase
  const lines = documentLines(purchase)
  const bought = civil(boughtAt)
  const due = bought.add({ days: PAYMENT_TERM_DAYS }).toString()
  const total = formatMoney(
    lines.reduce((sum, line) => sum + line.netPence + line.vatPence, 0),
    currency,
  )
  const paid: Record<PaidPurchase['paymentMethod'], string> = {
    walletCommitment: `Paid in full from the wallet ${walletName}. There is nothing left to pay.`,
    charge: 'Paid in full by card. There is nothing left to pay.',
    invoice: `Please pay ${total} by ${formatDate(due)}${bank ? ` ${howToPay(bank)}` : ''}, quoting {number}.`,
  }
  return {
    currency,
    seller,
    customer: documentCustomer(purchase),
    dates: [
      { label: 'Tax point', date: bought.toString() },
      ...(paymentMethod === 'invoice' ? [{ label: 'Payment due', date: due }] : []),
    ],
    references: documentReferences(purchase, title),
    lines,
    notes: [paid[paymentMethod], ...(purchase.isOfBudget ? [NO_VAT_INVOICE] : []), ROUNDING],
  }
}

/** Whole gifts of one price: less what their recipients' choices left over, which was credited before. */
export interface Unlike {
  gifts: number
  changePence: Pence
  changeVatPence: Pence
}

const wholeLines = (purchase: PaidPurchase, { gifts, changePence, changeVatPence }: Unlike): DocumentLine[] => {
  const { facePence, faceVatPence } = purchase.price
  const price = {
    ...purchase.price,
    facePence: facePence - changePence,
    faceVatPence: faceVatPence - changeVatPence,
  }
  return documentLines({ ...purchase, price, quantity: gifts })
}

/** What some gifts of a purchase gave back. */
export function creditContent(
  purchase: PaidPurchase,
  credit: {
    document: { number: string; kind: string }
    reason: 'cancelled' | 'expired'
    /** Those of the gifts that were used in part, and what was left of them. */
    parts: { gifts: number; pence: number }
    /** The London day on which the money moved: the VAT of it belongs to that day. */
    day: string
    /** The others. */
    whole: readonly Unlike[]
    /** The part of it that reduced the debt on its invoice; the rest went to the wallet. */
    toDebtPence: Pence
  },
): DocumentContent {
  const { quantity, product } = purchase
  const { parts, whole } = credit
  const what = `${quantity === 1 ? 'One gift' : `${quantity} gifts`} ${credit.reason}.`
  const lines = [
    ...whole.flatMap((gifts) => wholeLines(purchase, gifts)),
    ...(parts.gifts > 0 ? [restLine(product, parts.pence)] : []),
  ]
  return noteContent(purchase, { ...credit, what, lines })
}

/** What gifts gave back whose expiry was taken back after its credit note: charged again. */
export function rechargeContent(
  purchase: PaidPurchase,
  again: {
    document: { number: string; kind: string }
    /** Numbers of the credit notes. */
    credits: readonly string[]
    parts: { gifts: number; pence: number }
    whole: readonly Unlike[]
    /** The London day on which the money was taken again. */
    day: string
    /** The part of it that is owed on the invoice again; the rest came from the wallet. */
    toDebtPence: Pence
  },
): DocumentContent {
  const { product, currency, quantity, walletName } = purchase
  const { parts, whole, document, credits, toDebtPence, day } = again
  const lines = [
    ...whole.flatMap((gifts) => wholeLines(purchase, gifts)),
    ...(parts.gifts > 0 ? [restLine(product, parts.pence)] : []),
  ]
  const fromWalletPence = lines.reduce((sum, line) => sum + line.netPence + line.vatPence, 0) - toDebtPence
  const how = [
    ...(fromWalletPence > 0
      ? [`${formatMoney(fromWalletPence, currency)} was taken from the wallet ${walletName}.`]
      : []),
    ...(toDebtPence > 0
      ? [
          `Please pay ${formatMoney(toDebtPence, currency)} with what is owed for ${document.number}, quoting that number.`,
        ]
      : ['There is nothing left to pay.']),
  ]
  const what = `The expiry of ${quantity === 1 ? 'one gift' : `${quantity} gifts`} was taken back: what was credited for it is charged again.`
  return {
    ...laterPaper(purchase, day),
    references: [
      { label: credits.length === 1 ? 'Credit note' : 'Credit notes', value: credits.join(', ') },
      { label: `Original ${document.kind}`, value: document.number },
      ...documentReferences(purchase, purchase.title),
    ],
    lines,
    notes: [[what, ...how].join(' '), ROUNDING],
  }
}

/** A later paper about a purchase: for whom, and of which days. */
const laterPaper = (purchase: PaidPurchase, day: string) => ({
  currency: purchase.currency,
  seller: purchase.seller,
  customer: documentCustomer(purchase),
  dates: [
    { label: 'Tax point', date: day },
    { label: 'Original tax point', date: civil(purchase.boughtAt).toString() },
  ],
})

/** What choices of one day left over of gifts of a purchase. */
export function changeContent(
  purchase: PaidPurchase,
  change: {
    document: { number: string; kind: string }
    /** The London day of the choices. */
    day: string
    gifts: number
    pence: Pence
    vatPence: Pence
    toDebtPence: Pence
  },
): DocumentContent {
  const { gifts, pence, vatPence } = change
  const who = gifts === 1 ? 'One recipient' : `${gifts} recipients`
  const line: DocumentLine = {
    description: `Left over from ${purchase.product.name}`,
    detail: purchase.product.brandName,
    quantity: 1,
    unitNetPence: pence - vatPence,
    netPence: pence - vatPence,
    vatPence,
    vatBasisPoints: vatPence > 0 ? purchase.price.faceVatBasisPoints : null,
  }
  return noteContent(purchase, { ...change, what: `${who} chose something for less.`, lines: [line] })
}

function noteContent(
  purchase: PaidPurchase,
  credit: {
    document: { number: string; kind: string }
    day: string
    what: string
    lines: DocumentLine[]
    toDebtPence: Pence
  },
): DocumentContent {
  const { walletName } = purchase
  const { what, lines } = credit
  const toWalletPence = lines.reduce((sum, line) => sum + line.netPence + line.vatPence, 0) - credit.toDebtPence
  const where =
    credit.toDebtPence === 0
      ? `The amount was returned to the wallet ${walletName}.`
      : toWalletPence === 0
        ? `The amount owed for ${credit.document.number} is less by this credit.`
        : `The amount owed for ${credit.document.number} is less by ${formatMoney(credit.toDebtPence, purchase.currency)}; ${formatMoney(toWalletPence, purchase.currency)} was returned to the wallet ${walletName}.`
  return {
    ...laterPaper(purchase, credit.day),
    references: [
      { label: `Credits ${credit.document.kind}`, value: credit.document.number },
      ...documentReferences(purchase, purchase.title),
    ],
    lines,
    notes: [`${what} ${where}`, ROUNDING],
  }
}

/** What an order would cost if it were bought now. */
export function proFormaContent(
  order: PurchaseForDocument,
  payTo: { bank: BankDetails; reference: string } | null,
): DocumentContent {
  return {
    currency: order.currency,
    seller: order.seller,
    customer: documentCustomer(order),
    dates: [],
    references: documentReferences(order),
    lines: documentLines(order),
    notes: [
      'This is not a VAT invoice. Prices are as of the date of issue.',
      ...(payTo
        ? [`To pay in advance by bank transfer, pay ${howToPay(payTo.bank)}, with the reference ${payTo.reference}.`]
        : []),
      ROUNDING,
    ],
  }
}
