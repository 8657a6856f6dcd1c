import { sql } from 'kysely'
import type { TransactionFilters, TransactionQuery, TransactionSortField } from '#contract/search/search.ts'
import { purchaseProcessing, purchaseStatus } from '#server/domains/purchases/record/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { matchesWords, plainQuery, splitSearchText, userText } from '#server/platform/database/search-text.ts'
import { type Condition, plain, qualifiedColumn, type Relations, type SearchColumn } from './columns.ts'
import { equalTo, isOneOf, isTrue, ofBrands, oneOfIds, withinMoments, withinNumbers } from './conditions.ts'
import { areToldByMessages, giftsToldByMessages, isInState } from './gift-state.ts'
import { statusIdsToMatch } from './huggg-listing.ts'
import type { Listing } from './listing.ts'
import { narrowScope, type SearchScope } from './scope.ts'
import { searchedWords, seekWords, wordSources } from './text-matches.ts'

/** A purchase `t` with everything a hit shows. */
export const transactionRelations: Relations = {
  table: 'transaction t',
  joins: {
    s: 'left join app_user s on s.id = t.user_id',
    p: 'left join product p on p.id = t.product_id',
    team: 'left join team on team.id = t.team_id',
    wallet: 'left join wallet on wallet.id = t.wallet_id',
    gm: 'left join gift_message gm on gm.transaction_id = t.id',
  },
}

/** Top-ups by card in the columns of a purchase: searches find them in place of purchases, never among them. */
const topUpRelations: Relations = {
  ...transactionRelations,
  table: `(select id, team_id, user_id, plan_id, client_id, wallet_id, currency, amount as face_pence, amount as sale_total,
    1 as quantity, 1 as created_count, created_at, created_at as updated_at, 'charge' as topup_type, 'successful' as status,
    null::text as title, null::text as reason_code, '' as reason_key, null::text as delivery_method, 'charge' as payment_method,
    null::text as processing, null::uuid as product_id, '{}'::text[] as tags from card_top_up) t`,
}

/** It has gifts, all are made, and the supplier of each has been paid. */
const isSettled = `(t.created_count = t.quantity and exists (select from huggg h where h.transaction_id = t.id)
  and not exists (select from huggg h where h.transaction_id = t.id and not h.is_settled))`

const expressions = {
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  title: 't.title',
  notes: 'gm.notes',
  reasonCode: 't.reason_code',
  deliveryMethod: 't.delivery_method',
  processing: purchaseProcessing('t'),
  status: purchaseStatus('t'),
  price: 't.face_pence',
  saleTotal: 't.sale_total',
  quantity: 't.quantity',
  topupType: 't.topup_type',
  planId: 't.plan_id',
  senderId: 't.user_id',
  senderFirstName: 's.first_name',
  senderSurname: 's.surname',
  senderEmail: 's.email',
  productId: 't.product_id',
  productLabel: 'p.name',
  teamId: 't.team_id',
  teamName: 'team.name',
  isSettled,
} as const satisfies Record<TransactionSortField, string>

const column = (text: string): SearchColumn => qualifiedColumn(transactionRelations, text)

/** What each field of a hit is in terms of `transactionRelations`. */
export const transactionFields = Object.fromEntries(
  Object.entries(expressions).map(([name, text]) => [name, column(text)]),
) as Record<TransactionSortField, SearchColumn>
const field = transactionFields
const id = column('t.id')
const reasonKey = column('t.reason_key')
const senderAddress = column('lower(s.email)')
const senderFullName = column("s.first_name || ' ' || s.surname")

/** Fields that every purchase has, and those that people read: see huggg-fields.ts. */
const always: ReadonlySet<TransactionSortField> = new Set([
  'createdAt',
  'updatedAt',
  'status',
  'price',
  'saleTotal',
  'quantity',
  'isSettled',
])
const read: ReadonlySet<TransactionSortField> = new Set([
  'title',
  'notes',
  'senderFirstName',
  'senderSurname',
  'senderEmail',
  'productLabel',
  'teamName',
])

export type TransactionWish = Pick<TransactionQuery, 'text' | 'filters' | 'sort'>

/**
 * The purchases that a query asks for.
 * @throws not_found (404) for ids that are not the caller's to see; invalid_fields for too many words
 */
export async function transactionListing(
  db: Db,
  wide: SearchScope,
  { text, filters, sort }: TransactionWish,
): Promise<Listing> {
  const scope = await narrowScope(db, wide, filters)
  const isNarrow = Boolean(filters.transactionIds ?? filters.documentNumbers ?? filters.receiverEmail)
  const found = await seekWords(db, scope, await searchedWords(db, text), { listed: 'transactions', isNarrow })
  const order: TransactionQuery['sort'] = sort.length ? sort : [{ field: 'createdAt', direction: 'desc' }]
  return {
    relations: filters.topupTypes ? topUpRelations : transactionRelations,
    alias: 't',
    teamIds: scope.teamIds,
    statusIds: null,
    gather: isNarrow || found.gather,
    sources: found.sources,
    sort: order.map(({ field: name, direction }) => ({
      column: read.has(name) ? column(`lower(${expressions[name]})`) : field[name],
      direction,
      nullable: !always.has(name),
    })),
    conditions: [
      ...(scope.ownerId ? [plain(sql`t.user_id = ${scope.ownerId}`)] : []),
      ...transactionConditions(scope, filters),
      ...(await wordConditions(db, scope, filters)),
      ...found.conditions,
    ],
  }
}

const transactionConditions = (scope: SearchScope, filters: TransactionFilters): Condition[] => [
  ...oneOfIds(id, filters.transactionIds),
  ...oneOfIds(field.senderId, filters.senderIds),
  ...oneOfIds(field.productId, filters.productIds),
  ...ofBrands(field.productId, filters.brandIds),
  ...oneOfIds(field.planId, filters.planIds),
  ...isOneOf(field.deliveryMethod, filters.deliveryMethods),
  ...isOneOf(
    reasonKey,
    filters.reasonCodes?.map((code) => code ?? ''),
  ),
  ...(filters.tags ? [plain(sql`t.tags <> '{}' and t.tags && ${[...filters.tags]}::text[]`)] : []),
  ...isOneOf(field.processing, filters.processing),
  ...isOneOf(field.status, filters.outcomes),
  ...isOneOf(field.topupType, filters.topupTypes),
  ...statusCondition(scope, filters),
  ...(filters.documentNumbers ? [withDocument(filters.documentNumbers)] : []),
  ...(filters.receiverEmail ? [withReceiver(scope, filters.receiverEmail)] : []),
  ...equalTo(senderAddress, filters.senderEmail),
  ...withinMoments(field.createdAt, filters.createdAt),
  ...withinMoments(field.updatedAt, filters.updatedAt),
  ...withinNumbers(field.price, filters.price),
  ...withinNumbers(field.saleTotal, filters.saleTotal),
  ...withinNumbers(field.quantity, filters.quantity),
  ...isTrue(field.isSettled, filters.isSettled),
]

/** One of its gifts is in such a state; of those still to be made the state is Pending, as the hit says. */
function statusCondition(scope: SearchScope, filters: TransactionFilters): Condition[] {
  const statusIds = statusIdsToMatch(filters)
  if (!statusIds) return []
  const { states } = filters
  const inState = states ? sql` and ${isInState(scope.teamIds, states).holds}` : sql``
  // With its team: then those of a state can be read by an index, where they are few.
  const made = sql<boolean>`exists (select from huggg h where h.transaction_id = t.id and h.team_id = t.team_id and h.status_id = any (${statusIds}::smallint[])${inState})`
  if (statusIds.includes(7))
    return [plain(sql`(${made} or (t.processing = 'creating' and t.created_count < t.quantity))`)]
  if (!areToldByMessages(states)) return [plain(made)]
  const few = sql<boolean>`t.id = any (array(select told.transaction_id from huggg told where told.id in ${giftsToldByMessages(scope.teamIds)}))`
  return [plain(few), plain(made)]
}

const withDocument = (numbers: readonly string[]): Condition =>
  plain(sql`t.id in (select d.transaction_id from document d where d.number = any (${[...numbers]}::text[]))`)

/** Only those who have one of its gifts now count: an address that was corrected does not. */
const withReceiver = ({ teamIds }: SearchScope, email: string): Condition =>
  plain(sql`t.id in (select h.transaction_id from recipient r join huggg h on h.recipient_id = r.id
    where r.team_id = any (${[...teamIds]}::uuid[]) and lower(r.email) = ${email})`)

async function wordConditions(db: Db, scope: SearchScope, filters: TransactionFilters): Promise<Condition[]> {
  const conditions: Condition[] = []
  const add = async (
    name: 'senderName' | 'title' | 'notes' | 'productLabel' | 'teamName',
    { expression, needs }: SearchColumn,
    first: (words: string[]) => Condition[] = () => [],
  ) => {
    const words = await splitSearchText(db, filters[name], `query.filters.${name}`)
    if (words.length) conditions.push(...first(words), { holds: matchesWords(expression, words), needs })
  }
  await add('senderName', senderFullName, (words) => [
    plain(sql`t.user_id in (select u.id from app_user u where ${userText('u')} @@ ${plainQuery(words)})`),
  ])
  await add('title', field.title)
  await add('notes', field.notes, (words) => [plain(sql`t.id in ${wordSources(scope, words[0]!).transactions}`)])
  await add('productLabel', field.productLabel, (words) => [
    plain(sql`t.product_id = any (array(select id from product where ${matchesWords(sql`name`, words)}))`),
  ])
  await add('teamName', field.teamName)
  return conditions
}
