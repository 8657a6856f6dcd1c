import { type Posy, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { blockedAddresses, unblockAddress } from './messages/contact-address.ts'

/**
 * Lets an address or number get gifts again that came back or complained before: its mailbox is there now, or it was a
 * mistake. People who opted out do so themselves. Only for the operator.
 * @returns the exit code
 */
export async function allowAddress(posy: Posy, address: string, print: (line: string) => void): Promise<number> {
  const channel = address.includes('@') ? 'email' : 'sms'
  const reason = (await blockedAddresses(posy, posy.db, channel, [address])).get(address)
  if (!reason) {
    print('Nothing stops messages to it.')
    return 0
  }
  if (reason === 'opted-out') {
    print('Its owner stopped messages; only they can let them come again.')
    return 1
  }
  await transact(posy, { actor: operatorActor }, async (work) => {
    await unblockAddress(work, channel, address)
    await work.audit('address.allowed', { kind: 'address', id: channel })
  })
  print(`It gets messages again. It had been stopped: ${reason}.`)
  return 0
}
