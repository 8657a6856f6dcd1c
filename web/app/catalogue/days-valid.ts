import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Team } from '#contract/teams/teams.ts'
import { plural } from '#web/ui/format.ts'

/** How many days gifts may last by the rules of a team, or of the budget that made it; null: by their product alone. */
export const daysAllowed = (team: Team | null): number | null =>
  team?.effective.preferences.maximumHugggExpiryDays ?? null

/** How many days a gift lasts at most: its product and the rules that it is sent by both have a say. */
export const daysValid = ({ maximumExpiryDays }: Pick<Product, 'maximumExpiryDays'>, allowed: number | null): number =>
  Math.min(maximumExpiryDays, allowed ?? maximumExpiryDays)

export const validFact = (product: Pick<Product, 'maximumExpiryDays'>, allowed: number | null) => ({
  name: 'Valid',
  value: `For up to ${plural(daysValid(product, allowed), 'day')}`,
})
