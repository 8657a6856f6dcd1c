import { found } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'

/**
 * How much a team may owe by invoice. Lowering it below what is owed stops further purchases on invoice and nothing else.
 * @returns the limit before, in pence. @throws not_found (404)
 */
export async function setCreditLimit(
  work: Work,
  { teamId, creditLimitPence, reason }: { teamId: string; creditLimitPence: number; reason: string },
): Promise<number> {
  const before = found(
    await work.tx.selectFrom('team').select('credit_limit').where('id', '=', teamId).forUpdate().executeTakeFirst(),
    'team',
  ).credit_limit
  if (before === creditLimitPence) return before
  await work.tx
    .updateTable('team')
    .set({ credit_limit: creditLimitPence, updated_at: work.at })
    .where('id', '=', teamId)
    .execute()
  const detail = { fromPence: before, toPence: creditLimitPence, reason }
  await work.audit('team.credit-changed', { kind: 'team', id: teamId }, { teamId, detail })
  return before
}
