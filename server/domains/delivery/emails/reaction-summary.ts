import { sql } from 'kysely'
import { z } from 'zod'
import { newId } from '#kit/ids.ts'
import { BUSINESS_ZONE, type Instant, Temporal, toDate, toInstant } from '#kit/time.ts'
import { reactionReceived } from '#server/domains/hugggs/change/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { DELIVER_JOB } from '../messages/events.ts'
import { cancelled, type EmailContent, type EmailFamily, mailTo } from '../messages/message-kind.ts'
import { onEvent } from '../messages/queue-message.ts'
import { copy, count } from './copy.en-GB.ts'
import { html, inline, lines, quoted } from './html.ts'
import { button, emailPage, heading, paragraph, quotation, small } from './layout.ts'
import { pageOfTeam, type UserMessage, userEmail } from './user-email.ts'

const enGB = {
  reactionSummary: {
    subject: (many: number, first: string) =>
      many === 1 ? `${first} said thank you` : `${first} and ${count(many - 1)} more said thank you`,
    preheader: 'Read what they said about your gift.',
    heading: (many: number) => (many === 1 ? 'Someone said thank you' : `${count(many)} people said thank you`),
    intro: 'People answered the gifts that you sent.',
    unnamed: 'Someone',
    about: (name: string, gift: string) => `${name}, about ${gift}`,
    more: (many: number) => (many === 1 ? 'And one more.' : `And ${count(many)} more.`),
    action: 'See them in Posy',
    inTeam: (team: string) => `See those of ${team}`,
    why: 'You get this at most once a day, when someone has reacted to a gift of yours. You can turn it off in your contact preferences.',
  },
}

interface ReactionLine {
  name: string | null
  emoji: string | null
  message: string | null
  giftName: string
}
type TeamReaction = ReactionLine & { teamId: string; teamName: string }

/** To a sender, once a day at most: what recipients said. */
const reactionSummaryMessage = userEmail({
  template: 'reaction-summary',
  detail: z.object({}),
  load: async (posy, messages) => ({
    reactions: await loadReactions(posy, messages),
    publicUrl: posy.config.publicUrl,
  }),
  write({ id, reader }, { reactions, publicUrl }) {
    const told = reactions.get(id)
    if (!reader.wantsReactions) return cancelled('summary is not wanted')
    if (!told) return cancelled('no reactions are left')
    return mailTo(reader.address, reactionSummaryEmail({ reactions: told, pages: pagesFor(told, publicUrl) }))
  },
})

/** Reactions stand in the team that the gift was sent from: who sends from several has a page in each. */
const pagesFor = (reactions: readonly TeamReaction[], publicUrl: string) =>
  [...new Map(reactions.map(({ teamId, teamName }) => [teamId, teamName]))].map(([teamId, team]) => ({
    team,
    url: `${publicUrl}${pageOfTeam('/reactions', teamId)}`,
  }))

/** The reactions that summaries tell of, by summary, the newest first. */
async function loadReactions(
  { db }: Posy,
  messages: readonly UserMessage<unknown>[],
): Promise<Map<string | null, TeamReaction[]>> {
  const ids = messages.map(({ id }) => id)
  const rows = await db
    .selectFrom('reaction_notice')
    .innerJoin('reaction', 'reaction.id', 'reaction_notice.reaction_id')
    .innerJoin('huggg', 'huggg.id', 'reaction.huggg_id')
    .innerJoin('product', (join) =>
      join.on(sql<boolean>`product.id = coalesce(huggg.chosen_product_id, huggg.product_id)`),
    )
    .innerJoin('team', 'team.id', 'huggg.team_id')
    .leftJoin('recipient', 'recipient.id', 'huggg.recipient_id')
    .select(['reaction_notice.message_id as messageId', 'reaction.name', 'recipient.name as recipientName'])
    .select(['reaction.emoji', 'reaction.message', 'product.name as giftName'])
    .select(['team.id as teamId', 'team.name as teamName'])
    .where('reaction_notice.message_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('reaction.updated_at', 'desc')
    .orderBy('reaction.id', 'desc')
    .execute()
  return Map.groupBy(
    rows.map(({ recipientName, ...row }) => ({ ...row, name: row.name || recipientName })),
    ({ messageId }) => messageId,
  )
}

const SHOWN = 10

/** `reactions` holds at least one, the newest first. */
export function reactionSummaryEmail({
  reactions,
  pages,
}: {
  reactions: readonly ReactionLine[]
  pages: readonly { team: string; url: string }[]
}): EmailContent {
  const words = enGB.reactionSummary
  const actions = pages.map(({ team, url }) => ({
    label: pages.length > 1 ? words.inTeam(inline(team)) : words.action,
    url,
  }))
  const reactorName = ({ name }: ReactionLine) => inline(name ?? '') || words.unnamed
  const shown = reactions.slice(0, SHOWN)
  const hidden = reactions.length - shown.length
  const subject = words.subject(reactions.length, reactorName(reactions[0]!))
  const about = (reaction: ReactionLine) => words.about(reactorName(reaction), inline(reaction.giftName))
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.preheader,
    body: html`
${heading(words.heading(reactions.length))}
${paragraph(words.intro)}
${shown.map((reaction) => {
  const said = [reaction.emoji, reaction.message?.trim()].filter(Boolean).join(' ')
  return html`${quotation(html`${lines(said)}<br><span class="muted" style="font-family:Arial,sans-serif;font-size:13px;line-height:20px;color:#655c70;">${about(reaction)}</span>`)}`
})}
${hidden > 0 && paragraph(words.more(hidden))}
${actions.map(({ label, url }) => button(label, url))}`,
    footer: html`${small(words.why)}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading(reactions.length),
    ...shown.map(
      (reaction) =>
        `${quoted([reaction.emoji, reaction.message?.trim()].filter(Boolean).join(' '))}\n${about(reaction)}`,
    ),
    hidden > 0 && words.more(hidden),
    ...actions.map(({ label, url }) => `${label}: ${url}`),
    words.why,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.filter(Boolean).join('\n\n') }
}

const NINE = Temporal.PlainTime.from('09:00')

/** The next nine o'clock in London after an instant. */
export function nextSummaryAt(after: Instant): Instant {
  const local = after.toZonedDateTimeISO(BUSINESS_ZONE)
  const isBefore = Temporal.PlainTime.compare(local.toPlainTime(), NINE) < 0
  return local
    .toPlainDate()
    .add({ days: isBefore ? 0 : 1 })
    .toZonedDateTime({ timeZone: BUSINESS_ZONE, plainTime: NINE })
    .toInstant()
}

/** Keeps a reaction for its sender's next summary. One that is changed later is told once. */
async function noteReaction({ tx }: Work, reactionId: string): Promise<void> {
  const reaction = await tx
    .selectFrom('reaction')
    .innerJoin('huggg', 'huggg.id', 'reaction.huggg_id')
    .select(['huggg.sender_id', 'reaction.created_at'])
    .where('reaction.id', '=', reactionId)
    .executeTakeFirst()
  if (!reaction) return
  await tx
    .insertInto('reaction_notice')
    .values({
      reaction_id: reactionId,
      user_id: reaction.sender_id,
      due_at: toDate(nextSummaryAt(toInstant(reaction.created_at))),
    })
    .onConflict((conflict) => conflict.column('reaction_id').doNothing())
    .execute()
}

/** When the next summary is due; null when no one has reacted since the last. */
export const nextSummaryDueAt = sql<Date | null>`select min(due_at) from reaction_notice where message_id is null`

/** Queues one summary for each sender whose reactions are due and who wants to hear of them. One worker at a time. */
export async function queueSummaries(posy: Posy, now: Date): Promise<void> {
  await asSystem(posy, async (work) => {
    await sql`select pg_advisory_xact_lock(hashtext('reaction-summary'))`.execute(work.tx)
    const { rows: people } = await sql<{ user_id: string; wants: boolean }>`
      select app_user.id as user_id, app_user.deactivated_at is null and not app_user.is_service and coalesce(contact_preference.reaction_summary, true) as wants
      from app_user left join contact_preference on contact_preference.email = lower(app_user.email)
      where app_user.id in (select user_id from reaction_notice where message_id is null and due_at <= ${now})`.execute(
      work.tx,
    )
    const wanted = people
      .filter((person) => person.wants)
      .map((person) => ({ user_id: person.user_id, message_id: newId() }))
    const unwanted = people.filter((person) => !person.wants).map((person) => person.user_id)
    if (unwanted.length) {
      await sql`delete from reaction_notice where message_id is null and due_at <= ${now} and user_id = any(${unwanted}::uuid[])`.execute(
        work.tx,
      )
    }
    if (wanted.length) await queueFor(work, now, JSON.stringify(wanted))
  })
}

async function queueFor(work: Work, now: Date, wanted: string): Promise<void> {
  await sql`
    insert into outgoing_message (id, dedupe_key, channel, template, user_id, next_attempt_at, created_at, status_updated_at)
    select message_id, 'reaction-summary:' || message_id, 'email', ${reactionSummaryMessage.template}, user_id, ${new Date(work.posy.wall.nowMs())}, ${work.at}, ${work.at}
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (user_id uuid, message_id uuid)`.execute(work.tx)
  await sql`
    update reaction_notice set message_id = wanted.message_id
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (user_id uuid, message_id uuid)
    where reaction_notice.user_id = wanted.user_id and reaction_notice.message_id is null and reaction_notice.due_at <= ${now}`.execute(
    work.tx,
  )
  await work.send(DELIVER_JOB, {})
}

export const reactionEmails: EmailFamily = {
  kinds: [reactionSummaryMessage],
  subscribe(posy) {
    onEvent(posy, reactionReceived, (work, { reactionId }) => noteReaction(work, reactionId))
  },
}
