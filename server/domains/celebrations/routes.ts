import * as contract from '#contract/celebrations/celebrations.ts'
import { toDate } from '#kit/time.ts'
import { cursorPage } from '#server/platform/http/page.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { decideOnCelebration } from './decide.ts'
import { celebrationsPage, listRules, readRule } from './queries.ts'
import { changeRule, createRule, deleteRule, previewRule } from './save-rule.ts'

export const celebrationRoutes: Route[] = [
  read(contract.listCelebrationRules, async ({ db, caller }) => ({ data: await listRules(db, caller) })),
  read(contract.getCelebrationRule, async ({ db, caller, params }) => ({
    data: await readRule(db, caller, params.id),
  })),
  read(contract.previewCelebrations, async ({ posy, db, caller, body }) => ({
    data: await previewRule({ posy, db, at: toDate(posy.clock.now()) }, caller, body),
  })),
  command(contract.createCelebrationRule, async ({ work, caller, body }) => ({
    data: await createRule(work, caller, body),
  })),
  command(contract.updateCelebrationRule, async ({ work, caller, params, body }) => ({
    data: await changeRule(work, caller, params.id, body),
  })),
  command(contract.deleteCelebrationRule, async ({ work, caller, params }) => {
    await deleteRule(work, caller, params.id)
    return { data: { success: true } }
  }),
  read(contract.listCelebrations, async ({ db, caller, query }) => {
    if (query.ruleId) await readRule(db, caller, query.ruleId)
    return cursorPage(await celebrationsPage(db, caller, query), query, ({ day, id }) => [day, id])
  }),
  command(contract.approveCelebration, async ({ work, caller, params }) => ({
    data: await decideOnCelebration(work, caller, params.id, 'due'),
  })),
  command(contract.skipCelebration, async ({ work, caller, params }) => ({
    data: await decideOnCelebration(work, caller, params.id, 'skipped'),
  })),
]
