import { TaskPool } from '#kit/task-pool.ts'
import { toDate } from '#kit/time.ts'
import { queueUserMessages, webhookNotices } from '#server/domains/delivery/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { unseal } from '#server/platform/sealing.ts'
import type { WebhookAnswer } from '#server/providers/customer-servers/types.ts'
import { secretOwner } from './change-webhooks.ts'
import { type ClaimedDelivery, claimDeliveries, webhookPayload } from './queries.ts'
import { GIVE_UP_AFTER_MS, pauseMs, signedHeaders } from './webhook.ts'

/** Longer than any attempt takes. */
const LEASE_MS = 60_000
const GONE = 410
/** So many requests of one job are under way; each costs a socket and little else. */
const MOST_UNDER_WAY = 100
/** Soon enough for what falls due while all that is under way is slow. */
const LOOK_AGAIN_MS = 1000

/**
 * Tries what is due until nothing is, or `forSeconds` (wall clock) have passed: soon, so that a worker can stop in good
 * order. What one attempt frees is filled at once: none waits for the slowest. Any number of workers may do this at once.
 */
export async function deliverDueWebhooks(posy: Posy, { forSeconds = 10 } = {}): Promise<void> {
  const endMs = posy.wall.nowMs() + forSeconds * 1000
  const pool = new TaskPool()
  while (posy.wall.nowMs() < endMs && !pool.hasFailed) {
    for (const delivery of await claim(posy, MOST_UNDER_WAY - pool.underWay)) pool.start(() => deliver(posy, delivery))
    if (pool.underWay === 0) break
    await pool.oneEnds(LOOK_AGAIN_MS)
  }
  await pool.allEnd()
}

async function claim({ db, clock, wall }: Posy, limit: number): Promise<ClaimedDelivery[]> {
  if (limit === 0) return []
  const wallMs = wall.nowMs()
  const leaseUntil = new Date(wallMs + LEASE_MS)
  return claimDeliveries(db, { now: toDate(clock.now()), wallNow: new Date(wallMs), leaseUntil, limit })
}

async function deliver(posy: Posy, delivery: ClaimedDelivery): Promise<void> {
  const { endpointId, url, sealedSecret, previousSealedSecret, previousSecretUntil } = delivery
  const sentAtMs = posy.wall.nowMs()
  const sealed = [sealedSecret]
  if (previousSealedSecret && previousSecretUntil!.getTime() > sentAtMs) sealed.push(previousSealedSecret)
  const secrets = sealed.map((one) => unseal(posy.secret, secretOwner(endpointId), one))
  const body = JSON.stringify(webhookPayload(delivery))
  const started = performance.now()
  const answer = await posy.providers.webhooks.post({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Posy-Webhooks/1',
      ...signedHeaders(secrets, { eventId: delivery.eventId, sentAtMs, body }),
    },
    body,
  })
  await record(posy, delivery, { answer, durationMs: Math.round(performance.now() - started) })
}

/** What came of an attempt, and what follows from it: done, tried again later, or given up. */
async function record(
  posy: Posy,
  delivery: ClaimedDelivery,
  { answer, durationMs }: { answer: WebhookAnswer; durationMs: number },
): Promise<void> {
  await transact(posy, { actor: { kind: 'system', id: 'webhooks' } }, async (work) => {
    const { tx, at } = work
    const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300
    const firstAttemptAt = delivery.firstAttemptAt ?? at
    const isOver = answer.status === GONE || at.getTime() - firstAttemptAt.getTime() >= GIVE_UP_AFTER_MS
    const attempts = delivery.attempts + 1
    const pausedUntil = new Date(at.getTime() + pauseMs(attempts, Math.random()))
    // A replay or a deletion meanwhile has the last word.
    const held = await tx
      .updateTable('webhook_delivery')
      .set({
        state: isDelivered ? 'delivered' : isOver ? 'given-up' : 'waiting',
        attempts,
        first_attempt_at: firstAttemptAt,
        next_attempt_at: pausedUntil,
        leased_until: null,
      })
      .where('id', '=', delivery.id)
      .where('leased_until', 'is not', null)
      .returning(['subject_id', 'event_sequence'])
      .executeTakeFirst()
    if (!held) return
    await tx
      .insertInto('webhook_attempt')
      .values({
        delivery_id: delivery.id,
        at,
        duration_ms: durationMs,
        status: answer.status,
        error: answer.error?.slice(0, 300) ?? null,
        response: answer.text,
      })
      .execute()
    if (isDelivered)
      await tx
        .updateTable('webhook_endpoint')
        .set({ failing_since: null })
        .where('id', '=', delivery.endpointId)
        .where('failing_since', 'is not', null)
        .execute()
    else {
      // What came later for the same gift waits at least as long.
      if (!isOver)
        await tx
          .updateTable('webhook_delivery')
          .set({ next_attempt_at: pausedUntil })
          .where('endpoint_id', '=', delivery.endpointId)
          .where('subject_id', '=', held.subject_id)
          .where('event_sequence', '>', held.event_sequence)
          .where('state', '=', 'waiting')
          .where('next_attempt_at', '<', pausedUntil)
          .execute()
      await noteFailure(work, delivery.endpointId, { at, isGone: answer.status === GONE })
    }
  })
}

/** An address that has taken nothing for three days, or that says it is gone, is switched off, and its team is told. */
async function noteFailure(
  work: Parameters<Parameters<typeof transact>[2]>[0],
  endpointId: string,
  { at, isGone }: { at: Date; isGone: boolean },
): Promise<void> {
  const { tx } = work
  const endpoint = await tx
    .selectFrom('webhook_endpoint')
    .select(['id', 'team_id', 'url', 'is_active', 'failing_since'])
    .where('id', '=', endpointId)
    .forUpdate()
    .executeTakeFirst()
  if (!endpoint?.is_active) return
  const failingSince = endpoint.failing_since ?? at
  const isOver = isGone || at.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS
  await tx
    .updateTable('webhook_endpoint')
    .set({
      failing_since: failingSince,
      ...(isOver && { is_active: false, disabled_reason: isGone ? 'gone' : 'failing' }),
    })
    .where('id', '=', endpointId)
    .execute()
  if (!isOver) return
  await work.audit('webhook.disabled', { kind: 'webhook', id: endpointId }, { teamId: endpoint.team_id })
  const admins = await listAdmins(tx, endpoint.team_id)
  await queueUserMessages(work, webhookNotices.disabled, {
    teamId: endpoint.team_id,
    messages: admins.map(({ id: userId }) => ({
      userId,
      dedupeKey: `webhook-disabled ${endpointId} ${at.toISOString()} ${userId}`,
      detail: { host: new URL(endpoint.url).host, reason: isGone ? 'gone' : 'failing' },
    })),
  })
}
