import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { operatorRoles } from '../core/operators.ts'
import { data, email, freeText, success } from '../core/shapes.ts'

const tag = 'Operator'

/** A mark that the browser keeps. Wrong tries from elsewhere never slow a browser that the operator has signed in with. */
const device = () => freeText(100).optional()

export const Operator = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(operatorRoles),
})
export type Operator = z.infer<typeof Operator>

export const signInOperator = endpoint({
  id: 'signInOperator',
  method: 'POST',
  path: '/v3/operator/sign-in',
  tag,
  summary: 'The first step of an operator’s sign-in. Without a second factor yet, it offers the secret of one.',
  access: 'public',
  body: z.object({ email: email(), password: freeText(500), device: device() }),
  response: data(
    z.object({
      /** For the second step, within ten minutes. */
      challenge: z.string(),
      enrolment: z
        .object({
          /** Base32, to be typed into an app. */
          secret: z.string(),
          uri: z.string(),
        })
        .nullable(),
    }),
  ),
  errors: ['invalid_grant'],
})

export const confirmOperatorSignIn = endpoint({
  id: 'confirmOperatorSignIn',
  method: 'POST',
  path: '/v3/operator/sign-in/code',
  tag,
  summary: 'The second step: a code of the authenticator app. The first code of an offered secret turns it on.',
  access: 'public',
  body: z.object({ challenge: freeText(100), code: freeText(40), device: device() }),
  response: data(z.object({ token: z.string() })),
  errors: ['invalid_grant'],
})

export const chooseOperatorPassword = endpoint({
  id: 'chooseOperatorPassword',
  method: 'POST',
  path: '/v3/operator/password',
  tag,
  summary: 'Sets an operator’s password by a one-time link, and ends their sessions.',
  access: 'public',
  body: z.object({ token: freeText(100), password: freeText(500), device: device() }),
  response: data(success()),
})

export const getOperator = endpoint({
  id: 'getOperator',
  method: 'GET',
  path: '/v3/operator/me',
  tag,
  summary: 'The operator who calls.',
  access: 'operator',
  operator: { permission: 'view-console' },
  response: data(Operator),
})

export const signOutOperator = endpoint({
  id: 'signOutOperator',
  method: 'POST',
  path: '/v3/operator/sign-out',
  tag,
  summary: 'Ends the session that calls.',
  access: 'operator',
  operator: { permission: 'view-console' },
  response: data(success()),
})

export const operatorSignInEndpoints = {
  signInOperator,
  confirmOperatorSignIn,
  chooseOperatorPassword,
  getOperator,
  signOutOperator,
}
