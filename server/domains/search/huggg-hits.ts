import { sql } from 'kysely'
import { type HugggHit, statusNames } from '#contract/search/search.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { linkRule } from '#server/domains/hugggs/links/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { fromClause, qualifiedColumn } from './columns.ts'
import { giftStateColumn, returnsColumn } from './gift-state.ts'
import { hugggFields as field, hugggRelations } from './huggg-fields.ts'
import { type ReturnColumns, returnColumns, serializeReturnPlace } from './return-place.ts'

interface HitRow extends ReturnColumns {
  id: string
  receiverId: string | null
  statusId: number
  shortcode: string
  expiryDate: Date
  createdAt: Date
  updatedAt: Date
  assignedDate: Date | null
  notes: string | null
  sentDate: Date | null
  viewedDate: Date | null
  viewedClient: string | null
  fromName: string | null
  nameOnCard: string | null
  meta: HugggHit['huggg']['meta']
  themeId: string
  transactionId: string
  transactionNotes: string | null
  deliveryMethod: HugggHit['transaction']['delivery_method']
  paymentMethod: HugggHit['transaction']['payment_method']
  transactionCreatedAt: Date
  price: number
  currency: string
  saleTotal: number
  reasonCode: string | null
  planId: string
  processing: HugggHit['transaction']['processing']
  senderId: string
  senderFirstName: string
  senderSurname: string
  senderEmail: string
  receiverName: string | null
  receiverEmail: string | null
  receiverPhoneNumber: string | null
  productId: string
  productLabel: string
  images: Record<string, string[]>
  voucherType: HugggHit['voucherV2']['voucherType']
  state: HugggHit['state']
  unspent: number
  returns: number
  deliveryStatus: HugggHit['deliveryStatus']
  deliveryStatusUpdatedAt: Date | null
  redeemedAt: Date | null
  isSettled: boolean
  teamId: string
  teamName: string
  reactionId: string | null
  reactionEmoji: string | null
  reactionMessage: string | null
  reactionName: string | null
  reactionAt: Date | null
  reactionUpdatedAt: Date | null
  sharedShortcode: string | null
  claimMethod: NonNullable<HugggHit['superhuggg']>['claim_method']
}

const beside = {
  id: 'h.id',
  meta: 'h.meta',
  nameOnCard: "nullif(pr.template_data->>'name', '')",
  currency: 'h.currency',
  images: 'p.images',
  paymentMethod: 't.payment_method',
  ...returnColumns,
  unspent: 'coalesce(h.chosen_price_pence, h.face_pence) - h.parts_pence',
  reactionId: 're.id',
  reactionName: 're.name',
  reactionUpdatedAt: 're.updated_at',
  sharedShortcode: 'shared.shortcode',
  claimMethod: 'shared.claim_method',
}
const columns = Object.entries({
  ...field,
  state: giftStateColumn,
  returns: returnsColumn,
  ...Object.fromEntries(Object.entries(beside).map(([name, text]) => [name, qualifiedColumn(hugggRelations, text)])),
})
const everything = sql`select ${sql.join(columns.map(([name, { expression }]) => sql`${expression} as ${sql.ref(name)}`))}
  from ${fromClause(
    hugggRelations,
    columns.map(([, column]) => column),
  )}`

/** Gifts by ids that a scoped listing gave, in that order, with everything lists show: one query for all of them. */
export async function hugggHits(db: Db, ids: readonly string[], links: LinkScope): Promise<HugggHit[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<HitRow>`${everything} where h.id = any (${[...ids]}::uuid[])`.execute(db)
  const allowed = await linkRule(
    db,
    links !== 'none',
    rows.map(({ teamId }) => teamId),
  )
  const shows = (row: HitRow) =>
    (links === 'all' || row.receiverId === null) &&
    allowed({ team_id: row.teamId, delivery_method: row.deliveryMethod })
  const hits = new Map(
    rows.map((row) => [row.id, serializeGiftHit(row, { link: shows(row), sharedLink: links !== 'none' })]),
  )
  return ids.flatMap((id) => hits.get(id) ?? [])
}

/** Whose links a list holds: no one's, of gifts that were sent to no one, or of all that may leave as links. */
type LinkScope = 'none' | 'unsent' | 'all'

const serializeGiftHit = (row: HitRow, shows: { link: boolean; sharedLink: boolean }): HugggHit => ({
  huggg: {
    id: row.id,
    receiver_id: row.receiverId,
    status_id: row.statusId,
    shortcode: shows.link ? row.shortcode : null,
    expiry_date: iso(row.expiryDate),
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    assigned_date: isoOrNull(row.assignedDate),
    notes: row.notes,
    sent_date: isoOrNull(row.sentDate),
    viewed_date: isoOrNull(row.viewedDate),
    viewed_client: row.viewedClient,
    from_name: row.fromName,
    name_on_card: row.nameOnCard,
    meta: row.meta,
    theme_id: row.themeId,
    transaction_id: row.transactionId,
  },
  transaction: {
    id: row.transactionId,
    notes: row.transactionNotes,
    delivery_method: row.deliveryMethod,
    payment_method: row.paymentMethod,
    created_at: iso(row.transactionCreatedAt),
    sale_per_item: row.price,
    sale_total: row.saleTotal,
    currency: row.currency,
    reason_code: row.reasonCode,
    plan_id: row.planId,
    processing: row.processing,
  },
  sender: {
    id: row.senderId,
    first_name: row.senderFirstName,
    surname: row.senderSurname,
    email: row.senderEmail,
  },
  receiver: row.receiverId
    ? {
        id: row.receiverId,
        ...nameParts(row.receiverName),
        email: row.receiverEmail,
        phone_number: row.receiverPhoneNumber,
      }
    : null,
  purchase: { id: row.productId, label: row.productLabel, images: row.images },
  superhuggg: row.sharedShortcode
    ? { claim_method: row.claimMethod, shortcode: shows.sharedLink ? row.sharedShortcode : null }
    : null,
  status: statusNames[row.statusId - 1]!,
  state: row.state,
  left: row.state === 'partly-used' ? row.unspent : null,
  returns: row.returns,
  returnsTo: serializeReturnPlace(row, row.transactionCreatedAt),
  deliveryStatus: row.deliveryStatus,
  deliveryStatusUpdatedAt: isoOrNull(row.deliveryStatusUpdatedAt),
  redemptions: row.redeemedAt ? [{ created_at: iso(row.redeemedAt) }] : [],
  isSettled: row.isSettled,
  team: { id: row.teamId, name: row.teamName },
  reaction: row.reactionId
    ? {
        _id: row.reactionId,
        message: row.reactionMessage,
        emoji: row.reactionEmoji,
        name: row.reactionName,
        hugggId: row.id,
        dateCreated: iso(row.reactionAt!),
        dateModified: iso(row.reactionUpdatedAt!),
      }
    : null,
  voucherV2: { _id: row.id, voucherType: row.voucherType },
})

/** A receiver's name is one text; its first word is the first name. */
export function nameParts(name: string | null): { first_name: string; surname: string } {
  const [first = '', ...rest] = (name ?? '').trim().split(/\s+/)
  return { first_name: first, surname: rest.join(' ') }
}
