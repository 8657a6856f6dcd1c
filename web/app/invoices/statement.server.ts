import type { AccountStatement } from '#contract/orders/account-statements.ts'
import type { VatSummary } from '#contract/orders/invoices.ts'
import { readPeriod } from '#web/http/period.server.ts'
import type { Session } from '#web/session/session.ts'
import type { Failure } from '#web/ui/kit/failure.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { requireBills } from './billing.server.ts'

export interface AccountStatementQuery {
  from: string
  until: string
  currency: 'GBX' | 'EUX'
}

export function readStatementQuery(url: string): AccountStatementQuery {
  const { searchParams } = new URL(url)
  const { from, to: until } = readPeriod(searchParams, 'UTC')
  return { from, until, currency: searchParams.get('currency') === 'EUX' ? 'EUX' : 'GBX' }
}

export const toApiQuery = ({ from, until, currency }: AccountStatementQuery) => ({
  ...(from && { from }),
  ...(until && { until }),
  currency,
})

/** The statement that an address asks for; or why there is none. */
export async function readStatement(
  session: Session,
  url: string,
): Promise<{ wish: AccountStatementQuery; statement: AccountStatement | null; failure: Failure | null }> {
  const wish = readStatementQuery(url)
  const answer = await session.api.getAccountStatement({
    params: { id: requireBills(session) },
    query: toApiQuery(wish),
  })
  if (answer.ok) return { wish, statement: answer.value.data, failure: null }
  const failure = toFormFailure(answer.problem, undefined, { until: 'to' })
  if (failure.status !== 422) session.unwrap(answer)
  return { wish, statement: null, failure }
}

/** The VAT that an address asks for, with the days it is of; or why there is none. Without days: of `usual`. */
export async function readVat(
  session: Session,
  url: string,
  usual: Pick<AccountStatementQuery, 'from' | 'until'> | null = null,
): Promise<{ wish: AccountStatementQuery; summary: VatSummary | null; failure: Failure | null }> {
  const asked = readStatementQuery(url)
  const wish = asked.from || asked.until ? asked : { ...asked, ...usual }
  const answer = await session.api.getVatSummary({ params: { id: requireBills(session) }, query: toApiQuery(wish) })
  if (answer.ok) {
    const { data } = answer.value
    return { wish: { ...wish, from: data.from, until: data.until }, summary: data, failure: null }
  }
  const failure = toFormFailure(answer.problem, undefined, { until: 'to' })
  if (failure.status !== 422) session.unwrap(answer)
  return { wish, summary: null, failure }
}
