import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { currency, data, freeText, id, list, page, pageQuery, pence } from '../core/shapes.ts'

const cardStatuses = ['active', 'deactivated', 'expired'] as const
export const chargeStatuses = ['pending', 'processed', 'failed', 'void'] as const

/** A stored card: what its holder needs to recognise it. The number is the provider's alone. */
export const Card = z.object({
  id: z.string(),
  method: z.literal('checkout'),
  /** The provider's handle. */
  methodCardId: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
  scheme: z.string(),
  last4Digits: z.string(),
  /** The charge in which the holder proved that it is theirs. */
  verificationChargeId: z.string().nullable(),
  status: z.enum(cardStatuses),
  isDefault: z.boolean(),
  userId: z.string(),
})
export type Card = z.infer<typeof Card>

/**
 * Money reserved on a card. `pending`: waits for 3-D Secure or for the provider · `processed`: reserved, and used as far as
 * `spent` says · `failed`: see the error fields · `void`: given back unused. Use it within 30 minutes, once.
 */
export const Charge = z.object({
  id: z.string(),
  method: z.literal('checkout'),
  status: z.enum(chargeStatuses),
  /** Pence. */
  amount: z.int().min(0),
  spent: z.int(),
  refunded: z.int(),
  currency: z.string(),
  cardId: z.string().nullable(),
  /** What it paid for: a top-up, a purchase, or a budget's run. */
  transactionId: z.string().nullable(),
  paidFor: z.enum(['wallet-top-up', 'purchase', 'budget-run', 'plan-invoice']).nullable(),
  /** The wallet that its money went into, or through. */
  walletId: z.string().nullable(),
  methodPaymentId: z.string().nullable(),
  userId: z.string(),
  /** The kind of failure, for programs: `declined`, `3ds-failed`, `3ds-lapsed`, `refused`, `not-processed`, `not-captured`. */
  error: z.string().optional(),
  /** The provider's code and words. */
  errorCode: z.string().optional(),
  errorSummary: z.string().optional(),
  /** What to tell the card's holder. */
  friendlyError: z.string().optional(),
  /** The holder must confirm at their bank: send the browser to `redirectUrl`, then call verify. */
  requires3ds: z.boolean(),
  redirectUrl: z.string().optional(),
  /** What the money is meant for; `automatic`: it happens automatically when the charge is authorised. */
  intent: z.object({ walletId: z.string(), automatic: z.boolean() }).nullable(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type Charge = z.infer<typeof Charge>

/** A wallet top-up by card, told as the transaction it is. */
export const TopUp = z.object({
  id: z.string(),
  notes: z.null(),
  processing: z.null(),
  reason_code: z.null(),
  delivery_method: z.null(),
  topup_type: z.literal('charge'),
  team_id: z.string(),
  user_id: z.string(),
  plan_id: z.string().nullable(),
  client_id: z.string().nullable(),
  wallet_id: z.string(),
  charge_id: z.string(),
  currency: z.string(),
  sale_per_item: z.int(),
  sale_total: z.int(),
  status: z.literal('successful'),
  metadata: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type TopUp = z.infer<typeof TopUp>

/** Where card numbers are typed in: the provider's own fields, never ours. */
export const CardFields = z.object({
  provider: z.literal('checkout'),
  /** Tells the provider whose page it is; give it to `CheckoutWebComponents`. */
  publicKey: z.string(),
  /** The provider's script, Checkout.com Flow: its component `card` draws the fields, in frames of the provider's own. */
  scriptUrl: z.string(),
  environment: z.enum(['sandbox', 'production']),
})
export type CardFields = z.infer<typeof CardFields>

/** What Flow's component needs to be drawn, for one page and a short while. It moves no money: its amount is nothing. */
const CardEntrySession = z.object({
  /** The provider's payment session, whole: give it to `CheckoutWebComponents`, and neither log nor keep it. */
  paymentSession: z.record(z.string(), z.unknown()),
})
export type CardEntrySession = z.infer<typeof CardEntrySession>

const cardParams = z.object({ id: id('card') })
const chargeParams = z.object({ id: id('charge') })
const cards = { tag: 'Cards', access: 'session', permission: 'manage-cards' } as const
const charges = { tag: 'Charges', access: 'session', permission: 'top-up-wallet' } as const

export const listCards = endpoint({
  ...cards,
  id: 'listCards',
  method: 'GET',
  path: '/api/v2/cards',
  summary: 'The caller’s cards in the team acted in, the default first.',
  response: data(z.array(Card)),
})
export const updateCard = endpoint({
  ...cards,
  id: 'updateCard',
  method: 'PUT',
  path: '/api/v2/cards/{id}',
  summary: 'Makes a card the default, or no longer.',
  params: cardParams,
  body: z.object({ isDefault: z.boolean() }),
  sentBack: { record: Card },
  response: data(Card),
  errors: ['not_found', 'wrong_state'],
})
export const deleteCard = endpoint({
  ...cards,
  id: 'deleteCard',
  method: 'DELETE',
  path: '/api/v2/cards/{id}',
  summary: 'Deactivates a card and has the provider forget it. Charges made with it stay.',
  params: cardParams,
  response: data(Card),
  errors: ['not_found'],
})
export const getCardFields = endpoint({
  ...cards,
  id: 'getCardFields',
  method: 'GET',
  path: '/api/v2/cards/fields',
  permission: ['manage-cards', 'top-up-wallet'],
  summary: 'Where a card number is entered: at the provider, which gives a token to charge.',
  response: data(CardFields),
  errors: ['unavailable'],
})

export const openCardEntry = endpoint({
  ...cards,
  id: 'openCardEntry',
  method: 'POST',
  path: '/api/v2/cards/sessions',
  permission: ['manage-cards', 'top-up-wallet'],
  summary: 'Opens the session in which the provider’s component takes a card’s number and gives a token for it.',
  body: z.object({ currency: currency().default('GBX') }),
  response: data(CardEntrySession),
  status: 201,
  errors: ['unavailable'],
})

/** A page of ours (a path), or one of the caller's own over https. */
const returnUrl = z
  .string()
  .max(1000)
  .refine(
    (value) => /^\/(?![/\\])[^\s\\]*$/.test(value) || (URL.canParse(value) && new URL(value).protocol === 'https:'),
    'must be a path or an https address',
  )
  .meta({ free: true })

export const ChargeRequest = z
  .object({
    method: z.literal('checkout').default('checkout'),
    /** What the provider's component gave for a card, good once; or a stored card: exactly one of the two. */
    token: z
      .string()
      .regex(/^tok_[a-z0-9]{10,60}$/i, 'must be a token of the card fields')
      .optional(),
    cardId: id('card').optional(),
    /** Keep the card for next time. */
    storeCard: z.boolean().default(false),
    amount: pence().describe('Pence. 0 charges nothing: it verifies a new card, and only together with storeCard.'),
    currency: currency().default('GBX'),
    /** The holder is not there: no 3-D Secure. For stored cards, with the permission create-merchant-initiated-charge. */
    merchantInitiated: z.boolean().default(false),
    /**
     * The wallet the money is meant for. It is only remembered, so that a page that was closed can offer to continue, unless
     * `automatic` asks for the top-up to be done as soon as the charge is authorised, no matter who is told of it
     * first.
     */
    intent: z.object({ walletId: id('wallet'), automatic: z.boolean().default(false) }).optional(),
    /** Where the bank sends the browser back to; `charge` and `cko-session-id` are added to its query. */
    returnUrl: returnUrl.default('/payments/3ds'),
  })
  .superRefine((body, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if ((body.token === undefined) === (body.cardId === undefined)) wrong('token', 'send either token or cardId')
    if (body.cardId && body.storeCard) wrong('storeCard', 'the card is stored already')
    if (body.merchantInitiated && !body.cardId) wrong('merchantInitiated', 'needs a stored card')
    if (body.amount === 0 && !body.storeCard) wrong('amount', 'must be at least 1, unless the card is to be stored')
    if (body.amount === 0 && body.intent) wrong('intent', 'needs an amount')
  })
export type ChargeRequest = z.output<typeof ChargeRequest>

export const createCharge = endpoint({
  ...charges,
  id: 'createCharge',
  method: 'POST',
  path: '/api/v2/charges',
  summary: 'Reserves money on a card. A decline or a need for 3-D Secure is an answer like any other: read the charge.',
  body: ChargeRequest,
  sentBack: { record: Charge, creates: true },
  response: data(Charge),
  status: 201,
  idempotent: true,
  errors: ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused', 'unavailable'],
})
export const listCharges = endpoint({
  ...charges,
  id: 'listCharges',
  method: 'GET',
  path: '/api/v2/charges',
  permission: ['top-up-wallet', 'manage-cards'],
  summary: 'The caller’s charges in the team acted in, the newest first.',
  query: z.object({ ...pageQuery, status: list(z.enum(chargeStatuses)) }),
  response: page(Charge),
})
export const getCharge = endpoint({
  ...charges,
  id: 'getCharge',
  method: 'GET',
  path: '/api/v2/charges/{id}',
  summary: 'One of the caller’s charges.',
  params: chargeParams,
  response: data(Charge),
  errors: ['not_found'],
})
export const verifyCharge = endpoint({
  ...charges,
  id: 'verifyCharge',
  method: 'POST',
  path: '/api/v2/charges/{id}/verify',
  summary: 'After 3-D Secure: asks the provider for the status of the charge. Again: says the same.',
  params: chargeParams,
  body: z.object({
    ckoSessionId: z
      .string()
      .regex(/^sid_[a-z0-9]{10,60}$/i, 'must be the cko-session-id of the return address')
      .meta({ free: true }),
  }),
  response: data(Charge),
  errors: ['not_found', 'unavailable'],
})

export const topUpWallet = endpoint({
  ...charges,
  id: 'topUpWallet',
  method: 'POST',
  path: '/api/v2/wallets/{id}/top-up',
  summary: 'Puts the money of a charge into a wallet, once.',
  params: z.object({ id: id('wallet') }),
  body: z.object({
    /** Must be the caller, where given. */
    userId: id('user').optional(),
    payment: z.object({ method: z.literal('charge').default('charge'), reference: id('charge') }),
    purchase: z.object({
      type: z.literal('walletTopUp').default('walletTopUp'),
      /** The wallet again. */
      reference: id('wallet'),
      amount: z.int().min(1).max(1_000_000_000),
    }),
    /** The caller's own, given back as it came. */
    metadata: z
      .record(freeText(100), z.unknown())
      .refine((value) => JSON.stringify(value).length <= 10_000, 'must be at most 10,000 characters')
      .default({}),
  }),
  response: data(TopUp),
  status: 201,
  idempotent: true,
  errors: ['not_found', 'insufficient_funds', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})
export const listTopUps = endpoint({
  ...charges,
  id: 'listTopUps',
  method: 'GET',
  path: '/api/v2/transaction/top-ups/{userId}',
  permission: ['view-team-transactions', 'top-up-wallet'],
  summary: 'What someone put into the team’s wallets by card, newest first.',
  params: z.object({ userId: id('user') }),
  query: z.object(pageQuery),
  response: page(TopUp),
  errors: ['not_found'],
})

export const receiveCheckoutEvent = endpoint({
  id: 'receiveCheckoutEvent',
  method: 'POST',
  path: '/webhooks/checkout',
  tag: 'Charges',
  access: 'public',
  summary: 'The card provider’s notices, signed in the header Cko-Signature.',
  body: z.looseObject({}),
  bodyLimitBytes: 256 * 1024,
  response: z.object({ received: z.boolean() }),
  errors: ['unauthenticated', 'conflict', 'unavailable'],
})

export const paymentsEndpoints = {
  listCards,
  updateCard,
  deleteCard,
  getCardFields,
  openCardEntry,
  createCharge,
  listCharges,
  getCharge,
  verifyCharge,
  topUpWallet,
  listTopUps,
  receiveCheckoutEvent,
}
