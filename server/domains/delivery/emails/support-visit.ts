import { sql } from 'kysely'
import { z } from 'zod'
import { impersonationStarted } from '#server/domains/impersonation/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { EmailFamily } from '../messages/message-kind.ts'
import { onEvent, queueUserMessages } from '../messages/queue-message.ts'
import { copy } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { type UserMessage, userEmail } from './user-email.ts'

const enGB = {
  supportVisit: {
    subject: (team: string) => `Posy’s support is looking at ${team}`,
    preheader: (operator: string) => `${operator} says why, and until when.`,
    heading: (team: string) => `Our support is looking at ${team}`,
    intro: (operator: string, team: string, seenAs: string | null, until: string) =>
      `${operator} of Posy’s support sees ${team} as ${seenAs ?? 'you'} would, until ${until} at the latest.`,
    reason: (reason: string) => `Their reason: ${reason}`,
    looksOnly:
      'They can look and change nothing. Links of gifts, codes, printed gifts and exports stay hidden from them.',
    mayChange:
      'They can make small changes, as one of your admins allowed. They cannot buy, move money, or change people, cards, keys or how anyone signs in, and links of gifts, codes, printed gifts and exports stay hidden from them.',
    action: 'See what was done',
    why: 'Admins find every visit under Team, Support, and can end it there. You get this email each time.',
  },
}

/** To the user with whose eyes an operator looks, and to the admins of the team. */
const supportVisitEmail = userEmail({
  template: 'support-visit',
  detail: z.object({ impersonationId: z.string(), isAdmin: z.boolean() }),
  load: loadVisits,
  write({ reader, userId, detail: { impersonationId, isAdmin } }, visits) {
    const visit = visits.get(impersonationId)
    if (!visit) return
    const words = enGB.supportVisit
    const [operator, team] = [inline(visit.operator), inline(visit.teamName)]
    const seenAs = visit.userId === userId ? null : inline(`${visit.firstName} ${visit.surname}`.trim())
    return {
      subject: words.subject(team),
      preheader: words.preheader(operator),
      heading: words.heading(team),
      body: [
        hello(reader),
        words.intro(operator, team, seenAs, copy.moment(visit.endsAt, reader.zone)),
        words.reason(inline(visit.reason)),
        visit.permissionId === null ? words.looksOnly : words.mayChange,
      ],
      action: words.action,
      aside: words.why,
      path: isAdmin ? '/team/support' : '/profile',
      showsLink: true,
    }
  },
})

async function loadVisits({ db }: Posy, messages: readonly UserMessage<{ impersonationId: string }>[]) {
  const ids = messages.map(({ detail }) => detail.impersonationId)
  const visits = await db
    .selectFrom('impersonation as visit')
    .innerJoin('team', 'team.id', 'visit.team_id')
    .innerJoin('app_user as seen', 'seen.id', 'visit.user_id')
    .select(['visit.id', 'visit.operator_name as operator', 'visit.reason', 'visit.ends_at as endsAt'])
    .select(['visit.permission_id as permissionId', 'team.name as teamName'])
    .select(['seen.id as userId', 'seen.first_name as firstName', 'seen.surname'])
    .where('visit.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(visits.map((visit) => [visit.id, visit]))
}

export const supportVisitEmails: EmailFamily = {
  kinds: [supportVisitEmail],
  subscribe(posy) {
    onEvent(posy, impersonationStarted, async (work, { impersonationId, userId, teamId }) => {
      const admins = (await listAdmins(work.tx, teamId)).map(({ id }) => id)
      const messages = [...new Set([userId, ...admins])].map((reader) => ({
        userId: reader,
        dedupeKey: `support-visit/${impersonationId}/${reader}`,
        detail: { impersonationId, isAdmin: admins.includes(reader) },
      }))
      await queueUserMessages(work, supportVisitEmail, { teamId, messages })
    })
  },
}
