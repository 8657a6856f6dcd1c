import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, freeText, id } from '../core/shapes.ts'

/** Of an act on money: whether nothing is done yet, because another operator confirms it. */
export const waits = () => z.boolean()

/** What may wait: large sums, and what no operator does alone. */
export const waitingActKinds = [
  'bank-line',
  'credit',
  'card-refund',
  'merchant-correction',
  'wallet-receipt',
  'invoice-receipt',
  'operator-new',
  'operator-reset',
  'operator-end',
  'program-new',
  'program-start',
  'program-secret',
  'member-new',
  'member-role',
  'member-end',
  'second-step-off',
] as const

const WaitingAct = z.object({
  id: z.string(),
  kind: z.enum(waitingActKinds),
  subject: z.object({ kind: z.string(), id: z.string() }),
  /** What is done, in words. */
  says: z.string(),
  /** 0 where it moves no money. */
  amountPence: z.int(),
  currency: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  reason: z.string(),
  /** Of what is shown here: named by the person who confirms it. */
  version: z.string(),
})
export type WaitingAct = z.infer<typeof WaitingAct>

const base = { tag: 'Operator', access: 'operator' } as const

export const listWaitingActs = endpoint({
  ...base,
  id: 'listWaitingActs',
  method: 'GET',
  path: '/v3/operator/waiting-acts',
  summary: 'What waits for another operator, the oldest first. Each waits for two weeks.',
  operator: { permission: 'confirm-acts' },
  response: data(z.array(WaitingAct)),
})

export const confirmWaitingAct = endpoint({
  ...base,
  id: 'confirmWaitingAct',
  method: 'POST',
  path: '/v3/operator/waiting-acts/{id}/confirm',
  summary: 'Does what another operator asked for, as it was asked for.',
  operator: { permission: 'confirm-acts', needsReason: true },
  params: z.object({ id: id('waitingAct') }),
  body: z.object({
    /** The version of what was looked at. */
    seen: freeText(64).min(1, 'is needed'),
    reason: reason(),
  }),
  response: data(
    z.object({
      says: z.string(),
      /** Of a program that was made, or has a new secret: read here only. */
      program: z.object({ id: z.string(), secret: z.string() }).nullable(),
    }),
  ),
  errors: ['not_found', 'wrong_state', 'conflict', 'insufficient_funds', 'plan_limit_reached'],
})

export const refuseWaitingAct = endpoint({
  ...base,
  id: 'refuseWaitingAct',
  method: 'POST',
  path: '/v3/operator/waiting-acts/{id}/refuse',
  summary: 'Takes away what waits for another operator. Nothing of it is done.',
  operator: { permission: 'confirm-acts', needsReason: true },
  params: z.object({ id: id('waitingAct') }),
  body: z.object({ reason: reason() }),
  response: data(z.object({ says: z.string() })),
  errors: ['not_found', 'wrong_state'],
})

export const waitingActEndpoints = { listWaitingActs, confirmWaitingAct, refuseWaitingAct }
