import { sql } from 'kysely'
import { iso } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { countInviteMails } from './count-mails.ts'
import { automationInviteEnded, invitesReminded } from './events.ts'
import { type InviteRecord, inviteEnds, inviteState } from './invite.ts'
import { lockInvite } from './queries.ts'

const DAY_MS = 86_400_000
/** Days after an invite was sent, and after its first reminder: the third and the tenth day. */
const FIRST_AFTER_DAYS = 3
const SECOND_AFTER_DAYS = 7
const MOST_REMINDERS = 2
const BATCH = 200

/** When someone who does not answer an invite that is sent now is first reminded. */
export const firstReminder = (at: Date): Date => new Date(at.getTime() + FIRST_AFTER_DAYS * DAY_MS)

export const nextReminderAt = sql<Date | null>`select min(remind_at) from team_invite where remind_at is not null`

export async function countReminders(db: Db, after: Date | null, until: Date): Promise<number> {
  let query = db
    .selectFrom('team_invite')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('remind_at', '<=', until)
  if (after) query = query.where('remind_at', '>', after)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/**
 * Reminds those who have not answered an invite to a budget, twice at most, while it can be accepted; when it has ended,
 * those who look after the budget are to be told.
 */
export async function remindInvites(posy: Posy, now: Date): Promise<void> {
  for (;;) {
    const due = await posy.db
      .selectFrom('team_invite')
      .select('id')
      .where('remind_at', '<=', now)
      .orderBy('remind_at')
      .limit(BATCH)
      .execute()
    for (const { id } of due) await asSystem(posy, (work) => remind(work, id))
    if (due.length < BATCH) return
  }
}

async function remind(work: Work, inviteId: string): Promise<void> {
  const { tx, at, posy } = work
  const invite = await lockInvite(tx, inviteId)
  const planned = await tx
    .selectFrom('team_invite')
    .select('reminders')
    .where('id', '=', inviteId)
    .where('remind_at', '<=', at)
    .executeTakeFirst()
  // A twin was here, or it was sent again.
  if (!invite || !planned) return
  const state = inviteState(posy, invite)
  const isSent = state === 'open' && planned.reminders < MOST_REMINDERS && (await isWithinCaps(work, invite))
  const reminders = planned.reminders + (isSent ? 1 : 0)
  await tx
    .updateTable('team_invite')
    .set({ reminders, remind_at: state === 'open' ? nextLook(work, invite, { reminders, isSent }) : null })
    .where('id', '=', inviteId)
    .execute()
  if (state === 'expired' && invite.automationId)
    await work.emit(automationInviteEnded, { automationId: invite.automationId, at: iso(at) })
  if (!isSent) return
  await work.audit(
    'invite.reminded',
    { kind: 'invite', id: inviteId },
    { teamId: invite.teamId, detail: { type: invite.type, reminders } },
  )
  await work.emit(invitesReminded, { inviteIds: [inviteId], reminder: reminders })
}

/** The next reminder, and after the last one the end of the invite. */
function nextLook({ at, posy }: Work, invite: InviteRecord, last: { reminders: number; isSent: boolean }): Date {
  const nextDayMs = at.getTime() + DAY_MS
  if (last.reminders >= MOST_REMINDERS) {
    const endsMs = inviteEnds(posy, invite).getTime()
    return new Date(endsMs > at.getTime() ? endsMs : nextDayMs)
  }
  return new Date(last.isSent ? at.getTime() + SECOND_AFTER_DAYS * DAY_MS : nextDayMs)
}

/** Where the day's mails are used up, it waits for another day. */
async function isWithinCaps(work: Work, { teamId, email }: { teamId: string; email: string }): Promise<boolean> {
  try {
    await countInviteMails(work, { teamId, isBudget: true, to: [{ email }] })
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many_requests') return false
    throw error
  }
}
