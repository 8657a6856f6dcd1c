import type { Reason } from '#contract/core/reasons.ts'
import type { DeliveryMethod, Receiver } from '#contract/orders/purchase.ts'
import { numberProblems, readMobileNumber } from '#kit/phone.ts'
import type { AskedReceivers } from './purchase-request.ts'

/** How receivers who are users of the team are reached, by user id. */
export interface UserAddresses {
  emailOfUser: ReadonlyMap<string, string>
  /** As they wrote it. */
  mobileOfUser: ReadonlyMap<string, string>
}

export type KnownAddresses = UserAddresses & { team: { territory: string } }

const OF_TEXTS = 'is reached by text message, and this purchase goes by email: buy for numbers in one of their own'
const OF_EMAILS = 'is reached by email, and this purchase goes by text message: buy for addresses in one of their own'

export type ReadAddress =
  | { address: string; channel: 'email' | 'sms'; isAbroad: boolean; problem?: never }
  | { address: null; problem: string; reason?: Reason }

/** Where a gift for a receiver is sent: by text an E.164 number, by any other method an email address. */
export function readAddress(
  receiver: Receiver,
  { emailOfUser, mobileOfUser }: UserAddresses,
  { method, territory }: { method: DeliveryMethod; territory: string },
): ReadAddress {
  const { user_id: userId } = receiver
  if (userId && !emailOfUser.has(userId)) return { address: null, problem: 'no such user' }
  if (method !== 'sms') {
    const address = receiver.email ?? (userId ? emailOfUser.get(userId) : undefined)
    if (!address) return { address: null, problem: receiver.phone_number ? OF_TEXTS : 'an email address is needed' }
    return { address, channel: 'email', isAbroad: false }
  }
  const given = receiver.phone_number ?? (userId ? mobileOfUser.get(userId) : undefined)
  if (!given) {
    if (userId) return { address: null, problem: 'has given no mobile number, and this purchase goes by text message' }
    return { address: null, problem: receiver.email ? OF_EMAILS : 'a mobile number is needed to send by text message' }
  }
  const read = readMobileNumber(given, territory)
  if (read.number === null) {
    return { address: null, problem: numberProblems[read.problem], reason: { code: `phone_${read.problem}` } }
  }
  return { address: read.number, channel: 'sms', isAbroad: read.isAbroad }
}

/** Each row with where its gift goes, as far as that can be told, and what errors call it. */
export const addressedRows = (
  { names, receivers, malformedRows, deliveryMethod: method }: AskedReceivers,
  facts: KnownAddresses,
) =>
  receivers.flatMap((receiver, row) => {
    if (malformedRows?.has(row)) return []
    const { address } = readAddress(receiver, facts, { method, territory: facts.team.territory })
    const field = receiver.user_id ? 'user_id' : method === 'sms' ? 'phone_number' : 'email'
    return address === null ? [] : [{ row, address, path: `${names.receivers}.${row}.${names[field]}` }]
  })

/** How an address that has been checked is kept. */
export const addressColumns = (read: ReadAddress): { email: string | null; phone_number: string | null } => {
  if (read.address === null) throw new Error('a receiver that cannot be reached was not refused')
  return read.channel === 'sms'
    ? { email: null, phone_number: read.address }
    : { email: read.address, phone_number: null }
}
