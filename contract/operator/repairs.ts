import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, id } from '../core/shapes.ts'

export const repairKinds = ['given-codes', 'stranded-money', 'choice-remainders'] as const

const kind = z.enum(repairKinds)

/** What faults of earlier releases left wrong. */
const Repairs = z.object({
  kinds: z.array(
    z.object({
      kind,
      /** By customer: how much can be repaired, and what stays as it is. */
      teams: z.array(
        z.object({
          team: z.object({ id: z.string(), name: z.string() }),
          currency: z.string(),
          count: z.int(),
          pence: z.int(),
          stays: z.array(z.object({ subjectId: z.string(), why: z.string() })),
        }),
      ),
    }),
  ),
  /** Asked for and not confirmed, or not done to its end. */
  open: z.array(
    z.object({
      id: z.string(),
      kind,
      askedBy: z.string(),
      askedAt: z.string(),
      reason: z.string(),
      confirmedBy: z.string().nullable(),
      /** Steps that are still to be done, and what they come to. */
      steps: z.int(),
      pence: z.int(),
    }),
  ),
})
export type Repairs = z.infer<typeof Repairs>

const base = { tag: 'Operator', access: 'operator' } as const

export const listRepairs = endpoint({
  ...base,
  id: 'listRepairs',
  method: 'GET',
  path: '/v3/operator/repairs',
  summary:
    'What faults of earlier releases left wrong, what would be done about it, and what was asked for. Changes nothing.',
  operator: { permission: 'repair-harm' },
  response: data(Repairs),
})

export const askForRepair = endpoint({
  ...base,
  id: 'askForRepair',
  method: 'POST',
  path: '/v3/operator/repairs',
  summary:
    'Asks for everything of a kind that can be repaired now. Another operator confirms it; nothing is changed before.',
  operator: { permission: 'repair-harm', needsReason: true },
  body: z.object({ kind, reason: reason() }),
  response: data(z.object({ id: z.string(), steps: z.int() })),
  errors: ['wrong_state'],
})

export const confirmRepair = endpoint({
  ...base,
  id: 'confirmRepair',
  method: 'POST',
  path: '/v3/operator/repairs/{id}/confirm',
  summary:
    'Confirms a repair that another operator asked for and does it, step by step; the admins of each team are told. Again, it continues with the rest.',
  operator: { permission: 'repair-harm', needsReason: true },
  params: z.object({ id: id('repair') }),
  body: z.object({ reason: reason() }),
  response: data(z.object({ done: z.int(), refused: z.array(z.object({ subjectId: z.string(), why: z.string() })) })),
  errors: ['not_found', 'forbidden'],
})

export const repairEndpoints = { listRepairs, askForRepair, confirmRepair }
