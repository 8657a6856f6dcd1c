import * as contract from '#contract/operator/people.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { erasePerson, withdrawErasure } from './erase-person.ts'
import { exportPerson, personExport } from './export-person.ts'
import { describePerson } from './find-person.ts'
import { requestPages, serializeExport } from './queries.ts'

/** What the operators' console asks about people. */
export const privacyRoutes: Route[] = [
  read(contract.findPerson, async ({ posy, query }) => ({ data: await describePerson(posy, query.person) })),
  read(contract.listPersonRequests, async ({ db, query }) => ({ data: await requestPages(db, query) })),
  operatorAct(contract.exportPerson, async ({ work, caller, body }) => {
    const asked = await exportPerson(work, { person: body.person, operator: callingOperator(caller).email })
    return { subject: { kind: 'person-export', id: asked.id }, answer: { data: asked } }
  }),
  read(contract.getPersonExport, async ({ posy, caller, params }) => {
    const { url, ...row } = await personExport(posy, params.id, caller)
    return { data: { ...serializeExport(row), url } }
  }),
  operatorAct(contract.erasePerson, async ({ work, caller, body: { person, liveGifts } }) => {
    const asked = await erasePerson(work, { person, liveGifts, operator: callingOperator(caller).email })
    const subject = { kind: 'person-erasure', id: asked.id }
    return { subject, details: { liveGifts, waitsFor: asked.waitsFor }, answer: { data: asked } }
  }),
  operatorAct(contract.withdrawErasure, async ({ work, params }) => ({
    subject: { kind: 'person-erasure', id: params.id },
    answer: { data: await withdrawErasure(work, params.id) },
  })),
]
