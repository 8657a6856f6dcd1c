import type { AddressReason } from '#contract/core/reasons.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'

type Blocked = Extract<AddressReason, { code: 'address_blocked' }>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    /** Which of these get no messages, and why. */
    blockedAddresses: (
      posy: Posy,
      db: Db | Tx,
      channel: Blocked['channel'],
      addresses: readonly string[],
    ) => Promise<Map<string, Blocked['cause']>>
  }
}

const WORDS: Record<Blocked['channel'], Record<Blocked['cause'], string>> = {
  email: {
    'opted-out': 'its owner has opted out of our emails: none are sent there',
    bounce: 'emails to this address have come back: none are sent there now',
    complaint: 'its owner reported one of our emails as spam: none are sent there',
  },
  sms: {
    'opted-out': 'its owner has stopped texts: none are sent there',
    bounce: 'texts to this number could not be delivered: none are sent there now',
    complaint: 'its owner reported one of our texts as spam: none are sent there',
  },
}

/** Why nothing can be sent to an address, as a refusal says it. Undefined where something can. */
export async function whyUnreachable(
  { posy, tx }: Work,
  { channel, address }: { channel: Blocked['channel']; address: string },
): Promise<{ message: string; reason: Blocked } | undefined> {
  const cause = (await posy.hooks.blockedAddresses(posy, tx, channel, [address])).get(address)
  return cause && { message: WORDS[channel][cause], reason: { code: 'address_blocked', channel, cause } }
}

/** @throws invalid_fields naming `path` for an address that a message would not be sent to */
export async function requireReachable(
  work: Work,
  to: { channel: Blocked['channel']; address: string; path: string },
): Promise<void> {
  const why = await whyUnreachable(work, to)
  if (why) throw invalidFields([{ path: to.path, code: 'blocked', ...why }])
}
