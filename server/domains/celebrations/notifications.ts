import { celebrationNotices, type MessageKind, queueUserMessages } from '#server/domains/delivery/index.ts'
import { walletInScope } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { RuleRecord } from './queries.ts'

async function notifyOwner<Detail extends { ruleName: string }>(
  work: Work,
  email: MessageKind<Detail>,
  { id, team_id: teamId, owner_id: userId }: RuleRecord,
  { key, detail }: { key: string; detail: NoInfer<Detail> },
): Promise<void> {
  const dedupeKey = `${email.template}/${id}/${key}/${userId}`
  await queueUserMessages(work, email, { teamId, messages: [{ userId, dedupeKey, detail }] })
}

/** Gifts were written down that an admin is to approve. */
export const notifyWaitingGifts = (work: Work, rule: RuleRecord, gifts: number): Promise<void> =>
  notifyOwner(work, celebrationNotices.waiting, rule, {
    key: work.at.toISOString(),
    detail: { ruleName: rule.name, gifts },
  })

/** Gifts could not be bought; once a day, however often they are tried. */
export async function notifyFailedGifts(
  work: Work,
  rule: RuleRecord,
  { today, gifts, problem }: { today: string; gifts: number; problem: string | null },
): Promise<void> {
  const wallet = await walletInScope(work.tx, { teamIds: [rule.team_id] }, rule.wallet_id)
  const detail = { ruleName: rule.name, gifts, problem: problem ?? 'internal_error', walletName: wallet.name }
  await notifyOwner(work, celebrationNotices.failed, rule, { key: today, detail })
}
