import { clearSandboxCardFailures, getSandboxCards, planSandboxCardFailure } from '#contract/sandbox/cards.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import type { Failures } from './failures.ts'
import { records, type SandboxPayment } from './records.ts'
import { testCards } from './test-cards.ts'

const NEWEST = 100

/** The provider's dashboard: what it has been asked, and how it is to fail. */
export function checkoutRoutes(db: Db, failures: Failures): Route[] {
  const serializeSandboxCards = async (limit = NEWEST) => ({
    data: {
      testCards: testCards.map(({ number, scheme, challenge, label }) => ({ number, scheme, challenge, label })),
      payments: (await records.newestPayments(db, limit)).map(serializeSandboxPayment),
      planned: failures.planned().map(({ at, kind, times }) => ({ at, failure: kind, times })),
      waiting: failures.waiting(),
    },
  })
  return [
    read(getSandboxCards, ({ query }) => serializeSandboxCards(query.limit)),
    read(planSandboxCardFailure, ({ body }) => {
      failures.next(body.at, body.failure, body.times)
      return serializeSandboxCards()
    }),
    read(clearSandboxCardFailures, () => {
      failures.clear()
      failures.release()
      return serializeSandboxCards()
    }),
  ]
}

const serializeSandboxPayment = (payment: SandboxPayment) => ({
  id: payment.id,
  reference: payment.reference,
  amountPence: payment.amount,
  capturedPence: payment.captured,
  refundedPence: payment.refunded,
  currency: payment.currency,
  status: payment.status,
  summary: payment.actions.at(-1)?.response_summary ?? null,
  scheme: payment.card.scheme,
  last4: payment.card.last4,
  requestedAt: payment.requested_on,
})
