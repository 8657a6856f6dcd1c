import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, freeText } from '../core/shapes.ts'

const hitKinds = ['customer', 'person', 'gift', 'shareable', 'purchase', 'document', 'wallet', 'charge'] as const

export const OperatorHit = z.object({
  kind: z.enum(hitKinds),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The customer it belongs to; null for someone who is in no team. */
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
    'What a name, email address, phone number, short code, bank reference, document number or id leads to: at most ten of each kind. Without words, the newest customers.',
  access: 'operator',
  operator: { permission: 'view-console' },
  query: z.object({ q: freeText(200).default('') }),
  response: data(z.array(OperatorHit)),
})

export const operatorSearchEndpoints = { searchAsOperator }
