import type { Posy } from '#server/platform/posy.ts'
import { type BlockReason, blockedAddresses, type Channel, optOutCodes } from '../messages/contact-address.ts'
import type { Composed } from '../messages/message-kind.ts'
import { giftText, optOutText, optOutUrl } from './gift-text.ts'

interface Addressed {
  channel: Channel
  address: string | null
}

/** What sending to these addresses needs to know of them, looked up at once. */
export async function readChannels(posy: Posy, messages: readonly Addressed[]) {
  const addresses = (channel: Channel) =>
    messages.flatMap((message) => (message.channel === channel && message.address ? [message.address] : []))
  const [numbers, emails] = [addresses('sms'), addresses('email')]
  const blocked: Record<Channel, Map<string, BlockReason>> = {
    email: await blockedAddresses(posy, posy.db, 'email', emails),
    sms: await blockedAddresses(posy, posy.db, 'sms', numbers),
  }
  const codes = await optOutCodes(posy, numbers)
  const canReply = Boolean(posy.providers.sms?.replyNumber)
  const stopUrl = (to: string) => optOutUrl(posy, codes.get(to)!)
  return {
    whyBlocked: ({ channel, address }: Addressed): Composed | null => {
      const reason = address && blocked[channel].get(address)
      if (!reason) return null
      // Its owner's wish, or an address that has failed before.
      return { kind: 'blocked', status: reason === 'opted-out' ? 'blocked' : 'dropped', why: reason }
    },
    /** How anyone who gets a text says that they want no more. */
    optOut: (to: string): string => optOutText(stopUrl(to), canReply),
    stop: (to: string) => ({ stopUrl: stopUrl(to), canReply }),
    giftText: (to: string, { from, url }: { from: string; url: string }): Composed => ({
      kind: 'text',
      text: { to, text: giftText({ from, url, optOutUrl: stopUrl(to), canReply }) },
    }),
  }
}
