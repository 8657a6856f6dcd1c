import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import type { OperatorPermission } from '../core/operators.ts'
import { data, freeText } from '../core/shapes.ts'

/** What can be found, and what is needed to find it; in the order in which it is shown. */
export const hitKinds = {
  customer: 'view-console',
  person: 'view-console',
  invite: 'view-console',
  gift: 'view-console',
  shareable: 'view-console',
  purchase: 'view-console',
  approval: 'view-console',
  document: 'view-console',
  wallet: 'view-console',
  budget: 'view-console',
  charge: 'view-console',
  program: 'view-console',
  request: 'view-console',
  award: 'view-console',
  product: 'view-stock',
  merchant: 'view-settlements',
  'merchant-statement': 'view-settlements',
  'merchant-file': 'view-settlements',
  payout: 'view-payouts',
  'payout-file': 'view-payouts',
  'bank-line': 'view-bank',
  'bank-file': 'view-bank',
} as const satisfies Record<string, OperatorPermission>
export type HitKind = keyof typeof hitKinds

export const hitOrder = Object.keys(hitKinds) as HitKind[]

/** No more of a kind are answered. */
export const MOST_HITS_OF_A_KIND = 10

export const OperatorHit = z.object({
  kind: z.enum(hitOrder),
  /** Of requests, that of the program or API key that made them; their title is the id by which they are found. */
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The customer it belongs to; null for what is no customer’s. */
  customer: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Where it was bought. */
  purchaseId: z.string().nullable(),
})
export type OperatorHit = z.infer<typeof OperatorHit>

export const searchAsOperator = endpoint({
  id: 'searchAsOperator',
  method: 'GET',
  path: '/v3/operator/search',
  tag: 'Operator',
  summary:
    'What any part of a name, address, title or text, a phone number, short code, reference, number, id or a request’s id leads to, as far as the caller’s role may see it: at most ten of each kind. References and numbers are found however they are spelt. Without words, the newest customers.',
  access: 'operator',
  operator: { permission: 'view-console' },
  query: z.object({ q: freeText(200).default('') }),
  response: data(z.array(OperatorHit)),
})

export const operatorSearchEndpoints = { searchAsOperator }
