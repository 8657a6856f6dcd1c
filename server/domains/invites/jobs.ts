import { userById } from '#server/domains/identity/users/index.ts'
import { teamClosed } from '#server/domains/teams/manage/index.ts'
import { teamMemberRemoved } from '#server/domains/teams/members/index.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { completeSignUp } from './complete-sign-up.ts'
import { countReminders, nextReminderAt, remindInvites } from './remind-invites.ts'
import { invitesRetention } from './retention.ts'
import { SIGN_UP_JOB } from './sign-up.ts'

/** No one can accept what leads into a deleted subteam. */
const withdrawInvitesTo = (posy: Posy, teamId: string): Promise<void> =>
  asSystem(posy, async ({ tx, at }) => {
    await tx
      .updateTable('team_invite')
      .set({ cancelled_at: at, updated_at: at })
      .where('team_id', '=', teamId)
      .where('accepted_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .execute()
  })

/** Nor may a leaver come back by an invite from before. */
const withdrawMemberInvites = (posy: Posy, { teamId, userId }: { teamId: string; userId: string }): Promise<void> =>
  asSystem(posy, async ({ tx, at }) => {
    const user = await userById(tx, userId)
    if (!user) return
    await tx
      .updateTable('team_invite')
      .set({ cancelled_at: at, updated_at: at })
      .where('team_id', 'in', (eb) =>
        eb
          .selectFrom('team')
          .select('team.id')
          .where((team) => team.or([team('team.id', '=', teamId), team('parent_team_id', '=', teamId)])),
      )
      .where('email', '=', user.email.toLowerCase())
      .where('type', '<>', 'automation-participant')
      .where('accepted_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .execute()
  })

export function registerInvites(posy: Posy): void {
  posy.queue.define<{ signUpId: string }>({
    name: SIGN_UP_JOB,
    handle: ({ signUpId }) => completeSignUp(posy, signUpId),
  })
  posy.queue.subscribe(teamMemberRemoved, 'invites', (leaver) => withdrawMemberInvites(posy, leaver))
  posy.queue.subscribe(teamClosed, 'invites', ({ teamId }) => withdrawInvitesTo(posy, teamId))
  posy.due.push({
    name: 'invites.reminders',
    nextDueAt: nextReminderAt,
    run: (now) => remindInvites(posy, now),
    brake: { count: (after, until) => countReminders(posy.db, after, until) },
  })
  posy.retention.push(...invitesRetention(posy.config.retention))
}
