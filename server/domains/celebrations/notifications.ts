import { queueUserMessages } from '#server/domains/delivery/index.ts'
import { walletInScope } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { RuleRecord } from './queries.ts'

type Told = 'celebrations-waiting' | 'celebrations-failed'

async function notifyOwner(
  work: Work,
  template: Told,
  { id, team_id: teamId, owner_id: userId, name: ruleName }: RuleRecord,
  { key, ...detail }: { key: string; gifts: number; problem?: string; walletName?: string },
): Promise<void> {
  const dedupeKey = `${template}/${id}/${key}/${userId}`
  await queueUserMessages(work, {
    template,
    teamId,
    messages: [{ userId, dedupeKey, detail: { ruleName, ...detail } }],
  })
}

/** Gifts were written down that an admin is to approve. */
export const notifyWaitingGifts = (work: Work, rule: RuleRecord, gifts: number): Promise<void> =>
  notifyOwner(work, 'celebrations-waiting', rule, { key: work.at.toISOString(), gifts })

/** Gifts could not be bought; once a day, however often they are tried. */
export async function notifyFailedGifts(
  work: Work,
  rule: RuleRecord,
  { today, gifts, problem }: { today: string; gifts: number; problem: string | null },
): Promise<void> {
  const wallet = await walletInScope(work.tx, { teamIds: [rule.team_id] }, rule.wallet_id)
  const detail = { gifts, problem: problem ?? 'internal_error', walletName: wallet.name }
  await notifyOwner(work, 'celebrations-failed', rule, { key: today, ...detail })
}
