import { formatMoney } from '#kit/money.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { doOrAsk, type MoneyActKind, type Outcome } from '#server/platform/waiting-acts.ts'

interface CreditChange extends Record<string, string | number> {
  teamId: string
  fromPence: number
  toPence: number
}

/** What a team may owe by invoice, from what it was when this was asked for. */
export const creditChange: MoneyActKind<CreditChange, number> = {
  kind: 'credit',
  run: async (work, { teamId, fromPence, toPence }, { reason }) => {
    const { tx, at } = work
    if ((await lockCredit(work, teamId)).credit_limit !== fromPence)
      throw new Problem('conflict', 'The credit limit was changed meanwhile.', { help: 'Check the customer again.' })
    if (fromPence === toPence) return fromPence
    await tx.updateTable('team').set({ credit_limit: toPence, updated_at: at }).where('id', '=', teamId).execute()
    const detail = { fromPence, toPence, reason }
    await work.audit('team.credit-changed', { kind: 'team', id: teamId }, { teamId, detail })
    return fromPence
  },
}

const lockCredit = async ({ tx }: Work, teamId: string) =>
  found(
    await tx
      .selectFrom('team')
      .select(['credit_limit', 'name'])
      .where('id', '=', teamId)
      .forUpdate()
      .executeTakeFirst(),
    'team',
  )

/**
 * How much a team may owe by invoice. Lowering it below what is owed stops further purchases on invoice and nothing else.
 * Raising it by more than one operator may in a day waits for another.
 * @returns the limit before, in pence
 * @throws not_found (404), wrong_state (409) where a change waits already, forbidden (403)
 */
export async function setCreditLimit(
  work: Work,
  {
    teamId,
    creditLimitPence: toPence,
    operator,
    reason,
  }: { teamId: string; creditLimitPence: number; operator: string; reason: string },
): Promise<Outcome<number> & { beforePence: number }> {
  const { credit_limit: fromPence, name } = await lockCredit(work, teamId)
  const money = (pence: number) => formatMoney(pence, 'GBX')
  const outcome = await doOrAsk(work, creditChange, {
    terms: { teamId, fromPence, toPence },
    subject: { kind: 'team', id: teamId },
    teamId,
    counts: { target: `credit ${teamId}`, currency: 'GBX', pence: toPence - fromPence },
    says: `Let ${name} owe up to ${money(toPence)} by invoice; it is ${money(fromPence)} now`,
    operator,
    reason,
  })
  return { ...outcome, beforePence: fromPence }
}
