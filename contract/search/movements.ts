import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, list } from '../core/shapes.ts'
import { StatementLine } from '../wallets/wallets.ts'
import { HugggHit, TransactionHit } from './search.ts'

const Movement = StatementLine.pick({
  ...{ id: true, at: true, kind: true, reference: true, description: true, effect: true },
}).extend({ walletId: z.string() })
export type Movement = z.infer<typeof Movement>

/** What a list of movements names a gift by: a part of what searches answer. */
const MovedGift = HugggHit.pick({ receiver: true }).extend({
  huggg: HugggHit.shape.huggg.pick({ id: true, name_on_card: true, shortcode: true }),
  transaction: HugggHit.shape.transaction
    .pick({ id: true, delivery_method: true })
    .extend({ title: z.string().nullable() }),
  purchase: HugggHit.shape.purchase.pick({ id: true, label: true }),
})
export type MovedGift = z.infer<typeof MovedGift>

const MovedPurchase = z.object({
  transaction: TransactionHit.shape.transaction.pick({ id: true, title: true, sale_quantity: true }),
  product: HugggHit.shape.purchase.pick({ id: true, label: true }).nullable(),
  /** Of a purchase of one gift that is for someone. */
  gift: MovedGift.nullable(),
})
export type MovedPurchase = z.infer<typeof MovedPurchase>

export const listMovements = endpoint({
  id: 'listMovements',
  method: 'GET',
  path: '/v3/movements',
  tag: 'Searches',
  access: 'session',
  permission: 'view-team-transactions',
  summary:
    'The latest movements of some wallets together, the newest first, with the purchases and gifts of the caller’s teams that they were for. Who may not see how gifts fare is shown no gifts.',
  query: z.object({
    /** Of these wallets; of all that are open where none is named. */
    walletId: list(id('wallet')),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: data(
    z.object({
      movements: z.array(Movement),
      purchases: z.array(MovedPurchase),
      gifts: z.array(MovedGift),
    }),
  ),
  errors: ['not_found'],
})

export const movementEndpoints = { listMovements }
