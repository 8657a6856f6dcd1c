import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, freeText, id, innerPage, innerPageQuery, success } from '../core/shapes.ts'
import { CodeRefusal, RefusalOutcome } from '../hugggs/code-refusals.ts'

/** A refused code as an operator sees it: never the code. */
export const OperatorCodeRefusal = CodeRefusal.extend({
  customer: z.object({ id: z.string(), name: z.string() }),
  merchant: z.string(),
  status: z.string(),
  /** Who made the code: this installation, its merchant (a list of codes), or an issuer by its name. */
  codeFrom: z.string(),
  /** Of a merchant's list: how many codes are left. */
  codesLeft: z.int().nullable(),
  settledBy: z.string().nullable(),
  note: z.string().nullable(),
})
export type OperatorCodeRefusal = z.infer<typeof OperatorCodeRefusal>

const base = { tag: 'Operator', access: 'operator' } as const

export const listOperatorCodeRefusals = endpoint({
  ...base,
  id: 'listOperatorCodeRefusals',
  method: 'GET',
  path: '/v3/operator/code-refusals',
  summary:
    'Codes that shops would not take, as recipients say: those that wait, the oldest first, and those that were settled, the latest first; both page by page.',
  operator: { permission: 'view-stock' },
  query: z.object({
    waitingPage: innerPageQuery.page,
    settledPage: innerPageQuery.page,
    per_page: innerPageQuery.per_page,
  }),
  response: data(
    z.object({
      waiting: z.array(OperatorCodeRefusal),
      settled: z.array(OperatorCodeRefusal),
      pages: z.object({ waiting: innerPage, settled: innerPage }),
    }),
  ),
})

export const settleCodeRefusal = endpoint({
  ...base,
  id: 'settleCodeRefusal',
  method: 'POST',
  path: '/v3/operator/code-refusals/{id}/settle',
  summary:
    'Settles a refused code: with who makes it, by another code (no money moves), or by cancelling the gift and returning its money.',
  operator: { permission: 'refund', needsReason: true },
  params: z.object({ id: id('codeRefusal') }),
  body: z.object({
    outcome: RefusalOutcome,
    /** Of `new-code`, where an issuer made the code: what it gave instead. Of a merchant's list the next code is taken. */
    newCode: z
      .object({ code: freeText(200).trim().min(1, 'is needed'), pin: freeText(50).trim().min(1).nullish() })
      .optional(),
    reason: reason(),
  }),
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

export const operatorCodeRefusalEndpoints = { listOperatorCodeRefusals, settleCodeRefusal }
