import { numberProblems, readMobileNumber } from '#kit/phone.ts'
import type { Work } from '#server/platform/posy.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { type BlockReason, blockedAddresses, unblockAddress } from './messages/contact-address.ts'
import type { ChannelAddress } from './sought-gifts.ts'

/** As it is kept, however it was typed. @throws invalid_fields (422) for a number that no text goes to */
function readAddress(typed: string): ChannelAddress {
  if (typed.includes('@')) return { channel: 'email', address: typed }
  const read = readMobileNumber(typed, 'GB')
  if (read.number === null) throw invalidFields([{ path: 'address', message: numberProblems[read.problem] }])
  return { channel: 'sms', address: read.number }
}

/**
 * Lets an address or number get gifts again that came back or complained before: its mailbox is there now, or it was a
 * mistake. People who opted out do so themselves. Only for the operator.
 * @returns why messages had been stopped
 * @throws not_found (404) where nothing stops them; wrong_state (409) where their owner does; invalid_fields (422)
 */
export async function letAddressAgain(work: Work, typed: string): Promise<BlockReason> {
  const { channel, address } = readAddress(typed)
  const reason = (await blockedAddresses(work.posy, work.tx, channel, [address])).get(address)
  if (!reason) throw new Problem('not_found', 'Nothing stops messages to it.')
  if (reason === 'opted-out')
    throw new Problem('wrong_state', 'Its owner stopped messages; only they can let them come again.')
  await unblockAddress(work, channel, address)
  await work.audit('address.allowed', { kind: 'address', id: channel })
  return reason
}
