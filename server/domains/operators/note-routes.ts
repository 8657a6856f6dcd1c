import * as contract from '#contract/operator/notes.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { answerNote, leaveNote, noteList } from './notes.ts'

/** What operators leave for one another. Each word is in the record, and in the trail of the customer whose matter it is. */
export const noteRoutes: Route[] = [
  read(contract.listOperatorNotes, ({ db, caller, query }) => noteList(db, callingOperator(caller).role, query)),
  operatorAct(contract.leaveOperatorNote, async ({ work, caller, body: { kind, about, to, reason } }) => {
    const { id, teamId } = await leaveNote(work, callingOperator(caller), { kind, about, to, text: reason })
    return { subject: { kind, id: about }, teamId, details: { id, to }, answer: { data: { id } } }
  }),
  operatorAct(contract.answerOperatorNote, async ({ work, caller, params: { id }, body: { closes, reason } }) => {
    const answered = await answerNote(work, callingOperator(caller), { id, text: reason, closes })
    const { kind, about, teamId, waitsFor } = answered
    return { subject: { kind, id: about }, teamId, details: { id, waitsFor }, answer: { data: { waitsFor } } }
  }),
]
