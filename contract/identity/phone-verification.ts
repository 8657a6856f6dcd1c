import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, id } from '../core/shapes.ts'
import { User } from './users.ts'

const own = { tag: 'Users', access: 'identity', params: z.object({ id: id('user') }) } as const

export const requestPhoneCode = endpoint({
  ...own,
  id: 'requestPhoneCode',
  method: 'POST',
  path: '/v3/users/{id}/phone-verification',
  summary: 'Texts a code to the caller’s own mobile number, to show that it is theirs. Ten minutes, five tries, once.',
  status: 202,
  response: data(z.object({ expiresAt: z.string() })),
  errors: ['not_found', 'restricted', 'wrong_state'],
})

export const verifyPhone = endpoint({
  ...own,
  id: 'verifyPhone',
  method: 'POST',
  path: '/v3/users/{id}/phone-verification/verify',
  summary: 'Shows by that code that the number is the caller’s.',
  body: z.object({ code: freeText(20) }),
  response: data(User),
  errors: ['not_found', 'wrong_state'],
})

export const phoneEndpoints = { requestPhoneCode, verifyPhone }
