import * as contract from '#contract/operator/customer-members.ts'
import { askForProgram } from '#contract/operator/programs.ts'
import { choice, exactText, readForm, text } from '#web/http/read-form.ts'
import { runAct, TAKES_TWO } from '#web/operator/run-act.server.ts'
import type { OperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'

export const memberIntents = ['member', 'role', 'member-end', 'second-step-off', 'program'] as const
type MemberIntent = (typeof memberIntents)[number]

export const isMemberIntent = (intent: string | null): intent is MemberIntent =>
  (memberIntents as readonly (string | null)[]).includes(intent)

/** Asks for a change of who may act in a team, as its form says. */
export function runMemberAct(
  session: OperatorSession,
  form: FormData,
  { id, intent }: { id: string; intent: MemberIntent },
) {
  const sent = readForm(form, {
    email: text,
    firstName: text,
    surname: text,
    userId: exactText,
    clientId: text,
    name: text,
    roleGroupId: choice(...contract.givenRoles),
    reason: exactText,
  })
  const { userId, clientId, name, reason, ...person } = sent
  const roleGroupId = sent.roleGroupId ?? 'team-viewer'
  const call = () => {
    if (intent === 'member')
      return session.call(contract.askForCustomerMember, { params: { id }, body: { ...person, roleGroupId, reason } })
    if (intent === 'program')
      return session.call(askForProgram, { params: { id }, body: { clientId, name, roleGroupId, reason } })
    const params = { id, userId }
    if (intent === 'role') return session.call(contract.askForCustomerRole, { params, body: { roleGroupId, reason } })
    if (intent === 'second-step-off') return session.call(contract.askForSecondStepOff, { params, body: { reason } })
    return session.call(contract.askForCustomerMemberEnd, { params, body: { reason } })
  }
  return runAct(session, { form, page: paths.operatorCustomer(id) }, call, () => TAKES_TWO)
}
