import { createHmac } from 'node:crypto'
import type { Logger } from '#server/platform/log.ts'
import type { Deliver } from '#server/providers/sandbox/sandbox.ts'

interface Callback {
  url: string
  fields: Record<string, string>
}

/** The network's signed requests to the installation: what happened to a text, and what someone texted back. */
export interface Callbacks {
  deliverTo(deliver: Deliver): void
  queue(callback: Callback): void
  /** Keeps callbacks back until `resume`: they can be delivered by hand in any order. */
  hold(): void
  resume(): Promise<void>
  /** All there were since the start, oldest first. */
  all(): readonly Callback[]
  /** Delivers one at once. @returns the installation's status */
  deliver(callback: Callback, options?: { token?: string }): Promise<number>
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>
}

/** Twilio's signature: the address and every field in order of name, under the account's token. */
const signCallback = (token: string, { url, fields }: Callback): string =>
  createHmac('sha1', token)
    .update(
      Object.keys(fields)
        .sort()
        .reduce((text, name) => text + name + fields[name], url),
    )
    .digest('base64')

const REMEMBERED = 10_000

export function openCallbacks({ log, token: ownToken }: { log: Logger; token: string }): Callbacks {
  let deliverRequest: Deliver | null = null
  let held: Callback[] | null = null
  let underWay: Promise<unknown> = Promise.resolve()
  const past: Callback[] = []

  const deliver: Callbacks['deliver'] = async (callback, { token = ownToken } = {}) => {
    if (!deliverRequest) throw new Error('The sandbox does not know where to deliver callbacks.')
    return deliverRequest(
      new Request(callback.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signCallback(token, callback),
        },
        body: new URLSearchParams(callback.fields).toString(),
      }),
    )
  }
  const later = (callback: Callback): void => {
    underWay = underWay
      .then(() => deliver(callback))
      .catch((error: unknown) => log.warn({ err: error }, 'sandbox: a callback of the phone was not delivered'))
  }
  return {
    deliverTo: (target) => {
      deliverRequest = target
    },
    queue: (callback) => {
      past.push(callback)
      if (past.length > REMEMBERED) past.shift()
      if (held) held.push(callback)
      else if (deliverRequest) later(callback)
    },
    hold: () => {
      held = []
    },
    resume: async () => {
      const waiting = held ?? []
      held = null
      for (const callback of waiting) later(callback)
      await underWay
    },
    all: () => past,
    deliver,
    idle: async () => void (await underWay),
  }
}
