import { toDate } from '#kit/time.ts'
import { codeStock, issuerFloats, openAttempts } from '#server/domains/hugggs/vouchers/index.ts'
import { type Metrics, watchGauge } from '#server/platform/metrics.ts'
import type { Posy } from '#server/platform/posy.ts'

/** What an operator wants to be woken for before recipients notice, read when the metrics are. */
export function watchVouchers(metrics: Metrics, posy: Posy): void {
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_supplied_codes',
      help: 'Supplied codes that can still be handed out, by product.',
      labels: ['product'],
    },
    async (gauge) => {
      for (const { productId, free } of await codeStock(posy.watch.db, toDate(posy.clock.now())))
        gauge.set({ product: productId }, free)
    },
  )
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_supplied_codes_low_below',
      help: 'How few supplied codes of a product are too few, as operators say.',
      labels: ['product'],
    },
    async (gauge) => {
      for (const { productId, lowBelow } of await codeStock(posy.watch.db, toDate(posy.clock.now())))
        gauge.set({ product: productId }, lowBelow)
    },
  )
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_issuer_float_pence',
      help: 'What an issuer holds for us as its latest answer said, and below which it is too little.',
      labels: ['issuer', 'currency', 'what'],
    },
    async (gauge) => {
      for (const { issuer, currency, balancePence, lowBelowPence } of await issuerFloats(posy.watch.db)) {
        if (balancePence !== null) gauge.set({ issuer, currency, what: 'balance' }, balancePence)
        gauge.set({ issuer, currency, what: 'low-below' }, lowBelowPence)
      }
    },
  )
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_open_voucher_orders',
      help: 'Codes asked of an issuer that may have been issued and have not arrived, by issuer: asked once, or more often.',
      labels: ['issuer', 'tries'],
    },
    async (gauge) => {
      for (const { issuer, tries } of await openAttempts(posy.watch.db))
        gauge.inc({ issuer, tries: tries > 1 ? 'more' : '1' })
    },
  )
}
