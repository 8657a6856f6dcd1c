import { z } from 'zod'
import { domainMissing, MISSING_MS } from '#server/domains/sso/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import type { EmailFamily } from '../messages/message-kind.ts'
import { onEvent, queueUserMessages } from '../messages/queue-message.ts'
import { copy } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  missing: {
    subject: (domain: string) => `We no longer find the DNS record of ${domain}`,
    preheader: 'People join by this domain for another week.',
    heading: 'A DNS record is missing',
    intro: (domain: string, last: string) =>
      `We look once a day for the TXT record that shows that ${domain} is yours, and it is no longer there. If it is still missing on ${last}, no one else joins your team by this domain.`,
    next: 'Put the record back where it was; there is nothing else to do. People who have an account sign in as before.',
    action: 'See the record',
  },
  suspended: {
    subject: (domain: string) => `Joining by ${domain} is paused`,
    preheader: 'Its DNS record has been missing for a week.',
    heading: 'Joining by a domain is paused',
    intro: (domain: string) =>
      `We have not found the TXT record that shows that ${domain} is yours for a week. Until we do, people with an address in it need an invite.`,
    next: 'Put the record back, and joining works again within a day, or at once where you press Check. People who have an account sign in as before.',
    action: 'See the record',
  },
}

/** To the admins: the record that showed whose a domain is has gone. */
const domainMissingEmail = userEmail({
  template: 'domain-missing',
  detail: z.object({ domain: z.string(), since: z.string(), isSuspended: z.boolean() }),
  write({ reader, detail: { domain, since, isSuspended } }) {
    const words = isSuspended ? enGB.suspended : enGB.missing
    const last = copy.moment(new Date(Date.parse(since) + MISSING_MS), reader.zone)
    return {
      ...words,
      subject: words.subject(inline(domain)),
      body: [hello(reader), words.intro(inline(domain), last), words.next],
      path: '/team/sign-in',
      showsLink: true,
    }
  },
})

export const domainEmails: EmailFamily = {
  kinds: [domainMissingEmail],
  subscribe(posy) {
    onEvent(posy, domainMissing, async (work, { teamId, ...detail }) => {
      const missing = await work.tx
        .selectFrom('saml_domain')
        .select('domain')
        .where('team_id', '=', teamId)
        .where('domain', '=', detail.domain)
        .where('missing_since', 'is not', null)
        .executeTakeFirst()
      // Given up, or found again meanwhile.
      if (!missing) return
      const admins = await listAdmins(work.tx, teamId)
      await queueUserMessages(work, domainMissingEmail, {
        teamId,
        messages: admins.map(({ id: userId }) => ({
          userId,
          dedupeKey: `domain-missing ${teamId} ${detail.domain} ${detail.since} ${detail.isSuspended} ${userId}`,
          detail,
        })),
      })
    })
  },
}
