import type { z } from 'zod'
import type { presignup, signUp as signUpEndpoint } from '#contract/invites/sign-up.ts'
import { newId } from '#kit/ids.ts'
import { isoDay } from '#kit/time.ts'
import type { PlanRecord } from '#server/domains/teams/rights/index.ts'
import { loadPlan, plansOnSale } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { found, invalidFields, notFound } from '#server/platform/problem/problem.ts'
import { requirePerson } from './captcha.ts'
import { countAsking } from './request-to-join.ts'
import { type Terms, termsNow } from './terms.ts'

type SignUp = z.output<typeof signUpEndpoint.body>
type Presignup = z.output<typeof presignup.body>

/** Deals with what was written down; see complete-sign-up.ts. */
export const SIGN_UP_JOB = 'invites.sign-up'

/** What someone typed, for the moment until the job has made an account of it. */
export interface SignUpDetails {
  firstName: string
  surname: string
  teamName: string
  businessEntityName: string | null
  planId: string
  /** YYYY-MM-DD. */
  dateOfBirth: string | null
  mobile: string | null
  marketing: boolean
  zone: string
  /** What they agreed to. */
  accepted?: Terms[]
}

/** A plan that can be chosen: active, sold through our own app, and open to anyone. @throws not_found (404) */
export async function planOnOffer(db: Db | Tx, posy: Posy, planId: string): Promise<void> {
  await planSoldHere(db, posy, planId)
  const plan = await loadPlan(db, planId)
  if (!plan.openForSignUp) throw notFound('plan')
  if (plan.pricePence > 0) await startingPlan(db, posy)
}

/** What a team is on until the first invoice of a paid plan is settled: the free plan anyone may take. @throws not_found (404) */
export const startingPlan = async (db: Db | Tx, posy: Posy): Promise<PlanRecord> =>
  found(
    (await plansOnSale(db, posy.config.web.clientId)).find((plan) => plan.openForSignUp && plan.pricePence === 0),
    'plan to begin on',
  )

/** A plan that a team can ask for. @throws not_found (404) */
export async function planSoldHere(db: Db | Tx, posy: Posy, planId: string): Promise<void> {
  const plan = await loadPlan(db, planId)
  if (!plan.isActive || (plan.clientId !== null && plan.clientId !== posy.config.web.clientId)) throw notFound('plan')
}

/**
 * Writes a sign-up down. An account is made, or the owner of one told, by a job a moment later, so that neither the
 * answer nor its time tells which of the two it will be.
 * @throws invalid_fields (422) without the captcha, or a plan, not_found (404) for the plan,
 *   too_many_requests (429)
 */
export async function signUp(
  posy: Posy,
  { email, planId: named, recaptchaToken, paymentMethod: _, termsAccepted, ...details }: SignUp,
  { address, requestId }: { address: string; requestId: string },
): Promise<void> {
  const planId = named ?? posy.config.defaults.planId
  if (!planId) throw invalidFields([{ path: 'planId', message: 'is required' }])
  await countAsking(posy, 'sign-up', email, address)
  await requirePerson(posy, { token: recaptchaToken, address })
  await planOnOffer(posy.db, posy, planId)
  const stored: SignUpDetails = {
    ...details,
    planId,
    businessEntityName: details.businessEntityName ?? null,
    dateOfBirth: details.dateOfBirth ? isoDay(details.dateOfBirth) : null,
    mobile: details.mobile ?? null,
    accepted: termsAccepted ? await termsNow(posy, posy.db, planId) : [],
  }
  await transact(posy, { actor: recipientActor, requestId }, (work) => write(work, { email, details: stored }))
}

/** The first step: only an address. @throws as signUp */
export async function presignUp(
  posy: Posy,
  { email, plan, ignoreInvite, recaptchaToken }: Presignup,
  { address, requestId }: { address: string; requestId: string },
): Promise<void> {
  await countAsking(posy, 'presignup', email, address)
  await requirePerson(posy, { token: recaptchaToken, address })
  if (plan) await planOnOffer(posy.db, posy, plan)
  await transact(posy, { actor: recipientActor, requestId }, (work) =>
    write(work, { email, ignoreInvites: ignoreInvite }),
  )
}

async function write(
  work: Work,
  { email, details, ignoreInvites = false }: { email: string; details?: SignUpDetails; ignoreInvites?: boolean },
): Promise<void> {
  const id = newId()
  await work.tx
    .insertInto('sign_up')
    .values({
      id,
      email,
      details: details ? JSON.stringify(details) : null,
      ignore_invites: ignoreInvites,
      created_at: new Date(work.posy.wall.nowMs()),
    })
    .execute()
  await work.send(SIGN_UP_JOB, { signUpId: id })
}
