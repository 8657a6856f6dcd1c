import { sql } from 'kysely'
import { z } from 'zod'
import { personName } from '#server/platform/database/person-name.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { EmailFamily } from '../messages/message-kind.ts'
import { copy } from './copy.en-GB.ts'
import { inline, oneLine } from './html.ts'
import { hello } from './letter.ts'
import { type UserMessage, userEmail } from './user-email.ts'

const enGB = {
  requested: {
    subject: (team: string) => `${team} has asked to leave Posy`,
    preheader: 'See what was asked for. You can take it back.',
    intro: (by: string, team: string, hint: string) =>
      `${by} has asked us to pay the balance of ${team} to the bank account that ends in ${hint}, and to close the account.`,
    consequence: (from: string) =>
      `Nothing is paid or closed before ${from}. If you do not agree, take the request back: anyone who manages billing can.`,
  },
  withdrawn: {
    subject: (team: string) => `${team} stays with Posy`,
    preheader: 'The request to leave has been taken back.',
    intro: (by: string, team: string) => `${by} has taken back the request to close the account of ${team}.`,
    consequence: 'Nothing was paid out and nothing is closed.',
  },
  archive: {
    subject: 'Your archive is ready',
    preheader: 'Everything your team has with Posy, in one file.',
    intro:
      'Everything your team and its subteams have with Posy is in one file: gifts, purchases, people, statements, and the PDFs of receipts, invoices and credit notes.',
    secret: (day: string) =>
      `Sign in to download it. It is deleted on ${day}. It names people: store it where only those who need it can open it.`,
    action: 'Download the archive',
    why: 'You get this because you asked for the archive.',
  },
  someone: 'A colleague',
  action: 'See the request',
  why: 'You get this because you manage the billing of this team, or did lately.',
}

/** A team asked to leave, or took it back: everyone who manages its billing is told. */
const teamLeavingEmail = userEmail({
  template: 'team-leaving',
  detail: z.object({
    change: z.enum(['requested', 'withdrawn']),
    teamName: z.string(),
    /** The account of who did it. */
    by: z.string(),
    accountHint: z.string().nullable(),
    /** ISO instant: not carried out before. */
    from: z.string().nullable(),
  }),
  load: loadNames,
  write({ reader, detail: { change, teamName, by, accountHint, from } }, names) {
    const [team, person] = [inline(teamName), inline(names.get(by) ?? enGB.someone)]
    const { requested, withdrawn } = enGB
    return {
      subject: enGB[change].subject(oneLine(teamName)),
      preheader: enGB[change].preheader,
      heading: enGB[change].subject(team),
      body: [
        hello(reader),
        ...(change === 'requested' && from && accountHint
          ? [
              requested.intro(person, team, accountHint),
              requested.consequence(copy.moment(new Date(from), reader.zone)),
            ]
          : [withdrawn.intro(person, team), withdrawn.consequence]),
      ],
      action: enGB.action,
      path: '/team/leaving',
      why: enGB.why,
    }
  },
})

async function loadNames({ db }: Posy, messages: readonly UserMessage<{ by: string }>[]) {
  const ids = messages.map(({ detail }) => detail.by)
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${personName('u')} as name from app_user u where u.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The archive of everything is there, for who asked for it. The email leads to a page that asks for rights, not to the file. */
const archiveReadyEmail = userEmail({
  template: 'archive-ready',
  detail: z.object({
    exportId: z.string(),
    /** ISO instant: the file is deleted. */
    until: z.string(),
  }),
  write({ reader, detail: { exportId, until } }) {
    const { subject, preheader, intro, secret, action, why } = enGB.archive
    return {
      subject,
      preheader,
      heading: subject,
      body: [hello(reader), intro, secret(copy.day(new Date(until)))],
      action,
      path: `/team/archive/${exportId}`,
      why,
    }
  },
})

/** What others queue of it. */
export const teamLeavingEmails = { changed: teamLeavingEmail, archiveReady: archiveReadyEmail }

export const leavingEmails: EmailFamily = { kinds: [teamLeavingEmail, archiveReadyEmail] }
