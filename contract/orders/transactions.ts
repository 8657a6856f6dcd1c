import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesPurchases } from '../core/permissions.ts'
import { data, id, list, personalName, text } from '../core/shapes.ts'
import { Huggg } from '../hugggs/hugggs.ts'
import { DeliveryMethod, PaymentMethod, TransactionRequest, tags } from './purchase.ts'

/**
 * Relations a read can bring along, under `embedded`: hugggs, message, purchase, purchase.brand, purchase.brand.stores,
 * purchase.segments; of purchases also wallet; of gifts also choice, voucher, redemptions, sender, receiver, reaction and transaction, which asked of a
 * purchase bring its gifts along with them. Unknown names are ignored, as they always were.
 */
export const transactionEmbed = list(z.string().max(100))

export const Transaction = z.object({
  id: z.string(),
  title: z.string().nullable(),
  notes: z.string().nullable(),
  message: z.string().nullable(),
  from_name: z.string().nullable(),
  /** `creating` until all gifts are made, `sending` until the last of their emails and texts has left, then null. */
  processing: z.enum(['creating', 'processing', 'sending', 'updating']).nullable(),
  /** `failed` when none of its gifts could be given: every one was cancelled by Posy, and its money returned. */
  status: z.enum(['successful', 'failed']),
  reason_code: z.string().nullable(),
  delivery_method: DeliveryMethod.nullable(),
  /** `charge` where it is a top-up of a wallet by card, and no purchase. */
  topup_type: z.string().nullable(),
  team_id: z.string(),
  user_id: z.string(),
  /** Empty for a top-up made without a plan. */
  plan_id: z.string(),
  client_id: z.string().nullable(),
  order_id: z.string().nullable(),
  /** The shareable gift (superhuggg) whose gifts it bought. */
  super_url_id: z.string().nullable(),
  /** The wallet that holds the money of its gifts. */
  wallet_id: z.string(),
  payment_method: PaymentMethod,
  purchase_order_number: z.string().nullable(),
  /** As they were given with it, or with the draft order that it was bought from. */
  tags: z.array(z.string()),
  product_id: z.string().nullable(),
  theme_id: z.string(),
  currency: z.string(),
  /** Pence: the price of one gift. */
  sale_per_item: z.int(),
  sale_quantity: z.int(),
  /** Gifts made so far; all of them when `processing` is not `creating`. */
  created_quantity: z.int(),
  /** Pence: the fee for one gift, without its VAT. */
  fee_per_item: z.int(),
  fee_total: z.int(),
  /** Pence: the part of `fee_total` that its text messages cost. */
  text_total: z.int(),
  /** Pence: all VAT in `sale_total`. */
  sale_vat: z.int(),
  /** Pence: all that was paid, gifts, fees and VAT. */
  sale_total: z.int(),
  /** Pence: the part of `sale_total` that went back, to the wallet for gifts, to the card for a top-up. */
  refunded_total: z.int(),
  is_bulk: z.boolean(),
  send_date: z.string().nullable(),
  send_zone: z.string(),
  notify_on_complete: z.boolean(),
  reminders: z.boolean(),
  /** Whether its sender confirmed that everyone who gets it is 18 or over. */
  over18_confirmed: z.boolean(),
  /** Pounds as text: all that was paid. */
  retail: z.string(),
  /** Ids of its gifts; of more than a thousand the first thousand. */
  hugggs: z.array(z.string()),
  /** London day and time of the purchase. */
  purchased_at_date: z.string(),
  purchased_at_time: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  embedded: z
    .object({
      hugggs: z.array(Huggg).optional(),
      purchase: z.looseObject({}).optional(),
      message: z.string().nullable().optional(),
      /** The wallet that holds the money of its gifts. */
      wallet: z.object({ id: z.string(), name: z.string() }).optional(),
    })
    .optional(),
})
export type Transaction = z.infer<typeof Transaction>

/** What is above a limit of the team waits for another person: nothing has been bought, and no money has moved. */
export const PendingApproval = z.object({ orderId: z.string(), approval: z.literal('pending') })
export type PendingApproval = z.infer<typeof PendingApproval>

export const isPending = (bought: Transaction | PendingApproval): bought is PendingApproval => 'approval' in bought
export const transactionParams = z.object({ id: id('transaction') })
const tag = 'Transactions'

export const createTransaction = endpoint({
  id: 'createTransaction',
  method: 'POST',
  path: '/api/v2/transactions',
  tag,
  access: 'session',
  permission: ['purchase-hugggs', 'top-up-wallet'],
  scope: ['send', 'manage'],
  idempotent: true,
  status: 201,
  summary:
    'Buys gifts (or tops up a wallet), from a wallet, a card charge or by invoice: money moves once, then the gifts are made and sent. All problems come back at once. What is above a limit of the team waits for approval (202), and nothing moves.',
  query: z.object({ embed: transactionEmbed }),
  body: TransactionRequest,
  response: data(z.union([Transaction, PendingApproval])),
  acceptedWhen: ({ data: bought }: { data: Transaction | PendingApproval }) => isPending(bought),
  bodyLimitBytes: 4 * 1024 * 1024,
  errors: [
    'insufficient_funds',
    'credit_limit_reached',
    'plan_limit_reached',
    'restricted',
    'spend_cap_reached',
    'not_found',
    'wrong_state',
    'price_changed',
    'conflict',
    'idempotency_key_reused',
  ],
})

export const getTransaction = endpoint({
  id: 'getTransaction',
  method: 'GET',
  path: '/api/v2/transactions/{id}',
  tag,
  access: 'session',
  permission: seesPurchases,
  summary: 'One purchase, or one top-up of a wallet by card.',
  params: transactionParams,
  query: z.object({ embed: transactionEmbed }),
  response: data(Transaction),
  errors: ['not_found'],
})

export const updateTransaction = endpoint({
  id: 'updateTransaction',
  impersonation: 'change',
  method: 'PATCH',
  path: '/api/v2/transactions/{id}',
  tag,
  access: 'session',
  permission: 'update-transaction-details',
  scope: 'send',
  sentBack: { record: Transaction },
  summary:
    'Changes what a purchase is called and filed under, and what its gifts say until one is sent; never its money.',
  params: transactionParams,
  body: z.object({
    title: text(255).nullish(),
    notes: text(2000).nullish(),
    reason_code: text(100).nullish(),
    /** In place of those it has. */
    tags: tags().optional(),
    notify_on_complete: z.boolean().optional(),
    /** What the gifts say, until the first of them is sent; words to one recipient alone stay. */
    message: text(2000).nullable().optional(),
    /** In whose name they come; until the first of them is sent. */
    from_name: personalName(100).min(1).optional(),
  }),
  response: data(Transaction),
  errors: ['not_found', 'wrong_state'],
})

export const transactionEndpoints = {
  createTransaction,
  getTransaction,
  updateTransaction,
}
