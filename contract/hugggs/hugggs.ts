import { z } from 'zod'
import { Brand, Product, Segment } from '../catalogue/catalogue.ts'
import { endpoint } from '../core/endpoint.ts'
import {
  civilDate,
  cursorPage,
  cursorQuery,
  data,
  email,
  id,
  instant,
  list,
  pence,
  personalName,
  phoneNumber,
  text,
} from '../core/shapes.ts'
import { correctsRecipients } from './correct-recipient.ts'

/** The states of a gift on the wire. */
export const hugggStatuses = {
  1: 'Created',
  2: 'Sent',
  3: 'Claimed',
  4: 'Redeemed',
  5: 'Expired',
  6: 'Cancelled',
  7: 'Updating',
  8: 'Scheduled',
  9: 'Fetched',
} as const

/** What the sender made of a choice-of-gift: which segments to offer, with which words and pictures, and a description of it all. */
export const HugggMeta = z.object({
  gwcSegments: z
    .array(
      z.object({
        id: z.string(),
        /** Shown beside its name where it is an upload; a picture of another host is kept, and shown nowhere. */
        image: z.string().nullish(),
        /** Shown under its name. */
        description: z.string().nullish(),
      }),
    )
    .optional(),
  customDescription: z.string().optional(),
})
export type HugggMeta = z.infer<typeof HugggMeta>

/** One use of a gift at a till, of all of it or a part. */
export const Redemption = z.object({
  id: z.string(),
  huggg_id: z.string(),
  location_id: z.string().nullable(),
  /** False once the till has undone it. */
  redeemed: z.boolean(),
  /** Pence that were taken. */
  amount: z.int(),
  currency: z.string(),
  /** The merchant has been paid: it can no longer be undone. */
  is_settled: z.boolean(),
  created_at: z.string(),
  undone_at: z.string().nullable(),
  /** When it was redeemed, in the words of the original. */
  creation_at: z.string(),
  /** When it last changed: redeemed, or undone. */
  updated_at: z.string(),
})
export type Redemption = z.infer<typeof Redemption>

export const Reaction = z.object({
  _id: z.string(),
  message: z.string().nullable(),
  emoji: z.string().nullable(),
  name: z.string().nullable(),
  hugggId: z.string(),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type Reaction = z.infer<typeof Reaction>

/** What happened to a gift that its recipient chooses. */
export const Choice = z.object({
  /** Null until they have chosen. */
  chosen: z.object({ product_id: z.string(), name: z.string(), brand_name: z.string(), price: z.int() }).nullable(),
  chosen_at: z.string().nullable(),
  /** Pence that the choice left of what was paid for the gift. */
  left_over: z.int(),
  /** The part of it that went back as the choice was made; all of it, but for choices of earlier releases. */
  returned: z.int(),
  /** Whether what a choice leaves over comes back: as it is made, or (of earlier releases) once the gift is used. */
  gives_change: z.boolean(),
})
export type Choice = z.infer<typeof Choice>

/** Relations a read brings along under `embedded`, where `embed[]` asks for them. */
export const HugggEmbedded = z.object({
  message: z.string().nullable().optional(),
  /** The product, with its own relations: `purchase.brand`, `purchase.brand.stores`, `purchase.segments`. */
  purchase: Product.extend({
    embedded: z.object({ brand: Brand.optional(), segments: z.array(Segment).optional() }).optional(),
  })
    .nullable()
    .optional(),
  /** Of a gift that its recipient chooses; null of any other. */
  choice: Choice.nullable().optional(),
  /** What it is redeemed with; the code only where the sender may see it. */
  voucher: z.object({ type: z.string(), code: z.string().nullable(), product_id: z.string() }).optional(),
  redemptions: z.array(Redemption).optional(),
  /** The redemption that stands, or null. */
  redeemed: Redemption.nullable().optional(),
  sender: z
    .object({ id: z.string(), first_name: z.string(), surname: z.string(), email: z.string() })
    .nullable()
    .optional(),
  receiver: z
    .object({
      id: z.string(),
      email: z.string().nullable(),
      phone_number: z.string().nullable(),
      user_id: z.string().nullable(),
      name: z.string().nullable(),
    })
    .nullable()
    .optional(),
  transaction: z
    .object({
      id: z.string(),
      title: z.string().nullable(),
      delivery_method: z.string().nullable(),
      reason_code: z.string().nullable(),
    })
    .optional(),
  reaction: Reaction.nullable().optional(),
})
export type HugggEmbedded = z.infer<typeof HugggEmbedded>

/** One gift, as v2 answers it. */
export const Huggg = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  /** The message to the recipient. */
  notes: z.string().nullable(),
  /** Null for who may not send gifts, and where the team’s rules let none leave as links. Also the shortcode and the code. */
  launch_url: z.string().nullable(),
  shortcode: z.string().nullable(),
  from_name: z.string().nullable(),
  transaction_id: z.string(),
  sender_id: z.string(),
  receiver_id: z.string().nullable(),
  theme_id: z.string(),
  purchase_client_id: z.string().nullable(),
  /** The product. */
  purchase_id: z.string(),
  status_id: z.int().min(1).max(9),
  account_id: z.string().nullable(),
  cover_image_url: z.string().nullable(),
  image_url: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  expiry_date: z.string(),
  sent_date: z.string().nullable(),
  assigned_date: z.string().nullable(),
  viewed_date: z.string().nullable(),
  deleted_at: z.string().nullable(),
  /** Only of gifts bought to be redeemed by the sender (inline-redeem); a recipient's code is the recipient's. */
  redeem_code: z.string().nullable(),
  is_expired: z.boolean(),
  /** Pence that tills can still take; 0 once it is used, fetched or has ended. */
  balance: z.int(),
  meta: HugggMeta,
  /** As the original numbered states: 1 redeemed, or its code taken; 0 claimed; else 5. */
  status: z.literal([0, 1, 5]),
  hug_status: z.string(),
  /** The first two letters of `hug_status`. */
  status_code: z.string(),
  /** Empty but where the caller may see the code. */
  code: z.string(),
  message_id: z.string().nullable(),
  voucher_id: z.string().nullable(),
  redeemed_id: z.string().nullable(),
  vid: z.string(),
  reminder_sent: z.string(),
  type: z.string(),
  assigned_client: z.string().nullable(),
  viewed_client: z.string().nullable(),
  embedded: HugggEmbedded.optional(),
})
export type Huggg = z.infer<typeof Huggg>

export const TimelineEntry = z.object({
  id: z.int(),
  at: z.string(),
  /** Null for the first entry; the same as `to` for something that happened without a change of state. */
  from: z.string().nullable(),
  to: z.string(),
  actor: z.object({
    kind: z.enum(['user', 'client', 'recipient', 'operator', 'system']),
    id: z.string().nullable(),
    /** Of the team’s people. */
    name: z.string().nullable(),
  }),
  reason: z.string().nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** Unknown names are ignored, as they always were. */
const embed = list(z.string().max(100))
const params = z.object({ id: id('huggg') })
const hugggs = { tag: 'Hugggs', access: 'session', params } as const
const answer = data(Huggg)

/** What names a gift to its sender: its id or its shortcode. */
export const hugggKey = z
  .string()
  .regex(
    /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-z]{12}|(?:[\da-z]{4}-){3}[\da-z])$/i,
    'must be an id or a shortcode',
  )
  .meta({ resource: 'huggg', free: true })

export const getHuggg = endpoint({
  ...hugggs,
  params: z.object({ id: hugggKey }),
  id: 'getHuggg',
  method: 'GET',
  path: '/api/v2/hugggs/{id}',
  permission: 'view-huggg-status',
  brackets: true,
  summary: 'One gift, by its id or shortcode, with the relations that `embed[]` names.',
  query: z.object({
    embed,
    /** `unsent`: no link nor code of a gift that was sent to someone. Then its timeline does not say that its link was shown. */
    links: z.literal('unsent').optional(),
  }),
  response: answer,
  errors: ['not_found'],
})

export const HugggChanges = z
  .object({
    /** Last day (its end in Europe/London). Needs edit-huggg-expiry. */
    expiry_date: z
      .union([civilDate(), instant()], { error: 'must be a day such as 2026-03-31, or a moment' })
      .optional(),
    /** When to send a gift that has not been sent; null to take it off the schedule. Needs edit-huggg-status. */
    sent_date: instant().nullable().optional(),
    /** The message. Needs update-transaction-details. */
    notes: text(2000).nullable().optional(),
    from_name: personalName(100).min(1).optional(),
    /**
     * Corrects the address of an unopened gift and sends it again under a new link; the old link dies. Needs edit-huggg-status, or
     * of a gift that the caller sent the permission to send so. An address that nothing reaches is refused.
     */
    receiver: z
      .object({ email: email().optional(), phone_number: phoneNumber().optional() })
      .refine((receiver) => (receiver.email === undefined) !== (receiver.phone_number === undefined), {
        message: 'give either email or phone_number',
        path: ['email'],
      })
      .optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    message: 'give at least one change',
  })
export type HugggChanges = z.infer<typeof HugggChanges>

export const updateHuggg = endpoint({
  ...hugggs,
  id: 'updateHuggg',
  method: 'PATCH',
  path: '/api/v2/hugggs/{id}',
  permission: ['edit-huggg-expiry', 'update-transaction-details', ...correctsRecipients],
  scope: 'send',
  idempotent: true,
  summary: 'Changes one gift: its last day, when it is sent, what it says, or (unopened) who gets it. All or nothing.',
  query: z.object({
    /** As when it is read. */
    links: z.literal('unsent').optional(),
  }),
  body: HugggChanges,
  sentBack: { record: Huggg, statusBy: 'send, cancel and toggleSent change it' },
  response: answer,
  errors: ['not_found', 'wrong_state', 'restricted', 'spend_cap_reached', 'conflict', 'idempotency_key_reused'],
})

export const cancelHuggg = endpoint({
  ...hugggs,
  id: 'cancelHuggg',
  method: 'POST',
  path: '/api/v2/hugggs/{id}/cancel',
  permission: 'cancel-hugggs',
  scope: 'send',
  idempotent: true,
  summary: 'Cancels a gift that has not been used; its price and fee come back. A cancelled gift stays cancelled.',
  response: answer,
  errors: ['not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})

export const toggleHugggSent = endpoint({
  ...hugggs,
  id: 'toggleHugggSent',
  impersonation: 'change',
  method: 'POST',
  path: '/api/v2/huggg/{id}/toggleSent',
  permission: 'edit-huggg-status',
  scope: 'send',
  summary: 'Marks an unopened gift as handed over, or (`is_preview: true`) as not.',
  body: z.object({ is_preview: z.boolean() }),
  response: answer,
  errors: ['not_found', 'wrong_state'],
})

export const getHugggTimeline = endpoint({
  ...hugggs,
  id: 'getHugggTimeline',
  method: 'GET',
  path: '/v3/hugggs/{id}/timeline',
  permission: 'view-huggg-status',
  summary: 'Everything that happened to a gift, the oldest first.',
  response: data(z.array(TimelineEntry)),
  errors: ['not_found'],
})

export const listReactions = endpoint({
  id: 'listReactions',
  method: 'GET',
  path: '/v3/reactions',
  tag: 'Hugggs',
  access: 'session',
  permission: 'view-huggg-status',
  summary: 'What recipients said, the newest first.',
  query: z.object(cursorQuery),
  response: cursorPage(Reaction),
})

/** What a till scans or types: the gift's shortcode or its redeem code, which are the bearer's; to undo, its id too. */
export const voucherKey = z.string().min(1).max(64).meta({ free: true })

/** A till also learns what to hand out, and what is left on the gift now. */
export const TillRedemption = Redemption.extend({
  product: z.object({ id: z.string(), name: z.string() }),
  /** Pence. */
  balance: z.int(),
})
export type TillRedemption = z.infer<typeof TillRedemption>

export const redeemHuggg = endpoint({
  id: 'redeemHuggg',
  method: 'POST',
  path: '/api/v2/hugggs/{id}/redemptions',
  tag: 'Tills',
  access: 'merchant',
  status: 201,
  idempotent: true,
  summary:
    'A till redeems a gift, by its barcode, short code or code: all of it, or an amount where its product allows parts. An id is 404: it names a gift, and many may read it.',
  params: z.object({ id: voucherKey }),
  body: z.object({
    location_id: id('store'),
    /** Pence, up to what is left; unset: all of it. */
    amount: pence().min(1).optional(),
  }),
  response: data(TillRedemption),
  errors: ['not_this_merchant', 'not_found', 'already_redeemed', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})

export const undoRedemption = endpoint({
  id: 'undoRedemption',
  method: 'PATCH',
  path: '/api/v2/hugggs/{id}/redemptions/{redemptionId}',
  tag: 'Tills',
  access: 'merchant',
  idempotent: true,
  summary:
    'The redeeming merchant takes a redemption back, until it has been paid for it. `latest` names the last one.',
  params: z.object({ id: voucherKey, redemptionId: z.union([z.literal('latest'), id('redemption')]) }),
  body: z.object({ redeemed: z.literal(false) }),
  sentBack: { record: TillRedemption },
  response: data(TillRedemption),
  errors: ['not_this_merchant', 'not_found', 'wrong_state', 'conflict', 'idempotency_key_reused'],
})

export const hugggEndpoints = {
  getHuggg,
  updateHuggg,
  cancelHuggg,
  toggleHugggSent,
  getHugggTimeline,
  listReactions,
  redeemHuggg,
  undoRedemption,
}
