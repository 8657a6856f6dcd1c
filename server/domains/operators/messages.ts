import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type {
  listOperatorMessages,
  messageFilters,
  messageStates,
  OperatorMessage,
} from '#contract/operator/messages.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { notDelivered } from '#server/domains/delivery/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { plannedForItsValues } from '#server/platform/database/prepared-client.ts'
import { cursorPage, cursorPlace } from '#server/platform/http/page.ts'
import type { Posy } from '#server/platform/posy.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'
import { customerTeamIds } from './customer-lists.ts'

type State = (typeof messageStates)[number]
type Filter = (typeof messageFilters)[number]

const notArrived = (message: string) => sql<boolean>`(${sql.raw(notDelivered.sql(message))})`
const hasNotArrived = notArrived('message')
/** Such as to an address that was corrected. */
const wasSentSince = sql`exists (select from outgoing_message later where later.huggg_id = message.huggg_id
  and later.id > message.id and later.status <> 'cancelled' and not ${notArrived('later')})`
/** Its time has come, or it has been tried: as the overview counts what has not left. */
const isDue = (now: Date) =>
  sql`(message.next_attempt_at <= ${now}::timestamptz or message.server_away_since is not null or message.last_error is not null)`

const messageState = (channel: OperatorMessage['channel'], status: string, due: boolean): State => {
  if (notDelivered.has(channel, status)) return 'failed'
  if (status === 'pending') return due ? 'waiting' : 'scheduled'
  return status === 'delivered' || status === 'cancelled' ? status : 'sent'
}

const inState = (state: Filter, now: Date): RawBuilder<unknown> =>
  ({
    waiting: sql`message.status = 'pending' and ${isDue(now)}`,
    scheduled: sql`message.status = 'pending' and not ${isDue(now)}`,
    sent: sql`message.status in ('sent', 'unknown', 'undefined') and not ${hasNotArrived}`,
    delivered: sql`message.status = 'delivered'`,
    failed: hasNotArrived,
    'still-failed': sql`${hasNotArrived} and not ${wasSentSince}`,
    cancelled: sql`message.status = 'cancelled'`,
  })[state]

/** What messages are read from, and what time it is there: they leave by the wall clock. */
type Source = Pick<Posy, 'db' | 'wall'>

const FAILED_DAYS = 30

/** What did not arrive in the last days, and was not sent again since. */
export const failedMessages = (db: Db, now: Date): Promise<Waiting> =>
  countWaiting(
    db,
    sql`select failed_at as at from outgoing_message as message
      where ${inState('still-failed', now)} and failed_at > ${now}::timestamptz - make_interval(days => ${FAILED_DAYS}::int)`,
  )

interface Row {
  id: string
  at: Date
  channel: OperatorMessage['channel']
  template: string
  to: string | null
  status: string
  isDue: boolean
  attempts: number
  nextTryAt: Date | null
  sentAt: Date | null
  error: string | null
  teamId: string | null
  teamName: string | null
  purchaseId: string | null
  giftId: string | null
  awardId: string | null
  caseReference: string | null
}

/** Messages as the conditions have them, the newest first; the address is read where it may still be known. */
async function messageRows(
  { db, wall }: Source,
  condition: RawBuilder<unknown>,
  limit: number,
  order: 'asc' | 'desc' = 'desc',
) {
  const { rows } = await sql<Row>`${plannedForItsValues}
    select message.id, message.created_at as at, message.channel, message.template, message.status, message.attempts,
      ${isDue(new Date(wall.nowMs()))} as "isDue", case message.status when 'pending' then message.next_attempt_at end as "nextTryAt",
      message.sent_at as "sentAt",
      case message.channel when 'sms' then recipient.phone_number else coalesce(recipient.email, person.email, invite.email) end as "to",
      message.last_error as error, team.id as "teamId", team.name as "teamName",
      coalesce(message.transaction_id, gift.transaction_id) as "purchaseId", message.huggg_id as "giftId",
      award.id as "awardId", award.case_reference as "caseReference"
    from outgoing_message message
    left join recipient on recipient.id = message.recipient_id
    left join app_user person on person.id = message.user_id
    left join team_invite invite on invite.id = message.invite_id
    left join team on team.id = message.team_id
    left join huggg gift on gift.id = message.huggg_id
    left join award on award.id = message.award_id
    where ${condition} order by message.id ${sql.raw(order)} limit ${limit}`.execute(db)
  return rows
}

const serializeMessage = ({
  at,
  status,
  isDue: due,
  nextTryAt,
  sentAt,
  teamId,
  teamName,
  awardId,
  caseReference,
  ...row
}: Row): OperatorMessage => ({
  ...row,
  at: iso(at),
  status,
  state: messageState(row.channel, status, due),
  nextTryAt: isoOrNull(nextTryAt),
  sentAt: isoOrNull(sentAt),
  team: teamId !== null && teamName !== null ? { id: teamId, name: teamName } : null,
  award: awardId !== null && caseReference !== null ? { id: awardId, caseReference } : null,
})

export const messagesOfTeams = async (
  source: Source,
  teamIds: readonly string[],
  limit: number,
): Promise<OperatorMessage[]> =>
  (await messageRows(source, sql`message.team_id = any(${[...teamIds]}::uuid[])`, limit)).map(serializeMessage)

/** Of a purchase, and of each of its gifts. */
const aboutPurchase = (purchaseId: string) => sql`message.id in (
  select id from outgoing_message where transaction_id = ${purchaseId}
  union all select about.id from huggg join outgoing_message about on about.huggg_id = huggg.id where huggg.transaction_id = ${purchaseId})`

export const messagesOfPurchase = async (
  source: Source,
  purchaseId: string,
  limit: number,
): Promise<OperatorMessage[]> => (await messageRows(source, aboutPurchase(purchaseId), limit)).map(serializeMessage)

export const messagesOfGift = async (source: Source, hugggId: string, limit: number): Promise<OperatorMessage[]> =>
  (await messageRows(source, sql`message.huggg_id = ${hugggId}`, limit)).map(serializeMessage)

/** To whom is looked up first: each of these has an index, a message's address has none. */
const sentTo = (to: string) => {
  const address = to.trim().toLowerCase()
  const number = address.replace(/[\s().-]/g, '').replace(/^0/, '+44')
  return sql`message.id in (
    select id from outgoing_message where recipient_id in (select id from recipient where lower(email) = ${address} or phone_number = ${number})
    union all select id from outgoing_message where user_id in (select id from app_user where lower(email) = ${address} and not is_service)
    union all select id from outgoing_message where invite_id in (select id from team_invite where email = ${address}))`
}

/** @throws not_found (404) for a team that is none; invalid_fields (422) for a cursor that is none of ours */
export async function messagePage(source: Source, query: z.output<typeof listOperatorMessages.query>) {
  const { db, wall } = source
  const { limit, state, to, teamId, purchaseId, next, previous } = query
  const teamIds = teamId ? await customerTeamIds(db, teamId) : null
  const [after] = cursorPlace(next, 'next', ['uuid']) ?? []
  const [before] = cursorPlace(previous, 'previous', ['uuid']) ?? []
  const condition = sql`true
    ${state ? sql`and ${inState(state, new Date(wall.nowMs()))}` : sql``} ${to?.trim() ? sql`and ${sentTo(to)}` : sql``}
    ${teamIds ? sql`and message.team_id = any(${teamIds}::uuid[])` : sql``}
    ${purchaseId ? sql`and ${aboutPurchase(purchaseId)}` : sql``}
    ${after ? sql`and message.id < ${after}` : sql``} ${before ? sql`and message.id > ${before}` : sql``}`
  const rows = await messageRows(source, condition, limit + 1, before ? 'asc' : 'desc')
  return cursorPage(rows.map(serializeMessage), query, ({ id }) => [id])
}
