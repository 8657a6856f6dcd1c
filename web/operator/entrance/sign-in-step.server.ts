import type { Answer } from '#contract/core/endpoint.ts'
import type { signInOperator } from '#contract/operator/sign-in.ts'
import { drawEnrolment } from '#web/app/profile/two-step/enrolment.server.ts'

type FirstStep = Answer<typeof signInOperator>['data']

/** What the second step needs: sent back with the code, for nothing keeps it meanwhile. */
export const stepFrom = ({ challenge, enrolment }: FirstStep) => ({
  challenge,
  enrolment: enrolment && { ...enrolment, drawn: drawEnrolment(enrolment) },
})

export type SignInStep = ReturnType<typeof stepFrom>
