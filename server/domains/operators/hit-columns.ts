import { type RawBuilder, sql } from 'kysely'
import type { OperatorHit } from '#contract/operator/search.ts'

/** A statement that gives hits of one kind. */
export interface Question {
  kind: OperatorHit['kind']
  rows: RawBuilder<unknown>
}

export type Condition = RawBuilder<unknown>

/** Of so many that hold the words, a few are shown: sorting all of them would take longer than anyone waits. */
export const MOST_FOUND = 200

export const NO_STATUS = sql`null::int as "statusId"`
export const NO_TEAM = sql`null::uuid as "teamId", null::text as "teamName"`
export const OF_TEAM = sql`team.id as "teamId", team.name as "teamName"`
export const NO_PURCHASE = sql`null::uuid as "purchaseId"`
