import { sql } from 'kysely'
import type { Huggg } from '#contract/hugggs/hugggs.ts'
import type { DeliveryMethod } from '#contract/orders/purchase.ts'
import { toDate } from '#kit/time.ts'
import { allowsMethod, preferencesOfTeams } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'
import { isTerminal } from '../states/index.ts'

interface Linked {
  team_id: string
  delivery_method: string | null
}

/** By which way a gift leaves when someone takes its link: what was to be mailed then goes as a link. */
const effectiveMethod = ({ delivery_method }: Linked): DeliveryMethod =>
  delivery_method === null || delivery_method === 'email' || delivery_method === 'sms'
    ? 'links'
    : (delivery_method as DeliveryMethod)

/** Whether the link of a gift may be shown: to this caller at all, and by the rules of the team whose gift it is. */
export async function linkRule(
  db: Db | Tx,
  isSender: boolean,
  teamIds: readonly string[],
): Promise<(gift: Linked) => boolean> {
  if (!isSender || teamIds.length === 0) return () => false
  const rules = await preferencesOfTeams(db, [...new Set(teamIds)])
  return (gift) => allowsMethod(rules.get(gift.team_id)!, effectiveMethod(gift))
}

/** Which of the gifts that were answered show the link of someone else: who opens it, while it works, is taken for its recipient. */
export const shownLinks = (
  gifts: readonly Pick<Huggg, 'id' | 'launch_url' | 'receiver_id' | 'status_id'>[],
): string[] =>
  gifts
    .filter(({ launch_url, receiver_id, status_id }) => launch_url && receiver_id && !isTerminal(status_id))
    .map(({ id }) => id)

/** Notes for the timeline that the person who gave the command was shown the links of these gifts, once a day each. */
export async function recordLinksShown(work: Work, hugggIds: readonly string[]): Promise<void> {
  const { tx, at, actor } = work
  const fresh = await withoutNote(tx, { actor, at }, hugggIds)
  if (fresh.length === 0) return
  // Of one person's calls at once, one notes it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`links shown to ${actor.kind} ${actor.id}`}, 0))`.execute(
    tx,
  )
  const still = await withoutNote(tx, { actor, at }, fresh)
  await sql`
    insert into huggg_event (huggg_id, team_id, at, from_id, to_id, actor_kind, actor_id, reason)
    select id, team_id, ${at}::timestamptz, status_id, status_id, ${actor.kind}::text, ${actor.id}::text, 'link shown'
    from huggg where id = any(${still}::uuid[]) order by id`.execute(tx)
}

/** As {@link recordLinksShown}, after a read, which writes nothing itself: in a transaction of its own, where there is something to note. */
export async function recordLinksRead(posy: Posy, actor: Actor, hugggIds: readonly string[]): Promise<void> {
  const at = toDate(posy.clock.now())
  const fresh = await withoutNote(posy.db, { actor, at }, hugggIds)
  if (fresh.length > 0) await transact(posy, { actor }, (work) => recordLinksShown(work, fresh))
}

async function withoutNote(
  db: Db | Tx,
  { actor, at }: { actor: Actor; at: Date },
  hugggIds: readonly string[],
): Promise<string[]> {
  if (hugggIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from huggg where id = any(${[...hugggIds]}::uuid[]) and not exists (
      select from huggg_event as seen where seen.huggg_id = huggg.id and seen.reason = 'link shown'
        and seen.actor_id is not distinct from ${actor.id}::text and seen.at > ${at}::timestamptz - interval '1 day')`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
