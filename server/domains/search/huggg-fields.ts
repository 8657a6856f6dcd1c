import { type HugggSortField, statusNames } from '#contract/search/search.ts'
import { ofLatestMessage } from '#server/domains/delivery/index.ts'
import { purchaseProcessing } from '#server/domains/purchases/record/index.ts'
import { qualifiedColumn, type Relations, type SearchColumn } from './columns.ts'

/** A gift `h` with everything a hit shows. */
export const hugggRelations: Relations = {
  table: 'huggg h',
  joins: {
    t: 'left join transaction t on t.id = h.transaction_id',
    s: 'left join app_user s on s.id = h.sender_id',
    r: 'left join recipient r on r.id = h.recipient_id',
    ru: 'left join app_user ru on ru.id = r.user_id',
    p: 'left join product p on p.id = h.product_id',
    wallet: 'left join wallet on wallet.id = h.wallet_id',
    team: 'left join team on team.id = h.team_id',
    gm: 'left join gift_message gm on gm.transaction_id = h.transaction_id',
    hm: 'left join huggg_message hm on hm.huggg_id = h.id',
    re: 'left join reaction re on re.huggg_id = h.id',
    pr: 'left join printable_receiver pr on pr.huggg_id = h.id',
    shared: 'left join superhuggg shared on shared.id = t.superhuggg_id',
    used: 'left join lateral (select max(created_at) as created_at from redemption where huggg_id = h.id and undone_at is null) used on true',
  },
}

/** How its latest message fared; without any `unsent`, or what its sender did by hand. */
const deliveryStatus = `coalesce(${ofLatestMessage("m.channel || '-' || m.status")},
  case when h.sent_date is null or t.delivery_method is null or t.delivery_method not in ('links', 'sms', 'email') then 'unsent'
    when h.recipient_id is null then 'links-sent' else t.delivery_method || '-sent' end)`

/** Of a receiver who is a user. */
export const colleagueName = "trim(ru.first_name || ' ' || ru.surname)"

const expressions = {
  createdAt: 'h.created_at',
  updatedAt: 'h.updated_at',
  sentDate: 'coalesce(h.sent_date, h.send_at)',
  assignedDate: 'h.assigned_date',
  viewedDate: 'h.viewed_date',
  expiryDate: 'h.expiry_date',
  redeemedAt: 'used.created_at',
  reactionAt: 're.created_at',
  statusId: 'h.status_id',
  status: `(array[${statusNames.map((name) => `'${name}'`).join(', ')}])[h.status_id]`,
  deliveryMethod: 't.delivery_method',
  deliveryStatus,
  deliveryStatusUpdatedAt: `coalesce(${ofLatestMessage('m.status_updated_at')}, h.sent_date)`,
  price: 'h.face_pence',
  saleTotal: 't.sale_total',
  reasonCode: "nullif(h.reason_key, '')",
  shortcode: 'h.shortcode',
  notes: 'coalesce(hm.notes, r.notes, gm.message)',
  fromName: 'coalesce(hm.from_name, gm.from_name)',
  themeId: 't.theme_id',
  viewedClient: 'h.viewed_client',
  transactionId: 'h.transaction_id',
  transactionNotes: 'gm.notes',
  transactionCreatedAt: 't.created_at',
  planId: 't.plan_id',
  processing: purchaseProcessing('t'),
  senderId: 'h.sender_id',
  senderFirstName: 's.first_name',
  senderSurname: 's.surname',
  senderEmail: 's.email',
  receiverId: 'h.recipient_id',
  receiverName: `coalesce(nullif(r.name, ''), nullif(${colleagueName}, ''))`,
  receiverEmail: 'coalesce(r.email, ru.email)',
  receiverPhoneNumber: 'r.phone_number',
  productId: 'h.product_id',
  productLabel: 'p.name',
  voucherType:
    'coalesce((select chosen.voucher_type from product chosen where chosen.id = h.chosen_product_id), p.voucher_type)',
  teamId: 'h.team_id',
  teamName: 'team.name',
  isSettled: 'h.is_settled',
  reactionEmoji: 're.emoji',
  reactionMessage: 're.message',
} as const satisfies Record<HugggSortField, string>

const column = (text: string) => qualifiedColumn(hugggRelations, text)

/** What each field of a hit is in terms of `hugggRelations`. */
export const hugggFields = Object.fromEntries(
  Object.entries(expressions).map(([name, text]) => [name, column(text)]),
) as Record<HugggSortField, SearchColumn>

/** Fields that every gift has: an index in plain order serves them. */
const always = new Set<HugggSortField>([
  'createdAt',
  'updatedAt',
  'expiryDate',
  'statusId',
  'status',
  'price',
  'shortcode',
  'transactionId',
  'senderId',
  'productId',
  'teamId',
  'isSettled',
])
export const canBeMissing = (field: HugggSortField): boolean => !always.has(field)

/** People's words are ordered as they are read, whatever their case. */
const read = new Set<HugggSortField>([
  'senderFirstName',
  'senderSurname',
  'senderEmail',
  'receiverName',
  'receiverEmail',
  'productLabel',
  'teamName',
  'notes',
  'fromName',
  'transactionNotes',
  'reactionMessage',
])
export const sortColumn = (field: HugggSortField): SearchColumn =>
  read.has(field) ? column(`lower(${expressions[field]})`) : hugggFields[field]
