import { endOverdueCode as contract } from '#contract/operator/rails.ts'
import { operatorAct, type Route } from '#server/platform/http/route.ts'
import { endOverdueCode } from './end-overdue-code.ts'

export const awardOperatorRoutes: Route[] = [
  operatorAct(contract, async ({ work, body: { codeReference } }) => {
    const { id, team_id: teamId, amount_pence: amountPence } = await endOverdueCode(work, codeReference)
    return {
      ...{ subject: { kind: 'award', id }, teamId, details: { reference: codeReference } },
      answer: { data: { awardId: id, amountPence } },
    }
  }),
]
