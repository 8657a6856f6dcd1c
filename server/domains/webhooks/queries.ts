import { sql } from 'kysely'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { UndeliveredMessage } from '#server/domains/delivery/index.ts'
import { peopleWho } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { paginate } from '#server/platform/database/paginate.ts'
import { personName } from '#server/platform/database/person-name.ts'

/** Who was shown an endpoint's secret last. */
export const secretHolder = sql<string>`coalesce(endpoint.secret_shown_to, endpoint.created_by)`

const endpoints = (db: Db | Tx) =>
  db
    .selectFrom('webhook_endpoint as endpoint')
    .innerJoin('app_user as holder', (join) => join.on('holder.id', '=', secretHolder))
    .selectAll('endpoint')
    .select(['holder.id as holderId', personName('holder').as('holderName'), 'holder.is_service as isProgram'])
    .select(
      sql<number>`(select count(*)::int from webhook_delivery where endpoint_id = endpoint.id and state = 'waiting')`.as(
        'waiting',
      ),
    )

type EndpointRow = Awaited<ReturnType<ReturnType<typeof endpoints>['executeTakeFirstOrThrow']>>

const serializeWebhook = (row: EndpointRow, adminIds: ReadonlySet<string>): Webhook => ({
  id: row.id,
  teamId: row.team_id,
  url: row.url,
  description: row.description,
  eventTypes: row.event_types,
  signature: row.signature as Webhook['signature'],
  isActive: row.is_active,
  disabledReason: row.disabled_reason as Webhook['disabledReason'],
  failingSince: isoOrNull(row.failing_since),
  waiting: row.waiting,
  previousSecretUntil: isoOrNull(row.previous_secret_until),
  secretShownTo: { id: row.holderId, name: row.holderName, isAdmin: row.isProgram || adminIds.has(row.holderId) },
  dateCreated: iso(row.created_at),
  dateModified: iso(row.updated_at),
})

/** Webhooks of one team on the wire. */
export async function serializeWebhooks(db: Db | Tx, teamId: string, rows: readonly EndpointRow[]): Promise<Webhook[]> {
  const adminIds = new Set((await peopleWho(db, 'team-admin', teamId)).map(({ id }) => id))
  return rows.map((row) => serializeWebhook(row, adminIds))
}

/** A team's addresses, oldest first. */
export const webhooksOfTeam = (db: Db | Tx, teamId: string) =>
  endpoints(db).where('endpoint.team_id', '=', teamId).orderBy('endpoint.created_at').orderBy('endpoint.id').execute()

export const webhookOfTeam = (db: Db | Tx, { teamId, webhookId }: { teamId: string; webhookId: string }) =>
  endpoints(db).where('endpoint.team_id', '=', teamId).where('endpoint.id', '=', webhookId).executeTakeFirst()

/** One address is asked so often at a time, by all workers together. */
export const MAX_IN_FLIGHT = 10

/** The addresses that may be asked, with how many requests are under way to each. */
const askable = (wallNow: Date) => sql`
  select * from (
    select endpoint.*, (select count(*)::int from webhook_delivery held
      where held.endpoint_id = endpoint.id and held.state = 'waiting' and held.leased_until >= ${wallNow}) as in_flight
    from webhook_endpoint endpoint where endpoint.is_active
  ) endpoint where in_flight < ${MAX_IN_FLIGHT}`

/**
 * Of a delivery to an askable address: it waits, no worker holds it, and nothing that happened before to the same gift
 * waits for the same address.
 */
const isClaimable = (wallNow: Date) => sql`
  delivery.endpoint_id = endpoint.id and delivery.state = 'waiting'
  and (delivery.leased_until is null or delivery.leased_until < ${wallNow})
  and not exists (
    select from webhook_delivery earlier
    where earlier.endpoint_id = delivery.endpoint_id and earlier.subject_id = delivery.subject_id
      and earlier.event_sequence < delivery.event_sequence and earlier.state = 'waiting')`

/** The earliest moment at which there is something to claim. */
export async function nextDeliveryDueAt(db: Db, wallNow: Date): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    with endpoint as (${askable(wallNow)})
    select min(first.next_attempt_at) as next from endpoint, lateral (
      select delivery.next_attempt_at from webhook_delivery delivery where ${isClaimable(wallNow)}
      order by delivery.next_attempt_at, delivery.event_sequence limit 1) first`.execute(db)
  return rows[0]!.next
}

/**
 * What waits for an address that is active. For its turn: what a worker could send at once, for as long as that holds. For its
 * receiver: what comes to an address that fails, is to be tried again, or follows what is; since it happened.
 */
export async function unsentWebhooks(db: Db, now: Date): Promise<UndeliveredMessage[]> {
  const { rows } = await sql<UndeliveredMessage>`
    with waiting as (
      select event.at, greatest(event.at, delivery.next_attempt_at) as due_at,
        endpoint.failing_since is null and delivery.next_attempt_at <= ${now} and not exists (
          select from webhook_delivery earlier
          where earlier.endpoint_id = delivery.endpoint_id and earlier.subject_id = delivery.subject_id
            and earlier.event_sequence < delivery.event_sequence and earlier.state = 'waiting') as is_its_turn
      from webhook_delivery delivery join webhook_endpoint endpoint on endpoint.id = delivery.endpoint_id and endpoint.is_active
        join webhook_event event on event.sequence = delivery.event_sequence
      where delivery.state = 'waiting')
    select 'webhook' as channel, case when is_its_turn then 'turn' else 'recipient' end as "waitsFor", count(*)::int as count,
      greatest(0, extract(epoch from ${now}::timestamptz - min(case when is_its_turn then due_at else at end)))::float as "oldestSeconds"
    from waiting group by 2`.execute(db)
  return rows
}

export interface ClaimedDelivery {
  id: string
  endpointId: string
  url: string
  sealedSecret: Uint8Array
  previousSealedSecret: Uint8Array | null
  previousSecretUntil: Date | null
  eventId: string
  sequence: number
  type: string
  teamId: string
  at: Date
  data: Record<string, unknown>
  attempts: number
  firstAttemptAt: Date | null
}

/**
 * Takes at most `limit` due deliveries, in turn from the addresses with the fewest under way: one that is slow to answer
 * delays itself and no other.
 */
export async function claimDeliveries(
  db: Db,
  { now, wallNow, leaseUntil, limit }: { now: Date; wallNow: Date; leaseUntil: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  return db.transaction().execute(async (tx) => {
    // Two at once are counted one after the other; a few milliseconds each.
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook claims', 0))`.execute(tx)
    const { rows } = await sql<ClaimedDelivery>`
      with endpoint as (${askable(wallNow)}), due as (
        select first.id, endpoint.in_flight
          + row_number() over (partition by endpoint.id order by first.next_attempt_at, first.event_sequence) as turn
        from endpoint, lateral (
          select delivery.* from webhook_delivery delivery
          where delivery.next_attempt_at <= ${now} and ${isClaimable(wallNow)}
          order by delivery.next_attempt_at, delivery.event_sequence limit ${MAX_IN_FLIGHT} - endpoint.in_flight) first
      ), chosen as (
        select id from due order by turn, random() limit ${limit}
      ), held as (
        select delivery.id from webhook_delivery delivery join chosen using (id)
        where delivery.state = 'waiting' and delivery.next_attempt_at <= ${now}
        for update of delivery skip locked
      ), claimed as (
        update webhook_delivery delivery set leased_until = ${leaseUntil}
        from held where delivery.id = held.id returning delivery.*
      )
      select claimed.id, claimed.endpoint_id as "endpointId", event.id as "eventId", event.sequence, event.type,
        event.team_id as "teamId", event.at, event.data, claimed.attempts, claimed.first_attempt_at as "firstAttemptAt",
        endpoint.url, endpoint.sealed_secret as "sealedSecret",
        endpoint.previous_sealed_secret as "previousSealedSecret", endpoint.previous_secret_until as "previousSecretUntil"
      from claimed join webhook_event event on event.sequence = claimed.event_sequence
      join endpoint on endpoint.id = claimed.endpoint_id
      order by event.sequence`.execute(tx)
    return rows
  })
}

/** One page of the log, newest first. */
export async function deliveriesPage(
  db: Db,
  webhookId: string,
  {
    state,
    type,
    ...wanted
  }: { state?: WebhookDelivery['state'] | undefined; type?: string | undefined; page: number; per_page: number },
): Promise<{ rows: WebhookDelivery[]; total: number }> {
  let query = db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_event as event', 'event.sequence', 'delivery.event_sequence')
    .where('delivery.endpoint_id', '=', webhookId)
    .select(['delivery.id', 'delivery.state', 'delivery.next_attempt_at', 'delivery.subject_id'])
    .select(['event.id as event_id', 'event.sequence', 'event.type', 'event.at', 'event.data', 'event.team_id'])
    .orderBy('event.sequence', 'desc')
  if (state) query = query.where('delivery.state', '=', state)
  if (type) query = query.where('event.type', '=', type)
  const { rows, total } = await paginate(query, wanted)
  const attempts = await attemptsByDelivery(
    db,
    rows.map(({ id }) => id),
  )
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      eventId: row.event_id,
      sequence: row.sequence,
      type: row.type,
      subjectId: row.subject_id,
      occurredAt: iso(row.at),
      state: row.state as WebhookDelivery['state'],
      nextAttemptAt: row.state === 'waiting' && row.next_attempt_at.getTime() > 0 ? iso(row.next_attempt_at) : null,
      payload: webhookPayload({ ...row, teamId: row.team_id, data: row.data as Record<string, unknown> }),
      attempts: attempts.get(row.id) ?? [],
    })),
  }
}

/** What is sent: the Standard Webhooks payload, with the order of events beside it. */
export const webhookPayload = (event: {
  type: string
  at: Date
  sequence: number
  teamId: string
  data: Record<string, unknown>
}) => ({
  type: event.type,
  timestamp: iso(event.at),
  sequence: event.sequence,
  teamId: event.teamId,
  data: event.data,
})

async function attemptsByDelivery(db: Db, ids: readonly string[]): Promise<Map<string, WebhookDelivery['attempts']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('webhook_attempt')
    .select(['delivery_id', 'at', 'duration_ms', 'status', 'error', 'response'])
    .where('delivery_id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  const byDelivery = Map.groupBy(rows, (row) => row.delivery_id)
  return new Map(
    [...byDelivery].map(([id, attempts]) => [
      id,
      attempts.map(({ at, duration_ms, status, error, response }) => ({
        at: iso(at),
        durationMs: duration_ms,
        status,
        error,
        response,
      })),
    ]),
  )
}
