import { isPass } from '#client/result.ts'
import type { AccountStatement } from '#contract/invoices.ts'
import { readPeriod } from '../../http/period.server.ts'
import type { Session } from '../../session/session.ts'
import type { Failure } from '../../ui/kit/failure.ts'
import { failureOf } from '../../ui/kit/failure.ts'
import { requireBilling } from './billing.server.ts'

export interface StatementWish {
  from: string
  until: string
  currency: 'GBX' | 'EUX'
}

/** The statement that an address asks for; or why there is none. */
export async function readStatement(
  session: Session,
  url: string,
): Promise<{ wish: StatementWish; statement: AccountStatement | null; failure: Failure | null }> {
  const { searchParams } = new URL(url)
  const { from, to: until } = readPeriod(searchParams, 'UTC')
  const currency = searchParams.get('currency') === 'EUX' ? 'EUX' : 'GBX'
  const wish = { from, until, currency } as const
  const answer = await session.api.getAccountStatement({
    params: { id: requireBilling(session) },
    query: { ...(from && { from }), ...(until && { until }), currency },
  })
  if (isPass(answer)) return { wish, statement: answer.pass.data, failure: null }
  const failure = failureOf(answer.fail!, undefined, { until: 'to' })
  if (failure.status !== 422) session.unwrap(answer)
  return { wish, statement: null, failure }
}
