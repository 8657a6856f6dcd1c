import * as members from '#contract/operator/customer-members.ts'
import * as contract from '#contract/operator/operators.ts'
import * as programs from '#contract/operator/programs.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { callingOperator, type Principal } from '#server/platform/principal.ts'
import { askForMember, askForMemberEnd, askForRole, askForSecondStepOff } from './ask-member.ts'
import { askForEnd, askForOperator, askForReset } from './ask-operator.ts'
import { askForProgram, askForTillProgram } from './ask-program.ts'
import { askForProgramSecret, askForProgramStart, stopProgram } from './change-program.ts'
import { programRequests } from './program-requests.ts'
import { listPrograms, operators } from './queries.ts'

const by = (caller: Principal, { reason }: { reason: string }) => ({ operator: callingOperator(caller).email, reason })
const answer = { data: { success: true } }
const operatorSubject = (id: string) => ({ subject: { kind: 'operator', id }, answer })
const programSubject = (id: string) => ({ subject: { kind: 'client', id }, answer })
const memberSubject = ({ id, userId }: { id: string; userId: string }) => ({
  subject: { kind: 'user', id: userId },
  teamId: id,
  answer,
})

/** Who may use the console, and who may act in a customer's team: asked for here, confirmed with what else waits. */
export const twoPersonRoutes: Route[] = [
  read(contract.listOperators, async ({ db }) => ({ data: await operators(db) })),
  operatorAct(contract.askForOperator, async ({ work, caller, body }) => {
    const { email, name, role } = body
    return operatorSubject(await askForOperator(work, { email, name, role, ...by(caller, body) }))
  }),
  operatorAct(contract.askForOperatorReset, async ({ work, caller, params: { id }, body }) => {
    await askForReset(work, { id, role: body.role, ...by(caller, body) })
    return operatorSubject(id)
  }),
  operatorAct(contract.askForOperatorEnd, async ({ work, caller, params: { id }, body }) => {
    await askForEnd(work, { id, ...by(caller, body) })
    return operatorSubject(id)
  }),

  operatorAct(members.askForCustomerMember, async ({ work, caller, params: { id }, body }) => {
    const { reason: _, ...member } = body
    await askForMember(work, { teamId: id, ...member, ...by(caller, body) })
    return { subject: { kind: 'team', id }, teamId: id, details: { roleGroupId: body.roleGroupId }, answer }
  }),
  operatorAct(programs.askForProgram, async ({ work, caller, params: { id: teamId }, body }) => {
    const { clientId: id, name, roleGroupId: role } = body
    await askForProgram(work, { teamId, id, name, role, ...by(caller, body) })
    return { subject: { kind: 'client', id }, teamId, details: { role }, answer }
  }),
  operatorAct(programs.askForTillProgram, async ({ work, caller, params, body: { clientId: id, name, reason } }) => {
    await askForTillProgram(work, { brandId: params.id, id, name, ...by(caller, { reason }) })
    return { subject: { kind: 'client', id }, details: { brandId: params.id }, answer }
  }),
  operatorAct(members.askForCustomerRole, async ({ work, caller, params, body }) => {
    const { roleGroupId } = body
    await askForRole(work, { teamId: params.id, userId: params.userId, roleGroupId, ...by(caller, body) })
    return { ...memberSubject(params), details: { roleGroupId } }
  }),
  operatorAct(members.askForCustomerMemberEnd, async ({ work, caller, params, body }) => {
    await askForMemberEnd(work, { teamId: params.id, userId: params.userId, ...by(caller, body) })
    return memberSubject(params)
  }),
  operatorAct(members.askForSecondStepOff, async ({ work, caller, params, body }) => {
    await askForSecondStepOff(work, { teamId: params.id, userId: params.userId, ...by(caller, body) })
    return memberSubject(params)
  }),
  read(programs.listMerchantPrograms, async ({ db, params }) => ({
    data: await listPrograms(db, { brandId: params.id }),
  })),
  read(programs.listProgramRequests, ({ posy, params, query }) => programRequests(posy, params.id, query)),
  operatorAct(programs.stopProgram, async ({ work, params: { id } }) => ({
    ...programSubject(id),
    ...(await stopProgram(work, id)),
  })),
  operatorAct(programs.askForProgramStart, async ({ work, caller, params: { id }, body }) => ({
    ...programSubject(id),
    ...(await askForProgramStart(work, { id, ...by(caller, body) })),
  })),
  operatorAct(programs.askForProgramSecret, async ({ work, caller, params: { id }, body }) => ({
    ...programSubject(id),
    ...(await askForProgramSecret(work, { id, ...by(caller, body) })),
  })),
]
