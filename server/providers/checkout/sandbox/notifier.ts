import { createHmac } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Deliver } from '#server/providers/sandbox/sandbox.ts'
import { newIdentifier } from './identifiers.ts'
import { records, type SandboxNotice } from './records.ts'

/** The provider's webhooks. Each is stored, signed, and delivered soon after what it tells has happened. */
export interface Notifier {
  /** Where notices go; until this is known they wait. */
  deliverTo(deliver: Deliver): void
  notify(type: string, at: string, data: object): Promise<void>
  /** Keeps notices back until `resume`: they can be delivered by hand in any order. */
  hold(): void
  resume(): Promise<void>
  /** All there ever were, oldest first. */
  all(): Promise<SandboxNotice[]>
  /** Delivers one, again or for the first time. @returns the installation's status */
  deliver(notice: SandboxNotice): Promise<number>
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>
}

export const signNotification = (secret: string, raw: string): string =>
  createHmac('sha256', secret).update(raw).digest('hex')

export function openNotifier({ db, log, secret }: { db: Db; log: Logger; secret: string }): Notifier {
  let deliverRequest: Deliver | null = null
  let held = false
  let underWay: Promise<unknown> = Promise.resolve()

  const deliver = async (notice: SandboxNotice): Promise<number> => {
    if (!deliverRequest) throw new Error('The sandbox does not know where to deliver notices.')
    const request = new Request('http://sandbox.invalid/webhooks/checkout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cko-signature': signNotification(secret, notice.raw) },
      body: notice.raw,
    })
    const status = await deliverRequest(request)
    if (status < 300) await records.saveNotice(db, { ...notice, delivered: true })
    return status
  }
  const later = (notice: SandboxNotice): void => {
    underWay = underWay
      .then(() => deliver(notice))
      .catch((error: unknown) =>
        log.warn({ err: error, notice: notice.type }, 'sandbox: a card notice was not delivered'),
      )
  }
  const undelivered = async () => (await records.notices(db)).filter((notice) => !notice.delivered)

  return {
    deliverTo: (target) => {
      deliverRequest = target
    },
    notify: async (type, at, data) => {
      const id = newIdentifier('evt')
      const raw = JSON.stringify({ id, type, version: '1.0.0', created_on: at, data })
      const notice = { id, type, raw, delivered: false }
      await records.saveNotice(db, notice)
      if (!held && deliverRequest) later(notice)
    },
    hold: () => {
      held = true
    },
    resume: async () => {
      held = false
      for (const notice of await undelivered()) later(notice)
      await underWay
    },
    all: () => records.notices(db),
    deliver,
    idle: async () => void (await underWay),
  }
}
