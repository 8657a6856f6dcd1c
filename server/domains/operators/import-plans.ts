import { importPlansFile } from '#contract/operator/plans.ts'
import { PlansDocument, type SavedPlanChange } from '#server/domains/teams/plans/index.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'
import { recordOperatorAct } from '#server/platform/operator-acts.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { saveSoldPlans } from './make-plan.ts'

class RolledBack extends Error {}

/** @throws invalid_fields (422) naming each wrong place of the file */
function readPlans(text: string) {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalidFields([{ path: 'document', message: 'is not JSON' }])
  }
  const read = PlansDocument.safeParse(json, { error: issueMessage })
  if (read.success) return read.data.plans
  throw invalidFields(
    read.error.issues.map(({ path, message }) => ({ path: ['document', ...path.map(String)].join('.'), message })),
  )
}

/**
 * Plans of a file, all or none, as `posy plan import` does; a dry run does everything and keeps nothing, and is no act.
 * @throws invalid_fields (422)
 */
export async function importPlans(
  posy: Posy,
  { document, isDryRun, reason }: { document: string; isDryRun: boolean; reason: string },
  by: { actor: Actor; requestId: string },
): Promise<SavedPlanChange[]> {
  const plans = readPlans(document)
  let changes: SavedPlanChange[] = []
  try {
    await transact(posy, by, async (work) => {
      changes = await saveSoldPlans(work, plans)
      if (isDryRun) throw new RolledBack()
      const details = { plans: changes.map(({ id, change }) => ({ id, change })) }
      const subject = { kind: 'plans', id: 'file' }
      await recordOperatorAct(work, { act: importPlansFile.id, subject, reason, details })
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  return changes
}
