import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { loadOrganisation, planOfTeam } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'

const DAY_MS = 86_400_000

/** What an organisation that has paid for something may mail in a day, and one that has not. */
const MAILS = { known: 2000, unknown: 20 }
/** Of budgets that are paid for: their people are many, and their money is there. */
const BUDGET_MAILS = 20_000
/** How many invites reach one address in a day from everybody: strangers leave some for those who have paid. */
const TO_ONE = { known: 8, unknown: 3 }
/** Senders to one address wait for each other; many addresses share one of these. */
const LOCKS = 64

interface Mailed {
  teamId: string
  isBudget: boolean
  /** Each address once, lower case; with the row it came in, to name it. */
  to: readonly { email: string; row?: number }[]
}

export const mailHash = (email: string): string => createHash('sha256').update(email).digest('base64url')

/**
 * Counts invites that are about to be mailed, in the transaction that has them mailed. No inbox is flooded, by one
 * team or by many, and no team mails strangers in the installation's name without end.
 * @throws too_many_requests (429) for the organisation's day, or one address alone; invalid_fields (422) naming the rows
 */
export async function countInviteMails(work: Work, { teamId, isBudget, to }: Mailed): Promise<void> {
  if (to.length === 0) return
  const { tx, posy } = work
  const now = new Date(posy.wall.nowMs())
  const since = new Date(now.getTime() - DAY_MS)
  const { id, teamIds } = await loadOrganisation(tx, teamId)
  const isKnown = await hasPaid(tx, id, teamIds)
  await tx.deleteFrom('invite_mail').where('sent_at', '<', since).execute()
  const isApart = isBudget && isKnown
  await requireRoomToday(work, { id, isApart, isKnown, since, count: to.length })
  // The person who pays for a budget invites its people once; its runs and feeds are not held up by what others mailed.
  if (!isApart) await requireQuietInboxes(work, { to, isKnown, since })
  const rows = to.map(({ email }) => ({ email_hash: mailHash(email) }))
  await sql`
    insert into invite_mail (team_id, email_hash, is_budget, sent_at)
    select ${id}::uuid, mailed.email_hash, ${isApart}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as mailed (email_hash text)`.execute(tx)
}

/** An organisation that bought a gift, has money in a wallet, or pays for its plan. */
async function hasPaid(tx: Tx, id: string, teamIds: readonly string[]): Promise<boolean> {
  if ((await planOfTeam(tx, id)).pricePence > 0) return true
  const { rows } = await sql<{ paid: boolean }>`
    select exists (select from transaction where team_id = any(${[...teamIds]}::uuid[]))
      or exists (select from ledger_account where team_id = any(${[...teamIds]}::uuid[]) and kind = 'available' and balance > 0) as paid`.execute(
    tx,
  )
  return rows[0]!.paid
}

async function requireRoomToday(
  { tx, posy }: Work,
  {
    id,
    isApart,
    isKnown,
    since,
    count,
  }: { id: string; isApart: boolean; isKnown: boolean; since: Date; count: number },
): Promise<void> {
  const most = isApart ? BUDGET_MAILS : isKnown ? MAILS.known : MAILS.unknown
  // Teams of one organisation ask one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invite mails of ${id}`}, 0))`.execute(tx)
  const { sent, first } = await tx
    .selectFrom('invite_mail')
    .select(({ fn }) => [fn.countAll<number>().as('sent'), fn.min('sent_at').as('first')])
    .where('team_id', '=', id)
    .where('is_budget', '=', isApart)
    .where('sent_at', '>', since)
    .executeTakeFirstOrThrow()
  if (Number(sent) + count <= most) return
  const left = Math.max(0, most - Number(sent))
  const opensMs = (first ? new Date(first).getTime() : posy.wall.nowMs()) + DAY_MS
  throw new Problem(
    'too_many_requests',
    `${left} more people can be invited today; these are ${count}. No one was invited.`,
    {
      retryAfterSeconds: Math.max(1, Math.ceil((opensMs - posy.wall.nowMs()) / 1000)),
      help: isKnown
        ? 'Invite the others tomorrow, or ask us.'
        : `A team that has bought nothing yet invites ${most} people a day. Top up a wallet or buy something, or invite the others tomorrow.`,
    },
  )
}

async function requireQuietInboxes(
  { tx }: Work,
  { to, isKnown, since }: { to: Mailed['to']; isKnown: boolean; since: Date },
): Promise<void> {
  const hashes = new Map(to.map((one) => [mailHash(one.email), one]))
  await sql`
    select pg_advisory_xact_lock(hashtextextended('invite mail', each.place)) from (
      select distinct mod(abs(hashtext(hash)::bigint), ${LOCKS}) as place from unnest(${[...hashes.keys()]}::text[]) as hash order by place) as each`.execute(
    tx,
  )
  const { rows } = await sql<{ hash: string }>`
    select email_hash as hash from invite_mail where email_hash = any(${[...hashes.keys()]}::text[]) and sent_at > ${since}
    group by email_hash having count(*) >= ${isKnown ? TO_ONE.known : TO_ONE.unknown}`.execute(tx)
  if (rows.length === 0) return
  const full = rows.map(({ hash }) => hashes.get(hash)!)
  const message = 'has had as many invites as one address gets in a day'
  const named = full.filter((one) => one.row !== undefined)
  if (named.length)
    throw invalidFields(
      named.map(({ row }) => ({ path: `invites.${row}.emailAddress`, message, code: 'invited_today', row: row! })),
    )
  throw new Problem('too_many_requests', `This address ${message}. Nothing was sent.`, {
    retryAfterSeconds: DAY_MS / 1000,
    help: 'Try again tomorrow.',
  })
}
