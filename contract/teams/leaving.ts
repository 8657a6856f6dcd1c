import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText, id } from '../core/shapes.ts'

/** From the request on: long enough for a colleague who reads the email to say no. */
export const LEAVING_WAITS_HOURS = 24

/** What a team that leaves still has, and what it asked for. Pence. */
export const TeamLeaving = z.object({
  teamId: z.string(),
  /** Its wallets, those of its subteams and of its budgets’ participants, summed by currency. */
  money: z.array(
    z.object({
      currency: z.string(),
      /** Free to spend: this is paid out. */
      available: z.int(),
      /** In gifts that are neither used nor over; they stay good until their last day. */
      inGifts: z.int(),
      /** What it owes on invoices. */
      owed: z.int(),
    }),
  ),
  /** A reason why it cannot leave yet, such as a budget that runs; null where there is none. */
  blockedBy: z.string().nullable(),
  request: z
    .object({
      askedBy: z.object({ id: z.string(), name: z.string() }),
      dateAsked: z.string(),
      /** Not carried out before. */
      dateFrom: z.string(),
      /** The last digits of the account it is paid to. */
      accountHint: z.string(),
    })
    .nullable(),
})
export type TeamLeaving = z.infer<typeof TeamLeaving>

const base = {
  tag: 'Teams',
  access: 'session',
  permission: 'manage-billing',
  params: z.object({ id: id('team') }),
  response: data(TeamLeaving),
} as const

export const getTeamLeaving = endpoint({
  ...base,
  id: 'getTeamLeaving',
  method: 'GET',
  path: '/v3/teams/{id}/leaving',
  summary: 'What a team that leaves still has, what stands in the way, and what it asked for.',
  errors: ['not_found'],
})

export const requestTeamLeaving = endpoint({
  ...base,
  id: 'requestTeamLeaving',
  method: 'POST',
  path: '/v3/teams/{id}/leaving',
  summary:
    'Asks to have the balance paid out and the account closed. Everyone who manages billing is told, and any of them may take it back. For a person who signed in, never a key.',
  body: z.object({
    /** As the bank knows it. */
    payee: freeText(100),
    sortCode: freeText(20),
    accountNumber: freeText(20),
  }),
  errors: ['not_found', 'wrong_state'],
})

export const withdrawTeamLeaving = endpoint({
  ...base,
  id: 'withdrawTeamLeaving',
  method: 'DELETE',
  path: '/v3/teams/{id}/leaving',
  summary: 'Takes the request back: the team stays.',
  errors: ['not_found', 'wrong_state'],
})

export const leavingEndpoints = { getTeamLeaving, requestTeamLeaving, withdrawTeamLeaving }
