import type { PhoneFailure } from '#contract/sandbox/phone.ts'

/** What the network says of a text that does not arrive, as Twilio's code. */
export const undeliveredCodes = {
  landline: 30006,
  unknown: 30005,
  blocked: 30004,
  expired: 30036,
  spam: 30007,
  dropped: 30001,
  failed: 30008,
} as const satisfies Partial<Record<PhoneFailure, number>>
export type Undelivered = keyof typeof undeliveredCodes
export const isUndelivered = (failure: PhoneFailure): failure is Undelivered => failure in undeliveredCodes

/** Numbers of Ofcom's for examples that always fare so. */
export const specialNumbers: Record<string, PhoneFailure> = {
  '+447700900901': 'landline',
  '+447700900902': 'unknown',
  '+447700900903': 'blocked',
  '+447700900904': 'expired',
  '+447700900905': 'rejected',
  '+447700900906': 'spam',
  '+447700900907': 'dropped',
  '+447700900908': 'failed',
}

/** Ways in which a real phone network fails, for tests and for anyone who tries Posy out. */
export interface PhoneFailures {
  /** The next texts fail so; once unless told. */
  next(failure: PhoneFailure, times?: number): void
  /** From now on all goes well. */
  clear(): void
  /** What is still to go wrong, in order. */
  planned(): { failure: PhoneFailure; times: number }[]
  take(): PhoneFailure | null
}

export function openFailures(): PhoneFailures {
  let planned: { failure: PhoneFailure; times: number }[] = []
  return {
    next: (failure, times = 1) => void planned.push({ failure, times }),
    clear: () => {
      planned = []
    },
    planned: () => planned.filter(({ times }) => times > 0),
    take: () => {
      const first = planned.find(({ times }) => times > 0)
      if (!first) return null
      first.times -= 1
      return first.failure
    },
  }
}
