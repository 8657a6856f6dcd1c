import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, success } from '../core/shapes.ts'

/** What the card's holder agrees to, word for word as it is shown and kept. */
export const PLAN_CARD_CONSENT =
  'Pay plan invoices with this card automatically: I let it be charged for each invoice of our plan as it is issued, without asking me each time, until I switch it off.'

/** The card that pays a team's plan invoices. */
export const PlanCard = z.object({
  teamId: z.string(),
  card: z.object({ id: z.string(), scheme: z.string(), last4Digits: z.string() }),
  /** Whose card it is, and who agreed. */
  owner: z.object({ id: z.string(), name: z.string() }),
  consent: z.string(),
  dateConsented: z.string(),
})
export type PlanCard = z.infer<typeof PlanCard>

const base = {
  tag: 'Plans',
  access: 'session',
  path: '/v3/teams/{id}/plan/card',
  permission: 'manage-billing',
  params: z.object({ id: id('team') }),
} as const

export const getPlanCard = endpoint({
  ...base,
  id: 'getPlanCard',
  method: 'GET',
  summary: 'The stored card that pays a team’s plan invoices automatically; null where none does.',
  response: data(PlanCard.nullable()),
  errors: ['not_found'],
})
export const setPlanCard = endpoint({
  ...base,
  id: 'setPlanCard',
  method: 'PUT',
  summary:
    'Has each plan invoice that is issued from now on paid from one of the caller’s stored cards, once. A declined card pays nothing: admins are told, and reminded as of any unpaid invoice.',
  body: z.object({ cardId: id('card'), consent: z.literal(PLAN_CARD_CONSENT) }),
  response: data(PlanCard),
  errors: ['not_found', 'wrong_state'],
})
export const removePlanCard = endpoint({
  ...base,
  id: 'removePlanCard',
  method: 'DELETE',
  summary: 'Takes the consent back: from then on no plan invoice is charged automatically. What was paid stays paid.',
  response: data(success()),
  errors: ['not_found'],
})

export const planCardEndpoints = { getPlanCard, setPlanCard, removePlanCard }
