import { sql } from 'kysely'
import type { TeamPreferences } from '#contract/teams/preferences.ts'
import type { Pence } from '#kit/money.ts'
import { productsByIds } from '#server/domains/catalogue/index.ts'
import { isOverCap, type SpendCapFacts, spendCapFacts } from '#server/domains/hugggs/sender/index.ts'
import { allowsMethod, preferencesOfTeams, sendsTo } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { fieldProblem } from '#server/platform/problem/problem.ts'
import type { HeldWhy } from './emails/held-gifts.ts'
import type { Channel } from './messages/contact-address.ts'

interface Leaving {
  id: string
  teamId: string
  isOfBudget: boolean
  channel: Channel
  address: string | null
  productId: string
  pricePence: Pence
  currency: string
  /** It was bought before now and has not left yet: what was asked then is asked again. */
  isLate: boolean
}

/**
 * Which of some gifts may not leave by the rules of their teams as they are now, and why. The way and the domain are asked
 * of everything; the price, the category and what one person may get also of what was bought earlier and leaves for the first time.
 * Gifts that are claimed at a shared link were asked about when they were claimed.
 */
export async function whyHeld(work: Work, hugggIds: readonly string[]): Promise<Map<string, HeldWhy>> {
  const gifts = await leaving(work, hugggIds)
  const rules = await preferencesOfTeams(work.tx, [...new Set(gifts.map(({ teamId }) => teamId))])
  const late = gifts.filter(({ isLate }) => isLate)
  const products = await productsByIds(work.tx, [...new Set(late.map(({ productId }) => productId))])
  const caps = await loadCaps(work, late)
  const held = new Map<string, HeldWhy>()
  for (const gift of gifts) {
    const preferences = rules.get(gift.teamId)!
    const cap = caps.get(capKey(gift))
    const why =
      whyNotThere(gift, preferences) ??
      (gift.isLate
        ? (whyNotThat(work, gift, preferences, products.get(gift.productId)?.tagIds ?? []) ??
          (cap && gift.address && isOverCap(cap, gift.address, 0) ? 'cap' : null))
        : null)
    if (why) held.set(gift.id, why)
  }
  return held
}

async function leaving(work: Work, hugggIds: readonly string[]): Promise<Leaving[]> {
  if (hugggIds.length === 0) return []
  const { rows } = await sql<Leaving>`
    select huggg.id, huggg.team_id as "teamId", team.automation_id is not null as "isOfBudget",
      case when recipient.phone_number is not null and recipient.email is null then 'sms' else 'email' end as channel,
      coalesce(recipient.email, recipient.phone_number, colleague.email) as address,
      huggg.product_id as "productId", huggg.face_pence as "pricePence", huggg.currency,
      transaction.created_at < ${work.at} and huggg.sent_date is null as "isLate"
    from huggg join transaction on transaction.id = huggg.transaction_id join team on team.id = huggg.team_id
    join recipient on recipient.id = huggg.recipient_id left join app_user as colleague on colleague.id = recipient.user_id
    where huggg.id = any(${hugggIds as string[]}::uuid[]) and transaction.superhuggg_id is null`.execute(work.tx)
  return rows
}

const whyNotThere = ({ channel, address }: Leaving, preferences: TeamPreferences): HeldWhy | null => {
  if (!allowsMethod(preferences, channel)) return 'method'
  return channel === 'email' && address && !sendsTo(preferences.deliveryEmailDomains, address) ? 'domain' : null
}

function whyNotThat(
  { posy }: Work,
  { pricePence, isOfBudget }: Leaving,
  { giftingRestrictions }: TeamPreferences,
  tags: readonly string[],
): HeldWhy | null {
  // The flag lifts what teams forbid themselves; what a budget forbids its participants holds.
  if (!giftingRestrictions || (posy.config.features.giftRestrictionsDisable && !isOfBudget)) return null
  const { price, categories } = giftingRestrictions
  if ((price.min !== null && pricePence < price.min) || (price.max !== null && pricePence > price.max)) return 'price'
  const isAllowed = categories.allow.length === 0 || tags.some((tag) => categories.allow.includes(tag))
  return isAllowed && !tags.some((tag) => categories.disallow.includes(tag)) ? null : 'category'
}

const capKey = ({ teamId, currency }: Leaving) => `${teamId} ${currency}`

/** What people have had, these gifts included, where an organisation refuses more. */
async function loadCaps(work: Work, gifts: readonly Leaving[]): Promise<Map<string, SpendCapFacts>> {
  const caps = new Map<string, SpendCapFacts>()
  for (const [key, group] of Map.groupBy(gifts, capKey)) {
    const { teamId, currency } = group[0]!
    const addresses = group.flatMap(({ address }) => address ?? [])
    const facts = await spendCapFacts(work.tx, work.at, { teamId, currency, addresses })
    if (facts?.cap.mode === 'block') caps.set(key, facts)
  }
  return caps
}

export const heldReasons: Record<HeldWhy, string> = {
  method: 'the team does not send in this way now',
  domain: 'the team does not send to this domain now',
  price: 'the team does not give gifts of this price now',
  category: 'the team does not give gifts of this category now',
  cap: 'its recipient has reached the limit for one person from your organisation',
}

/** @throws restricted (403) naming `path` where any of these gifts may not leave */
export async function requireMayLeave(work: Work, hugggIds: readonly string[], path: string): Promise<void> {
  const [why] = (await whyHeld(work, hugggIds)).values()
  if (!why) return
  const message = heldReasons[why]
  throw fieldProblem('restricted', { path, message, code: 'restricted' })
}
