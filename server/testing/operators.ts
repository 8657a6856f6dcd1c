import { getOperatorOverview, type WaitingForOperator, type WaitingKind } from '#contract/operator/overview.ts'
import { DEMO_AUTHENTICATOR_KEY } from '#server/app/demo/ids.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import type { TestApp } from './app.ts'
import { appCode } from './totp.ts'

export const FINANCE = 'finance@posy.test'
export const OWNER = 'owner@posy.test'

/** A command in one transaction, by an operator who has shown who they are. */
export async function asOperator<T>(
  { posy }: Pick<TestApp, 'posy'>,
  email: string,
  command: (work: Work) => Promise<T>,
): Promise<T> {
  const { id } = await posy.db
    .selectFrom('operator')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirstOrThrow()
  return transact(posy, { actor: { kind: 'operator', id } }, command)
}

/** What an operator types at the command line to show who they are: each code once, so that time moves on first. */
export function signedBy({ wall }: Pick<TestApp, 'wall'>, operator: string, reason = 'Checked') {
  wall.advanceSeconds(30)
  return { operator, reason, code: appCode(DEMO_AUTHENTICATOR_KEY, wall.nowMs()) }
}

/** How many things of a kind wait for an operator, as the first screen of the console says. */
export async function waitingCount(app: Pick<TestApp, 'request'>, kind: WaitingKind): Promise<number> {
  const { body } = await app.request('GET', getOperatorOverview.path, { as: `operator:${OWNER}` })
  return (body.data.waiting as WaitingForOperator[]).find((waiting) => waiting.kind === kind)!.count
}
