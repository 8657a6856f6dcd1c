import { Secret, TOTP } from 'otpauth'
import { getSandboxClock, moveSandboxClock } from '#contract/sandbox/clock.ts'
import {
  getSandboxMessage,
  listSandboxMessages,
  reportSandboxMessage,
  type SandboxMailEvent,
} from '#contract/sandbox/messages.ts'
import { listOwnSandboxes, startOwnSandbox, stopOwnSandbox } from '#contract/sandbox/own.ts'
import { getSandboxAuthenticator } from '#contract/sandbox/phone.ts'
import type { Instant } from '#kit/time.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { clockMover, type Moved } from './clock.ts'
import { findMessage, listMessages } from './messages.ts'
import type { OwnSandboxes } from './own-sandboxes.ts'

/** Sources that run often on a long way would fill the page. */
const MOST_RAN = 200
const toIsoString = (instant: Instant) => instant.toString({ fractionalSecondDigits: 3 })

function serializeClock(now: Instant, last: Moved | null) {
  const lastMove = last && {
    from: toIsoString(last.from),
    to: toIsoString(last.to),
    ran: last.ran
      .slice(-MOST_RAN)
      .reverse()
      .map(({ at, work }) => ({ at: toIsoString(at), work })),
  }
  return { data: { now: toIsoString(now), lastMove } }
}

export function sandboxRoutes(
  ownSandboxes: OwnSandboxes,
  report: (mail: { messageId: string; to: string }, event: SandboxMailEvent) => Promise<void>,
): Route[] {
  const mover = clockMover()
  return [
    read(listSandboxMessages, async ({ db, query }) => ({ data: await listMessages(db, query) })),
    read(getSandboxMessage, async ({ db, params }) => ({ data: found(await findMessage(db, params.id), 'message') })),
    read(reportSandboxMessage, async ({ db, params, body }) => {
      const message = found(await findMessage(db, params.id), 'message')
      if (!message.messageId || message.channel !== 'email') throw notFound('email')
      await report({ messageId: message.messageId, to: message.to }, body.event)
      return { data: message }
    }),
    read(getSandboxAuthenticator, async ({ posy, query }) => {
      const timestamp = posy.wall.nowMs()
      const app = new TOTP({ secret: Secret.fromBase32(query.key) })
      return {
        data: { code: app.generate({ timestamp }), secondsLeft: Math.ceil(app.remaining({ timestamp }) / 1000) },
      }
    }),
    read(getSandboxClock, async ({ posy }) => {
      await posy.clock.refresh()
      return serializeClock(posy.clock.now(), mover.last())
    }),
    read(moveSandboxClock, async ({ posy, body }) => {
      await mover.move(posy, body)
      return serializeClock(posy.clock.now(), mover.last())
    }),
    read(listOwnSandboxes, async () => ({ data: ownSandboxes.list() })),
    read(startOwnSandbox, async () => ({ data: await ownSandboxes.start() })),
    read(stopOwnSandbox, async ({ params }) => {
      await ownSandboxes.stop(params.id)
      return { data: ownSandboxes.list() }
    }),
  ]
}
