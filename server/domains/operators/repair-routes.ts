import * as contract from '#contract/operator/repairs.ts'
import { iso } from '#kit/time.ts'
import { askForRepair, confirmRepair, openRepairs, repairable } from '#server/domains/purchases/repairs/index.ts'
import { teamsByIds } from '#server/domains/teams/team/index.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { recordOperatorAct } from '#server/platform/operator-acts.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'

async function kindPage(posy: Posy, kind: (typeof contract.repairKinds)[number]) {
  const broken = await repairable(posy, kind)
  const names = new Map(
    (await teamsByIds(posy.db, [...new Set(broken.map(({ teamId }) => teamId))])).map(({ id, name }) => [id, name]),
  )
  const byTeam = Map.groupBy(broken, ({ teamId, currency }) => `${teamId} ${currency}`)
  return {
    kind,
    teams: [...byTeam.values()].map((all) => {
      const { teamId, currency } = all[0]!
      const can = all.filter(({ why }) => why === null)
      return {
        team: { id: teamId, name: names.get(teamId) ?? '' },
        currency,
        count: can.length,
        pence: can.reduce((sum, { pence }) => sum + pence, 0),
        stays: all.flatMap(({ subjectId, why }) => (why === null ? [] : { subjectId, why })),
      }
    }),
  }
}

/** Harm of earlier releases, repaired by two, as `posy repair` does. Each step is a transaction of its own. */
export const repairRoutes: Route[] = [
  read(contract.listRepairs, async ({ posy, db }) => {
    const kinds = []
    for (const kind of contract.repairKinds) kinds.push(await kindPage(posy, kind))
    const open = (await openRepairs(db)).map(({ askedAt, ...repair }) => ({ ...repair, askedAt: iso(askedAt) }))
    return { data: { kinds, open } }
  }),
  read(contract.askForRepair, async ({ posy, caller, body: { kind, reason }, request }) => {
    const { email: operator } = callingOperator(caller)
    const asked = await askForRepair(posy, { kind, operator, reason }, caller.actor)
    if (!asked) throw new Problem('wrong_state', 'There is nothing of this kind to repair.')
    await transact(posy, { actor: caller.actor, requestId: request.requestId }, (work) =>
      recordOperatorAct(work, {
        ...{ act: contract.askForRepair.id, subject: { kind: 'repair', id: asked.id }, reason },
        details: { kind, steps: asked.steps },
      }),
    )
    return { data: asked }
  }),
  read(contract.confirmRepair, async ({ posy, caller, params: { id }, body: { reason }, request }) => {
    const { email: operator } = callingOperator(caller)
    const { done, refused } = await confirmRepair(posy, { id, operator, reason }, caller.actor)
    await transact(posy, { actor: caller.actor, requestId: request.requestId }, (work) =>
      recordOperatorAct(work, {
        ...{ act: contract.confirmRepair.id, subject: { kind: 'repair', id }, reason },
        details: { done, refused: refused.length },
      }),
    )
    return { data: { done, refused } }
  }),
]
