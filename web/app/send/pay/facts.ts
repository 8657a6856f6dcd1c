import type { HugggOrder, Order, SuperhugggOrder } from '#contract/orders/orders.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import type { DraftStep } from '#web/paths.ts'
import { formatCount, formatDay, formatFull, plural } from '#web/ui/format.ts'
import type { ChoiceToOffer } from '../choice/choice.server.ts'
import { deliveries, goesToPeople, recipientCount } from '../steps.ts'

interface Fact {
  name: string
  value: string
  /** Shown before its words. */
  picture?: string
  step: DraftStep
}

/** Someone's own address is among the recipients of a draft. */
export const isFor = (order: Order, email: string | undefined): boolean =>
  order.type !== 'superhuggg' &&
  email !== undefined &&
  order.receivers.some((receiver) => receiver.email?.toLowerCase() === email.toLowerCase())

const REMINDERS = { true: 'By email, to people who have not used theirs', false: 'None' }
const LONGEST_MESSAGE = 160
/** So many people are named, and the others counted. */
const NAMED = 3

const quote = (message: string | null): string => {
  if (!message) return ''
  return `“${message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE).trimEnd()}…` : message}”`
}

/** What each gift says, how long it lasts, and whether people are reminded of it. */
function wordFacts(order: HugggOrder, { lastsDays, remindsRecipients, choice, giftwrap, design }: Known): Fact[] {
  const own = order.receivers.filter(({ notes }) => notes).length
  const reminds = order.reminders ?? remindsRecipients
  return [
    {
      name: 'Message',
      value:
        [quote(order.message), own && plural(own, 'recipient has their own', 'recipients have their own')]
          .filter(Boolean)
          .join(' ') || 'None',
      step: 'message',
    },
    ...pictureFacts(order, 'message'),
    { name: 'Giftwrap', value: giftwrap, step: 'message' },
    ...(design ? [{ name: 'Card', value: design, step: 'message' as const }] : []),
    ...choiceFacts(choice, 'message'),
    {
      name: 'Last day to use it',
      value: order.expiry ? formatDay(order.expiry, BUSINESS_ZONE) : `${plural(lastsDays, 'day')} after it is sent`,
      step: 'schedule',
    },
    ...(order.deliveryMethod === 'email'
      ? [{ name: 'Reminders', value: REMINDERS[`${reminds}`], step: 'schedule' as const }]
      : []),
  ]
}

const pictureFacts = ({ coverImage }: Order, step: DraftStep): Fact[] =>
  coverImage
    ? [{ name: 'Picture', value: 'Above the message', picture: new URL(coverImage, 'http://here').pathname, step }]
    : []

function giftFacts(order: HugggOrder, { senderName, zone }: Known): Fact[] {
  const delivery = deliveries.find(({ method }) => method === order.deliveryMethod)
  const count = recipientCount(order)
  const people = goesToPeople(order.deliveryMethod) ? order.receivers : []
  const names = people.slice(0, NAMED).map(({ name, email, phoneNumber }) => name ?? email ?? phoneNumber ?? '')
  const others = count > names.length ? [plural(count - names.length, 'other')] : []
  return [
    {
      name: 'For',
      value: names.length ? new Intl.ListFormat('en-GB').format([...names, ...others]) : plural(count, 'gift'),
      step: 'recipients',
    },
    { name: 'How', value: delivery?.label ?? '', step: 'recipients' },
    { name: 'From', value: order.fromName ?? senderName, step: 'message' },
    {
      name: 'When',
      value: order.sendDate ? formatFull(order.sendDate, zone) : 'As soon as it is paid',
      step: 'schedule',
    },
  ]
}

function shareableFacts(order: SuperhugggOrder, { senderName, lastsDays, choice, giftwrap }: Known): Fact[] {
  const { emailEndings, numberPrefixes } = order.claimRestrictions ?? {}
  const only = [...(emailEndings ?? []), ...(numberPrefixes ?? [])]
  const code = order.claimMethod === 'sms' ? 'a code by text message' : 'a code by email'
  return [
    { name: 'Gifts', value: `${formatCount(recipientCount(order))} for one link`, step: 'shareable' },
    { name: 'Claimed with', value: code, step: 'shareable' },
    { name: 'For each person', value: plural(order.perPerson ?? 1, 'gift'), step: 'shareable' },
    { name: 'Who can claim', value: only.length ? only.join(', ') : 'Everyone with the link', step: 'shareable' },
    { name: 'From', value: order.fromName ?? senderName, step: 'shareable' },
    { name: 'Message', value: quote(order.message) || 'None', step: 'shareable' },
    ...pictureFacts(order, 'shareable'),
    { name: 'Giftwrap', value: giftwrap, step: 'shareable' },
    ...choiceFacts(choice, 'shareable'),
    {
      name: 'Last day to claim and use',
      value: order.hugggExpiryDate ? formatDay(order.hugggExpiryDate, BUSINESS_ZONE) : plural(lastsDays, 'day'),
      step: 'shareable',
    },
  ]
}

interface Known {
  /** What it is wrapped in, by name. */
  giftwrap: string
  /** The design of printed cards, by name; null for other gifts. */
  design: string | null
  /** Whom the gifts are from where the draft does not say. */
  senderName: string
  zone: string
  lastsDays: number
  remindsRecipients: boolean
  /** What its recipients choose from, for a sender who may narrow it. */
  choice: ChoiceToOffer | null
}

/** All that a draft brings about, each with the step that changes it. */
export const draftFacts = (order: Order, known: Known): Fact[] =>
  order.type === 'superhuggg'
    ? [...shareableFacts(order, known), ...filingFacts(order, 'shareable')]
    : [...giftFacts(order, known), ...wordFacts(order, known), ...filingFacts(order, 'message')]

/** What it is found by afterwards; recipients see neither. */
const filingFacts = ({ name, tags, reasonCode, purchaseOrderNumber }: Order, step: DraftStep): Fact[] => [
  ...(name ? [{ name: 'Name of this purchase', value: name, step }] : []),
  ...(reasonCode ? [{ name: 'Reason', value: reasonCode, step }] : []),
  ...(purchaseOrderNumber ? [{ name: 'Purchase order number', value: purchaseOrderNumber, step }] : []),
  ...(tags?.length ? [{ name: 'Tags', value: tags.join(', '), step }] : []),
]

/** Which kinds of gifts a choice offers, and what its sender says of it. */
function choiceFacts(choice: ChoiceToOffer | null, step: DraftStep): Fact[] {
  if (!choice) return []
  const { segments, description } = choice
  const kept = segments.filter(({ isKept }) => isKept)
  const names = new Intl.ListFormat('en-GB').format(kept.map(({ name }) => name))
  const isNarrowed = kept.length < segments.length
  return [
    {
      name: 'Choose from',
      value: isNarrowed
        ? `${names}. ${plural(segments.length - kept.length, 'kind')} left out.`
        : `All kinds: ${names}`,
      step,
    },
    ...(description ? [{ name: 'Said of the choice', value: quote(description), step }] : []),
  ]
}
