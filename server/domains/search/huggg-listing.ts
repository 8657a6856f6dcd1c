import { sql } from 'kysely'
import { type HugggFilters, type HugggQuery, type HugggSort, statusNames } from '#contract/search/search.ts'
import { notDelivered } from '#server/domains/delivery/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { matchesWords, plainQuery, splitSearchText, userText } from '#server/platform/database/search-text.ts'
import { byReceiver } from './by-receiver.ts'
import { type Condition, plain, qualifiedColumn, type SearchColumn } from './columns.ts'
import { equalTo, exists, isOneOf, isTrue, ofBrands, oneOfIds, withinMoments, withinNumbers } from './conditions.ts'
import { areToldByMessages, areToNoOne, giftsToldByMessages, isInState, statusIdsOfStates } from './gift-state.ts'
import { canBeMissing, hugggFields as field, hugggRelations, sortColumn } from './huggg-fields.ts'
import type { Listing } from './listing.ts'
import { narrowScope, type SearchScope } from './scope.ts'
import { searchedWords, seekWords, wordSources } from './text-matches.ts'

export type HugggWish = Pick<HugggQuery, 'text' | 'filters' | 'sort'>

/**
 * The gifts that a query asks for.
 * @throws not_found (404) for ids that are not the caller's to see; invalid_fields for too many words
 */
export async function hugggListing(db: Db, wide: SearchScope, { text, filters, sort }: HugggWish): Promise<Listing> {
  const scope = await narrowScope(db, wide, filters)
  const narrow = isNarrow(filters)
  const found = await seekWords(db, scope, await searchedWords(db, text), { listed: 'hugggs', isNarrow: narrow })
  const statusIds = statusIdsToMatch(filters)
  const asked: HugggSort = sort.length ? sort : [{ field: 'createdAt', direction: 'desc' }]
  // Where no one has a name, names order nothing.
  const order = areToNoOne(filters.states) ? asked.filter((key) => key.field !== 'receiverName') : asked
  // Only this order is indexed state by state.
  const byState = statusIds !== null && order[0]?.field === 'createdAt'
  return {
    relations: hugggRelations,
    alias: 'h',
    teamIds: scope.teamIds,
    statusIds: byState ? statusIds : null,
    gather: narrow || found.gather,
    sources: found.sources,
    byKey: order[0]?.field === 'receiverName' ? await byReceiver(db, scope, filters.deliveryMethods) : undefined,
    sort: order.map(({ field: name, direction }) => ({
      column: sortColumn(name),
      direction,
      nullable: canBeMissing(name),
    })),
    conditions: [
      ...(scope.ownerId ? [plain(sql`h.sender_id = ${scope.ownerId}`)] : []),
      ...(statusIds && !byState ? [plain(sql`h.status_id = any (${statusIds}::smallint[])`)] : []),
      ...giftConditions(scope, filters),
      ...(await wordConditions(db, scope, filters)),
      ...found.conditions,
    ],
  }
}

/** Statuses by id, by name and as people are told them must all hold; null where none was asked for. */
export function statusIdsToMatch(filters: Pick<HugggFilters, 'statusIds' | 'statusNames' | 'states'>): number[] | null {
  const { statusIds, statusNames: names, states } = filters
  const wanted = [statusIds, names?.map((name) => statusNames.indexOf(name) + 1), states && statusIdsOfStates(states)]
  const given = wanted.filter((ids) => ids !== undefined)
  const [first, ...others] = given as readonly number[][]
  return first ? [...new Set(first.filter((id) => others.every((ids) => ids.includes(id))))] : null
}

/** Filters that few gifts pass, through an index of their own. */
const isNarrow = (filters: HugggFilters): boolean =>
  areRare(filters.deliveryStatuses) ||
  areToldByMessages(filters.states) ||
  Boolean(
    filters.hugggIds ??
      filters.transactionIds ??
      filters.receiverIds ??
      filters.shortcodes ??
      filters.receiverEmail ??
      filters.receiverPhoneNumber,
  )

const ownColumn = (text: string): SearchColumn => qualifiedColumn(hugggRelations, text)
const id = ownColumn('h.id')
const reasonKey = ownColumn('h.reason_key')
const senderAddress = ownColumn('lower(s.email)')
const senderFullName = ownColumn("s.first_name || ' ' || s.surname")

const giftConditions = (scope: SearchScope, filters: HugggFilters): Condition[] => [
  ...oneOfIds(id, filters.hugggIds),
  ...oneOfIds(field.transactionId, filters.transactionIds),
  ...oneOfIds(field.senderId, filters.senderIds),
  ...oneOfIds(field.receiverId, filters.receiverIds),
  ...oneOfIds(field.productId, filters.productIds),
  ...ofBrands(field.productId, filters.brandIds),
  ...oneOfIds(field.planId, filters.planIds),
  ...isOneOf(field.themeId, filters.themeIds),
  ...isOneOf(field.deliveryMethod, filters.deliveryMethods),
  ...isOneOf(
    reasonKey,
    filters.reasonCodes?.map((code) => code ?? ''),
  ),
  ...isOneOf(field.processing, filters.processing),
  ...isOneOf(field.voucherType, filters.voucherTypes),
  ...isOneOf(field.shortcode, filters.shortcodes),
  ...isOneOf(field.viewedClient, filters.viewedClients),
  ...isOneOf(field.reactionEmoji, filters.reactionEmojis),
  ...segmentCondition(filters.segmentIds),
  ...deliveryConditions(scope, filters.deliveryStatuses),
  ...(filters.states ? [isInState(scope.teamIds, filters.states)] : []),
  ...(areToldByMessages(filters.states) ? [plain(sql`h.id = any (array${giftsToldByMessages(scope.teamIds)})`)] : []),
  ...(filters.receiverEmail ? [receiverWithEmail(scope, filters.receiverEmail)] : []),
  ...(filters.receiverPhoneNumber ? [receiverWithPhone(scope, filters.receiverPhoneNumber)] : []),
  ...equalTo(senderAddress, filters.senderEmail),
  ...withinMoments(field.createdAt, filters.createdAt),
  ...withinMoments(field.updatedAt, filters.updatedAt),
  ...withinMoments(field.sentDate, filters.sentDate),
  ...withinMoments(field.assignedDate, filters.assignedDate),
  ...withinMoments(field.viewedDate, filters.viewedDate),
  ...withinMoments(field.expiryDate, filters.expiryDate),
  ...withinMoments(field.redeemedAt, filters.redeemedAt),
  ...withinMoments(field.reactionAt, filters.reactionAt),
  ...withinMoments(field.deliveryStatusUpdatedAt, filters.deliveryStatusUpdatedAt),
  ...withinMoments(field.transactionCreatedAt, filters.transactionCreatedAt),
  ...withinNumbers(field.price, filters.price),
  ...withinNumbers(field.saleTotal, filters.saleTotal),
  ...isTrue(field.isSettled, filters.isSettled),
  ...exists(field.viewedDate, filters.isViewed),
  ...exists(field.redeemedAt, filters.isRedeemed),
  ...exists(field.receiverId, filters.hasReceiver),
  ...exists(field.reactionAt, filters.hasReaction),
]

const segmentCondition = (segmentIds: readonly string[] | undefined): Condition[] =>
  segmentIds
    ? [
        plain(
          sql`exists (select from jsonb_array_elements(h.meta->'gwcSegments') as segment where segment->>'id' = any (${[...segmentIds]}::text[]))`,
        ),
      ]
    : []

const inTeams = ({ teamIds }: SearchScope) => sql`team_id = any (${[...teamIds]}::uuid[])`

/** Looked up first, by address or by the colleague whose address it is. */
const receiverWithEmail = (scope: SearchScope, email: string): Condition =>
  plain(sql`h.recipient_id in (
    select id from recipient where ${inTeams(scope)} and lower(email) = ${email}
    union all select id from recipient where ${inTeams(scope)} and email is null
      and user_id = any (array(select id from app_user where lower(app_user.email) = ${email} and not is_service)))`)

const receiverWithPhone = (scope: SearchScope, phoneNumber: string): Condition =>
  plain(sql`h.recipient_id in (select id from recipient where ${inTeams(scope)} and phone_number = ${phoneNumber})`)

/** States that most messages never are in: the few that are can be looked up first. */
const rare = new Set<string>(['pending', ...notDelivered.statuses])

const deliveryState = (status: string) => status.slice(status.indexOf('-') + 1)
const areRare = (wanted: readonly string[] | undefined) =>
  wanted?.every((status) => rare.has(deliveryState(status))) ?? false

function deliveryConditions(scope: SearchScope, wanted: readonly string[] | undefined): Condition[] {
  if (!wanted) return []
  const exact = isOneOf(field.deliveryStatus, wanted)
  if (!areRare(wanted)) return exact
  const states = wanted.map(deliveryState)
  return [
    // As a list: joined, a million gifts would be read to find the few.
    plain(
      sql`h.id = any (array(select m.huggg_id from outgoing_message m where m.template = 'gift' and ${inTeams(scope)} and m.status = any (${states}::text[])))`,
    ),
    ...exact,
  ]
}

/** Filters by the words of one field. What an index of words finds first is looked at again, in that field alone. */
async function wordConditions(db: Db, scope: SearchScope, filters: HugggFilters): Promise<Condition[]> {
  const conditions: Condition[] = []
  const add = async (name: WordFilter, { expression, needs }: SearchColumn, first: (words: string[]) => Condition) => {
    const words = await splitSearchText(db, filters[name], `query.filters.${name}`)
    if (words.length) conditions.push(first(words), { holds: matchesWords(expression, words), needs })
  }
  const sources = (words: string[]) => wordSources(scope, words[0]!)
  /** Written to one recipient, to all, or changed afterwards: one of the three holds the word. */
  const inMessages = (words: string[]): Condition => {
    const { recipients, transactions, hugggs } = sources(words)
    return plain(sql`(h.recipient_id in ${recipients} or h.transaction_id in ${transactions} or h.id in ${hugggs})`)
  }
  await add('receiverName', field.receiverName, (words) => plain(sql`h.recipient_id in ${sources(words).recipients}`))
  await add('senderName', senderFullName, (words) =>
    plain(sql`h.sender_id in (select u.id from app_user u where ${userText('u')} @@ ${plainQuery(words)})`),
  )
  await add('fromName', field.fromName, inMessages)
  await add('notes', field.notes, inMessages)
  await add('transactionNotes', field.transactionNotes, (words) =>
    plain(sql`h.transaction_id in ${sources(words).transactions}`),
  )
  await add('productLabel', field.productLabel, (words) =>
    plain(sql`h.product_id = any (array(select id from product where ${matchesWords(sql`name`, words)}))`),
  )
  await add('teamName', field.teamName, (words) =>
    plain(
      sql`h.team_id = any (array(select id from team where id = any (${[...scope.teamIds]}::uuid[]) and ${matchesWords(sql`name`, words)}))`,
    ),
  )
  const [said] = exists(field.reactionMessage, true)
  await add('reactionMessage', field.reactionMessage, () => said!)
  return conditions
}

type WordFilter =
  | 'receiverName'
  | 'senderName'
  | 'fromName'
  | 'notes'
  | 'transactionNotes'
  | 'productLabel'
  | 'teamName'
  | 'reactionMessage'
