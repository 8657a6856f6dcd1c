import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type BlockReason, blockedAddresses, unblockAddress } from './messages/contact-address.ts'

const readChannel = (address: string) => (address.includes('@') ? ('email' as const) : ('sms' as const))

/**
 * Lets an address or number get gifts again that came back or complained before: its mailbox is there now, or it was a
 * mistake. People who opted out do so themselves. Only for the operator.
 * @returns why messages had been stopped
 * @throws not_found (404) where nothing stops them; wrong_state (409) where their owner does
 */
export async function letAddressAgain(work: Work, address: string): Promise<BlockReason> {
  const channel = readChannel(address)
  const reason = (await blockedAddresses(work.posy, work.tx, channel, [address])).get(address)
  if (!reason) throw new Problem('not_found', 'Nothing stops messages to it.')
  if (reason === 'opted-out')
    throw new Problem('wrong_state', 'Its owner stopped messages; only they can let them come again.')
  await unblockAddress(work, channel, address)
  await work.audit('address.allowed', { kind: 'address', id: channel })
  return reason
}
