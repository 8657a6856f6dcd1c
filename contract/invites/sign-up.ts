import { z } from 'zod'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { endpoint } from '../core/endpoint.ts'
import { data, e164, email, freeText, id, personalName, success } from '../core/shapes.ts'
import { password, User, zone } from '../identity/users.ts'
import { SubscriptionPlan } from '../plans/plans.ts'
import { dateOfBirth, InvitePage } from './invites.ts'

const verificationActions = ['verify', 'upgrade'] as const

/** What a link that proves an address was for. */
export const UserVerification = z.object({
  id: z.string(),
  action: z.enum(verificationActions),
  /** The plan to upgrade to. */
  planId: z.string().nullable(),
  userId: z.string(),
  emailAddress: z.string(),
  fullName: z.string(),
})
export type UserVerification = z.infer<typeof UserVerification>

/** From the page's captcha; needed where the installation has one. */
const recaptchaToken = freeText(4096).optional()
const base = { tag: 'Sign-up', access: 'public' } as const

export const presignup = endpoint({
  ...base,
  id: 'presignup',
  method: 'POST',
  path: '/api/v2/users/presignup',
  summary:
    'The first step of signing up. Anyone who has an account, or an invite, is told by email; everyone gets the same answer.',
  body: z.object({
    email: email(),
    plan: id('plan').optional(),
    /** From the link of an invite: answered with what its page shows, as far as it still holds. */
    inviteToken: freeText(200).optional(),
    /** Sign up again, whatever invites there are. */
    ignoreInvite: z.boolean().default(false),
    recaptchaToken,
  }),
  response: data(z.object({ success: z.boolean(), invite: InvitePage.nullable() })),
  errors: ['not_found'],
})

export const signUp = endpoint({
  ...base,
  id: 'signUp',
  method: 'POST',
  path: '/api/v2/users/b2b',
  summary:
    'Signs up: an account, a team on the chosen plan and its first wallet. Sends a link that proves the address; a password is chosen there, and until then no one can sign in. The answer is the same where the address has an account, which its owner is told.',
  status: 202,
  body: z.object({
    email: email(),
    firstName: personalName(100).min(1),
    surname: personalName(100).min(1),
    /** What the team is called. */
    teamName: personalName(100).min(1),
    businessEntityName: personalName(200).nullish(),
    /** The installation's default plan where it is left out and there is one. */
    planId: id('plan').optional(),
    paymentMethod: z.literal('invoice'),
    dateOfBirth: dateOfBirth().nullish(),
    mobile: e164().nullish(),
    marketing: z.boolean().default(false),
    /** They agree to the terms of this installation and of the plan: what these are now is kept with the account. */
    termsAccepted: z.boolean().default(false),
    zone: zone().default(BUSINESS_ZONE),
    recaptchaToken,
  }),
  response: data(success()),
  errors: ['not_found'],
})

export const upgradePlan = endpoint({
  id: 'upgradePlan',
  tag: 'Sign-up',
  access: 'session',
  method: 'POST',
  path: '/api/v2/users/b2b/upgrade',
  summary:
    'Moves the caller’s team and its subteams to a larger plan, invoiced at once. It starts at once where the invoice fits the team’s credit limit (200); otherwise the present plan holds until the invoice is paid or we let it through (202).',
  permission: 'manage-billing',
  body: z.object({ planId: id('plan'), paymentMethod: z.literal('invoice') }),
  response: data(
    z.object({
      user: User,
      teamId: z.string(),
      /** `pending`: the present plan holds until the invoice is paid. */
      status: z.enum(['upgraded', 'pending']),
      planId: z.string(),
      /** Pence that were invoiced, with VAT. */
      amount: z.int(),
      currency: z.string(),
      invoiceId: z.string().nullable(),
    }),
  ),
  idempotent: true,
  acceptedWhen: (answer: { data: { status: string } }) => answer.data.status === 'pending',
  errors: ['not_found', 'restricted', 'wrong_state', 'conflict', 'idempotency_key_reused', 'unavailable'],
})

export const requestVerification = endpoint({
  ...base,
  id: 'requestVerification',
  method: 'POST',
  path: '/api/v2/users/verification/request',
  summary:
    'Emails a link that proves an address, to who has an account; everyone gets the same answer. With `upgrade` one that moves the team acted in to a plan: that is for who has signed in with manage-billing, to their own address.',
  body: z.object({
    email: email(),
    action: z.enum(verificationActions).default('verify'),
    /** For `upgrade`: the plan that is wanted. */
    planId: id('plan').optional(),
  }),
  response: data(success()),
  errors: ['not_found', 'unauthenticated', 'forbidden'],
})

export const getVerificationByToken = endpoint({
  ...base,
  id: 'getVerificationByToken',
  method: 'GET',
  path: '/api/v2/users/verification/token/{token}',
  summary: 'What such a link confirms. Unknown, used and expired tokens get the same answer.',
  params: z.object({ token: z.string().meta({ free: true }) }),
  response: data(
    z.object({
      action: z.enum(verificationActions),
      emailAddress: z.string(),
      /** The account has no password yet: `verifyUser` needs one. */
      needsPassword: z.boolean(),
      /** What an `upgrade` orders, and for which team; null for others. */
      upgrade: z.object({ plan: SubscriptionPlan, team: z.object({ id: z.string(), name: z.string() }) }).nullable(),
    }),
  ),
  errors: ['not_found'],
})

export const verifyUser = endpoint({
  ...base,
  id: 'verifyUser',
  method: 'POST',
  path: '/api/v2/users/verification/verify',
  summary:
    'Proves an address with the token of such a link, once and within two days. An account without a password gets the one that is sent along. One that upgrades is taken only by who asked for it, signed in to that team with manage-billing.',
  body: z.object({ verificationToken: freeText(200), password: password().optional() }),
  response: data(UserVerification),
  errors: ['unauthenticated', 'forbidden'],
})

export const signUpEndpoints = {
  presignup,
  signUp,
  upgradePlan,
  requestVerification,
  getVerificationByToken,
  verifyUser,
}
