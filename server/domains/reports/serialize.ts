import type { TransactionReportRow } from '#contract/reports/reports.ts'
import { BUSINESS_ZONE, isoOrNull, toInstant } from '#kit/time.ts'
import type { TransactionReportRecord } from './queries.ts'

/** A purchase as the report shows it; its day and time of purchase are London's. */
export function serializeReportRow(row: TransactionReportRecord): TransactionReportRow {
  const bought = toInstant(row.createdAt).toZonedDateTimeISO(BUSINESS_ZONE)
  return {
    id: row.id,
    product: reportedProduct(row),
    title: row.title,
    reason_code: row.reasonCode,
    delivery_method: row.deliveryMethod,
    currency: row.currency,
    sale_total: row.saleTotalPence,
    sale_vat: row.vatPence,
    sale_per_item: row.facePence,
    sale_quantity: row.quantity,
    ...toTallies(row),
    refundedValue: row.refundedPence,
    toBudgetValue: row.toBudgetPence,
    totalValue: row.saleTotalPence,
    maxSentDate: isoOrNull(row.maxSentDate),
    maxHugggExpiryDate: isoOrNull(row.maxExpiryDate),
    purchased_at_date: bought.toPlainDate().toString(),
    purchased_at_time: bought.toPlainTime().toString({ smallestUnit: 'second' }),
    huggg_expiry: isoOrNull(row.expiryDate),
    huggg_message: row.message,
    notify_on_complete: row.notifyOnComplete,
    processing: row.processing,
    super_url_id: row.superHugggId,
    wallet: { id: row.walletId, name: row.walletName },
  }
}

const reportedProduct = ({
  productId,
  productName,
  brandName,
  images,
}: TransactionReportRecord): TransactionReportRow['product'] =>
  productId === null
    ? null
    : { id: productId, label: productName!, brand_name: brandName!, images: { ...images, main: images?.main ?? [] } }

const tallies = [
  'created',
  'sent',
  'claimed',
  'redeemed',
  'expired',
  'cancelled',
  'pending',
  'scheduled',
  'fetched',
  'stashed',
] as const
type Tallies = Pick<TransactionReportRow, (typeof tallies)[number] | `${(typeof tallies)[number]}Value`>

const toTallies = (row: TransactionReportRecord): Tallies =>
  Object.fromEntries(
    tallies.flatMap((name) => [
      [name, row[name]],
      [`${name}Value`, row[`${name}Value`]],
    ]),
  ) as Tallies
