import { Temporal } from 'temporal-polyfill'
import type { Invoice } from '#contract/orders/invoices.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import type { Attention } from './attention.ts'

/** More are counted, not summed. */
const LOOKED_AT = 100

/** Invoices of the team that should have been paid by now: their sum, and how long. */
export async function overdueInvoices(session: Session, now: Date): Promise<Attention[]> {
  if (!session.teamId || !session.can(['view-team-transactions', 'manage-billing'])) return []
  const query = { overdue: 'true', page: 1, per_page: LOOKED_AT }
  const found = await session.api.listTeamInvoices({ params: { id: session.teamId }, query })
  if (!found.ok) return []
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate()
  return [...Map.groupBy(found.value.data, ({ currency }) => currency)].map(([currency, invoices]) =>
    overdue(invoices, currency, { today, mayBeMore: found.value.total > LOOKED_AT }),
  )
}

function overdue(
  invoices: readonly Invoice[],
  currency: string,
  { today, mayBeMore }: { today: Temporal.PlainDate; mayBeMore: boolean },
): Attention {
  const [oldest] = invoices
  const sum = formatMoney(
    invoices.reduce((total, { outstanding }) => total + outstanding, 0),
    currency,
  )
  const due = oldest!.dueDate!
  const days = Temporal.PlainDate.from(due).until(today).days
  return {
    key: `overdue ${currency}`,
    tone: 'danger',
    level: invoices.length,
    returnsAfterDays: 7,
    title: `${mayBeMore ? 'At least ' : ''}${sum} is overdue on ${plural(invoices.length, 'invoice')}`,
    text: `${oldest!.number} was due on ${formatDay(`${due}T12:00:00Z`, BUSINESS_ZONE)}, ${plural(days, 'day')} ago.`,
    action:
      invoices.length === 1
        ? { to: paths.invoice(oldest!.id), label: 'See the invoice' }
        : { to: paths.invoices, label: 'See the invoices' },
  }
}
