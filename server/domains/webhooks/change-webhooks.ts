import type { AuditAction } from '#contract/reports/audit-actions.ts'
import { TEST_EVENT } from '#contract/webhooks/webhook-events.ts'
import { MAX_WEBHOOKS, type Webhook } from '#contract/webhooks/webhooks.ts'
import { newId } from '#kit/ids.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { seal } from '#server/platform/sealing.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { serializeWebhooks, webhookOfTeam, webhooksOfTeam } from './queries.ts'
import { newSecret, OLD_SECRET_MS, type Signature, shownSecret } from './webhook.ts'

interface Which {
  teamId: string
  webhookId: string
}

/** Secrets are sealed for the row they belong to. */
export const secretOwner = (webhookId: string) => ({ purpose: 'posy webhook secret', id: webhookId })

const requireReachable = (posy: Posy, url: string): void => {
  const why = posy.providers.webhooks.refusal(url)
  if (why) throw invalidFields([{ path: 'url', message: why }])
}

/** @throws invalid_fields (422) for an address that may not be told, or one too many; not_found (404) */
export async function createWebhook(
  work: Work,
  caller: Principal,
  wanted: { teamId: string; url: string; description: string; eventTypes: string[]; signature: Signature },
): Promise<Webhook & { secret: string }> {
  const { tx, at, posy } = work
  const team = await teamInScope(tx, caller, wanted.teamId)
  requireReachable(posy, wanted.url)
  // Two at once are counted one after the other.
  await tx.selectFrom('team').select('id').where('id', '=', team.id).forNoKeyUpdate().execute()
  if ((await webhooksOfTeam(tx, team.id)).length >= MAX_WEBHOOKS)
    throw invalidFields([
      { path: 'url', message: `is one too many: a team has at most ${MAX_WEBHOOKS}`, code: 'too_many' },
    ])
  const id = newId()
  const secret = newSecret(wanted.signature)
  await tx
    .insertInto('webhook_endpoint')
    .values({
      id,
      team_id: team.id,
      url: wanted.url,
      description: wanted.description,
      event_types: wanted.eventTypes,
      signature: wanted.signature,
      sealed_secret: seal(posy.secret, secretOwner(id), secret),
      created_by: member(caller).userId,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await audit(work, 'webhook.created', { teamId: team.id, webhookId: id })
  return { ...(await readWebhook(work, { teamId: team.id, webhookId: id })), secret: shownSecret(secret) }
}

/** @throws invalid_fields (422), not_found (404) */
export async function updateWebhook(
  work: Work,
  caller: Principal,
  which: Which,
  change: { url?: string; description?: string; eventTypes?: string[]; isActive?: boolean },
): Promise<Webhook> {
  const { url, description, eventTypes, isActive } = change
  await webhookInScope(work, caller, which)
  if (url !== undefined) requireReachable(work.posy, url)
  await work.tx
    .updateTable('webhook_endpoint')
    .set({
      updated_at: work.at,
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(eventTypes !== undefined && { event_types: eventTypes }),
      ...(isActive !== undefined && { is_active: isActive, disabled_reason: null, failing_since: null }),
    })
    .where('id', '=', which.webhookId)
    .execute()
  await audit(work, 'webhook.updated', which)
  return readWebhook(work, which)
}

/** @throws not_found (404) */
export async function deleteWebhook(work: Work, caller: Principal, which: Which): Promise<void> {
  await webhookInScope(work, caller, which)
  await work.tx.deleteFrom('webhook_endpoint').where('id', '=', which.webhookId).execute()
  await audit(work, 'webhook.deleted', which)
}

/** @throws not_found (404) */
export async function rotateSecret(work: Work, caller: Principal, which: Which): Promise<Webhook & { secret: string }> {
  const { posy } = work
  const endpoint = await webhookInScope(work, caller, which)
  const secret = newSecret(endpoint.signature as Signature)
  await work.tx
    .updateTable('webhook_endpoint')
    .set({
      sealed_secret: seal(posy.secret, secretOwner(endpoint.id), secret),
      previous_sealed_secret: endpoint.sealed_secret,
      previous_secret_until: new Date(posy.wall.nowMs() + OLD_SECRET_MS),
      secret_shown_to: member(caller).userId,
      updated_at: work.at,
    })
    .where('id', '=', endpoint.id)
    .execute()
  await audit(work, 'webhook.secret-rotated', which)
  return { ...(await readWebhook(work, which)), secret: shownSecret(secret) }
}

/** Enough to set a receiver up, and too few to flood a stranger's server that a team has named. */
const ASKED = { attempts: 60, windowSeconds: 3600 }

/** Counts what a team asks us to send, beside what happens: tests and events again. @throws too_many_requests (429) */
export const countAsked = (posy: Posy, { teamId }: Principal): Promise<void> =>
  countAttempt(posy, `webhook-asked:${teamId}`, ASKED)

/** @returns the event's id. @throws wrong_state (409) where the address is switched off, not_found (404) */
export async function sendTestEvent(work: Work, caller: Principal, which: Which): Promise<string> {
  const { tx, at } = work
  const endpoint = await webhookInScope(work, caller, which)
  requireActive(endpoint)
  const event = await tx
    .insertInto('webhook_event')
    .values({
      team_id: endpoint.team_id,
      type: TEST_EVENT,
      subject_id: endpoint.id,
      at,
      data: JSON.stringify({ webhookId: endpoint.id }),
    })
    .returning(['id', 'sequence'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('webhook_delivery')
    .values({ endpoint_id: endpoint.id, event_sequence: event.sequence, subject_id: endpoint.id })
    .execute()
  return event.id
}

/** Puts what was sent back among what waits. @returns how many. @throws wrong_state (409), not_found (404) */
export async function replay(
  work: Work,
  caller: Principal,
  which: Which,
  wanted: { eventId: string } | { from: string; until: string },
): Promise<number> {
  const endpoint = await webhookInScope(work, caller, which)
  requireActive(endpoint)
  const again = await work.tx
    .updateTable('webhook_delivery as delivery')
    .from('webhook_event as event')
    .set({ state: 'waiting', first_attempt_at: null, next_attempt_at: new Date(0), leased_until: null })
    .whereRef('event.sequence', '=', 'delivery.event_sequence')
    .where('delivery.endpoint_id', '=', endpoint.id)
    .where((eb) =>
      'eventId' in wanted
        ? eb('event.id', '=', wanted.eventId)
        : eb.and([eb('event.at', '>=', new Date(wanted.from)), eb('event.at', '<=', new Date(wanted.until))]),
    )
    .executeTakeFirst()
  const count = Number(again.numUpdatedRows)
  if ('eventId' in wanted && count === 0) throw new Problem('not_found', 'No such event.')
  await audit(work, 'webhook.replayed', which)
  return count
}

const requireActive = (endpoint: { is_active: boolean }): void => {
  if (!endpoint.is_active) throw new Problem('wrong_state', 'This webhook is switched off. Switch it on first.')
}

async function webhookInScope(work: Work, caller: Principal, { teamId, webhookId }: Which) {
  await teamInScope(work.tx, caller, teamId)
  await work.tx.selectFrom('webhook_endpoint').select('id').where('id', '=', webhookId).forUpdate().execute()
  return found(await webhookOfTeam(work.tx, { teamId, webhookId }), 'webhook')
}

async function readWebhook({ tx }: Work, which: Which): Promise<Webhook> {
  const [webhook] = await serializeWebhooks(tx, which.teamId, [found(await webhookOfTeam(tx, which), 'webhook')])
  return webhook!
}

const audit = (work: Work, action: AuditAction, { teamId, webhookId }: Which): Promise<void> =>
  work.audit(action, { kind: 'webhook', id: webhookId }, { teamId })
