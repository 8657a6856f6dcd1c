import { MAIL_JOB_RETRIES } from '#server/domains/delivery/index.ts'
import type { Domain } from '#server/platform/http/domain.ts'
import { mailOperatorLink, OPERATOR_LINK_JOB } from './mail-link.ts'
import { OWNER_NOTICE_JOB, sendOwnerNotice } from './notify-owners.ts'
import { operatorsRetention } from './retention.ts'
import { operatorRoutes } from './routes.ts'

/** Operators: who runs the installation, and what they see of everything below. */
export { memberAdded, memberEnded, roleChanged, secondStepSwitchedOff } from './ask-member.ts'
export { operatorAdded, operatorEnded, operatorReset } from './ask-operator.ts'
export { programMade } from './ask-program.ts'
export { authenticateOperator } from './authenticate-operator.ts'
export { addOperator, deactivateOperator, presetOperator, resetOperator, setSecondAddress } from './change-operator.ts'
export { programSecretRenewed, programStarted } from './change-program.ts'
export { type CreatedClient, createCustomerClient, createTillClient } from './create-program.ts'
export { examine, senderDomain } from './examine.ts'
export { saveSoldPlans } from './make-plan.ts'
export { notifyOwners } from './notify-owners.ts'
export { openFirstTeam } from './open-customer.ts'
export { proveOperator } from './prove-operator.ts'
export { hasOtherOperators, isOperatorSignedIn, isProvenOperator, operators } from './queries.ts'
export { unsent } from './undelivered-messages.ts'

export const operatorsDomain: Domain = {
  name: 'operators',
  routes: operatorRoutes,
  register: (posy) => {
    posy.retention.push(...operatorsRetention(posy.config.retention))
    posy.queue.define<{ noticeId: string }>({
      name: OWNER_NOTICE_JOB,
      retries: MAIL_JOB_RETRIES,
      handle: ({ noticeId }) => sendOwnerNotice(posy, noticeId),
    })
    posy.queue.define<{ id: string }>({
      name: OPERATOR_LINK_JOB,
      retries: MAIL_JOB_RETRIES,
      handle: ({ id }) => mailOperatorLink(posy, id),
    })
  },
}
