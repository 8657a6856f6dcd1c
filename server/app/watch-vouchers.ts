import { Gauge } from 'prom-client'
import { codeStock, openAttempts } from '#server/domains/hugggs/index.ts'
import { toDate } from '#server/kit/time.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Posy } from '#server/platform/posy.ts'

/** What an operator wants to be woken for before recipients notice, read when the metrics are. */
export function watchVouchers(metrics: Metrics, posy: Posy): void {
  const stock: Gauge<'product'> = new Gauge({
    name: 'posy_supplied_codes',
    help: 'Supplied codes that can still be handed out, by product.',
    labelNames: ['product'] as const,
    registers: [metrics.registry],
    collect: async () => {
      stock.reset()
      for (const { productId, free } of await codeStock(posy.db, toDate(posy.clock.now())))
        stock.set({ product: productId }, free)
    },
  })
  const orders: Gauge<'issuer' | 'tries'> = new Gauge({
    name: 'posy_open_voucher_orders',
    help: 'Codes asked of an issuer that may have been issued and have not arrived, by issuer: asked once, or more often.',
    labelNames: ['issuer', 'tries'] as const,
    registers: [metrics.registry],
    collect: async () => {
      orders.reset()
      for (const { issuer, tries } of await openAttempts(posy.db))
        orders.inc({ issuer, tries: tries > 1 ? 'more' : '1' })
    },
  })
}
