import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'

/** When the plan of teams ends, by team: of those alone that have given notice, or move to a smaller one. */
export type PlanEnds = (db: Db | Tx, teamIds: readonly string[]) => Promise<Map<string, Date>>

const providers = new WeakMap<Posy, PlanEnds>()

/** To be called when the domain that takes notice registers. */
export const registerPlanEnds = (posy: Posy, ends: PlanEnds): void => {
  providers.set(posy, ends)
}

export const planEnds = (posy: Posy, db: Db | Tx, teamIds: readonly string[]): Promise<Map<string, Date>> =>
  providers.get(posy)?.(db, teamIds) ?? Promise.resolve(new Map())
