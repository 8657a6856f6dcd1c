import { toDate } from '#kit/time.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'
import { drawStatement, endOfPeriod } from './draw-statement.ts'
import { DRAW_JOB } from './events.ts'
import type { SignedProposal } from './propose-details.ts'
import { merchantsToSettle } from './queries.ts'

export interface StatementDrawing {
  brandId: string
  currency: string
  /** YYYY-MM-DD */
  until: string
  operator: string
  operatorId: string | null
  reason: string
}

/**
 * Has statements drawn up to a day, of one merchant or of all that are owed anything: each by a job of its own.
 * @returns of how many merchants
 * @throws invalid_fields (422) for a day that is not over
 */
export async function askForStatements(
  work: Work,
  { until, brandId, operator, reason }: SignedProposal & { until: string; brandId?: string | undefined },
): Promise<number> {
  const end = endOfPeriod(until, work.at)
  const open = await merchantsToSettle(work.tx, end)
  const wanted = open.filter((merchant) => brandId === undefined || merchant.brandId === brandId)
  for (const { brandId, currency } of wanted)
    await work.send<StatementDrawing>(DRAW_JOB, {
      brandId,
      currency,
      until,
      operator,
      operatorId: work.actor.id,
      reason,
    })
  return new Set(wanted.map((merchant) => merchant.brandId)).size
}

/** Draws until nothing is left: what one statement does not hold is on the next. Done again, it draws no more. */
export async function drawAll(posy: Posy, { until, operatorId, ...drawing }: StatementDrawing): Promise<void> {
  const actor: Actor = { kind: 'operator', id: operatorId }
  const end = endOfPeriod(until, toDate(posy.clock.now()))
  while (await transact(posy, { actor }, (work) => drawStatement(work, { ...drawing, until: end })));
}
