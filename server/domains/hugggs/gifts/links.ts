import { sql } from 'kysely'
import type { DeliveryMethod } from '#contract/orders/purchase.ts'
import { toDate } from '#kit/time.ts'
import { allowsMethod, preferencesOfTeams } from '#server/domains/teams/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'

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

/**
 * Notes for the timeline that someone was shown the links of gifts that were sent to someone else, once a day each: who
 * opens such a link is taken for its recipient.
 */
export async function recordLinksShown(
  posy: Posy,
  db: Db | Tx,
  actor: Actor,
  hugggIds: readonly string[],
): Promise<void> {
  if (hugggIds.length === 0) return
  const at = toDate(posy.clock.now())
  await sql`
    insert into huggg_event (huggg_id, team_id, at, from_id, to_id, actor_kind, actor_id, reason)
    select id, team_id, ${at}::timestamptz, status_id, status_id, ${actor.kind}::text, ${actor.id}::text, 'link shown'
    from huggg where id = any(${[...hugggIds]}::uuid[]) and not exists (
      select from huggg_event as seen where seen.huggg_id = huggg.id and seen.reason = 'link shown'
        and seen.actor_id is not distinct from ${actor.id}::text and seen.at > ${at}::timestamptz - interval '1 day')
    order by id`.execute(db)
}
