import type { HugggFilters } from '#contract/search/search.ts'
import { statusNames } from '#contract/search/search.ts'
import type { NaiveGift } from './search-world.ts'

/** A text's words, as a person would say them: without case, accents, apostrophes and marks. */
const plainWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’‘]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Addresses are words of their own. */
const ADDRESS = /[a-z0-9._%+-]+@[a-z0-9.-]*/gi
const addresses = (text: string): string[] => text.toLowerCase().match(ADDRESS) ?? []
const wantedTokens = (text: string) => [...addresses(text), ...plainWords(text.replace(ADDRESS, ' '))]

const begins = (word: string, texts: string[]) =>
  texts.some((text) =>
    [...plainWords(text), ...addresses(text)].some((each) => (word.length > 1 ? each.startsWith(word) : each === word)),
  )

/** Whether a gift holds every word of a text somewhere. */
export function holdsText({ texts, hit }: NaiveGift, text: string): boolean {
  const digits = text.replace(/\D/g, '')
  const words = digits.length >= 7 && /^[\d\s()+.-]+$/.test(text) ? [digits] : wantedTokens(text)
  return words.every((word) => begins(word, texts) || hit.huggg.shortcode === word)
}

const within = (
  value: string | number | null | undefined,
  bounds: { from?: string | number | undefined; to?: string | number | undefined },
) => {
  if (value === null || value === undefined) return false
  const at = (bound: string | number) => (typeof bound === 'string' ? Date.parse(bound) : bound)
  const isMoment = typeof value === 'string'
  if (bounds.from !== undefined && at(value) < at(bounds.from)) return false
  if (bounds.to === undefined) return true
  return isMoment ? at(value) < at(bounds.to) : at(value) <= at(bounds.to)
}

type Test<K extends keyof HugggFilters> = (gift: NaiveGift, wanted: NonNullable<HugggFilters[K]>) => boolean

const said = (texts: (string | null | undefined)[], wanted: string) =>
  wantedTokens(wanted).every((word) =>
    begins(
      word,
      texts.map((text) => text ?? ''),
    ),
  )

/** Each filter, told from the hit alone. */
export const naiveFilters: { [K in keyof Required<HugggFilters>]: Test<K> } = {
  hugggIds: ({ hit }, ids) => ids.includes(hit.huggg.id),
  transactionIds: ({ hit }, ids) => ids.includes(hit.transaction.id),
  senderIds: ({ hit }, ids) => ids.includes(hit.sender.id),
  receiverIds: ({ hit }, ids) => ids.includes(hit.receiver?.id ?? ''),
  teamIds: ({ hit }, ids) => ids.includes(hit.team.id),
  productIds: ({ hit }, ids) => ids.includes(hit.purchase.id),
  brandIds: ({ brandId }, ids) => ids.includes(brandId),
  planIds: ({ hit }, ids) => ids.includes(hit.transaction.plan_id),
  segmentIds: ({ segmentIds }, ids) => segmentIds.some((id) => ids.includes(id)),
  themeIds: ({ hit }, ids) => ids.includes(hit.huggg.theme_id),
  statusIds: ({ hit }, ids) => (ids as number[]).includes(hit.huggg.status_id),
  statusNames: ({ hit }, names) => names.includes(statusNames[hit.huggg.status_id - 1]!),
  states: ({ hit }, states) => states.includes(hit.state),
  deliveryMethods: ({ hit }, methods) => methods.includes(hit.transaction.delivery_method!),
  deliveryStatuses: ({ hit }, statuses) => statuses.includes(hit.deliveryStatus),
  reasonCodes: ({ hit }, codes) => codes.includes(hit.transaction.reason_code),
  processing: ({ hit }, wanted) => wanted.includes(hit.transaction.processing!),
  voucherTypes: ({ hit }, types) => types.includes(hit.voucherV2.voucherType),
  shortcodes: ({ hit }, codes) => codes.includes(hit.huggg.shortcode!),
  viewedClients: ({ hit }, clients) => clients.includes(hit.huggg.viewed_client ?? ''),
  reactionEmojis: ({ hit }, emojis) => emojis.includes(hit.reaction?.emoji ?? ''),
  receiverEmail: ({ hit }, email) => hit.receiver?.email?.toLowerCase() === email,
  receiverPhoneNumber: ({ hit }, number) => hit.receiver?.phone_number === number,
  receiverName: ({ hit }, words) => said([hit.receiver?.first_name, hit.receiver?.surname], words),
  senderEmail: ({ hit }, email) => hit.sender.email.toLowerCase() === email,
  senderName: ({ hit }, words) => said([hit.sender.first_name, hit.sender.surname], words),
  fromName: ({ hit }, words) => said([hit.huggg.from_name], words),
  notes: ({ hit }, words) => said([hit.huggg.notes], words),
  transactionNotes: ({ hit }, words) => said([hit.transaction.notes], words),
  productLabel: ({ hit }, words) => said([hit.purchase.label], words),
  teamName: ({ hit }, words) => said([hit.team.name], words),
  reactionMessage: ({ hit }, words) => said([hit.reaction?.message], words),
  createdAt: ({ hit }, bounds) => within(hit.huggg.created_at, bounds),
  updatedAt: ({ hit }, bounds) => within(hit.huggg.updated_at, bounds),
  sentDate: ({ hit }, bounds) => within(hit.huggg.sent_date, bounds),
  assignedDate: ({ hit }, bounds) => within(hit.huggg.assigned_date, bounds),
  viewedDate: ({ hit }, bounds) => within(hit.huggg.viewed_date, bounds),
  expiryDate: ({ hit }, bounds) => within(hit.huggg.expiry_date, bounds),
  redeemedAt: ({ hit }, bounds) => within(hit.redemptions[0]?.created_at, bounds),
  reactionAt: ({ hit }, bounds) => within(hit.reaction?.dateCreated, bounds),
  deliveryStatusUpdatedAt: ({ hit }, bounds) => within(hit.deliveryStatusUpdatedAt, bounds),
  transactionCreatedAt: ({ hit }, bounds) => within(hit.transaction.created_at, bounds),
  price: ({ hit }, bounds) => within(hit.transaction.sale_per_item, bounds),
  saleTotal: ({ hit }, bounds) => within(hit.transaction.sale_total, bounds),
  isSettled: ({ hit }, flag) => hit.isSettled === flag,
  isViewed: ({ hit }, flag) => (hit.huggg.viewed_date !== null) === flag,
  isRedeemed: ({ hit }, flag) => hit.redemptions.length > 0 === flag,
  hasReceiver: ({ hit }, flag) => (hit.receiver !== null) === flag,
  hasReaction: ({ hit }, flag) => (hit.reaction !== null) === flag,
}

export const passes = (gift: NaiveGift, filters: HugggFilters): boolean =>
  (Object.keys(filters) as (keyof HugggFilters)[]).every((name) => {
    const wanted = filters[name]
    return wanted === undefined || (naiveFilters[name] as Test<never>)(gift, wanted as never)
  })
