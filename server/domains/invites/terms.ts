import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { newId } from '#kit/ids.ts'
import { iso } from '#kit/time.ts'
import { loadPlan } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'

/** Terms as they are at a moment. */
export interface Terms {
  /** Their address. */
  terms: string
  version: string
}

/** Of the text that `/terms` shows where the operator has set none of their own. */
const DEFAULT_VERSION = 'default'

/** The terms that someone agrees to who signs up for a plan now: the installation's, by what they say, and the plan's own. */
export async function termsNow({ config }: Posy, db: Db | Tx, planId: string): Promise<Terms[]> {
  const file = config.legalFiles.terms
  const version = file
    ? createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
        .slice(0, 16)
    : DEFAULT_VERSION
  const plan = await loadPlan(db, planId)
  return [
    { terms: `${config.publicUrl}/terms`, version },
    ...(plan.termsUrl ? [{ terms: plan.termsUrl, version: iso(plan.updatedAt) }] : []),
  ]
}

/** Keeps that someone agreed just now. */
export const keepTermsNow = async (work: Work, { userId, planId }: { userId: string; planId: string }): Promise<void> =>
  keepAccepted(work, userId, await termsNow(work.posy, work.tx, planId))

/** Keeps what someone agreed to. */
export async function keepAccepted({ tx, at }: Work, userId: string, accepted: readonly Terms[]): Promise<void> {
  if (accepted.length === 0) return
  await tx
    .insertInto('terms_acceptance')
    .values(accepted.map((each) => ({ id: newId(), user_id: userId, accepted_at: at, ...each })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
