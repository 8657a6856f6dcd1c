import { Secret, TOTP } from 'otpauth'
import { getSandboxClock, moveSandboxClock } from '#contract/sandbox/clock.ts'
import { listOwnSandboxes, startOwnSandbox, stopOwnSandbox } from '#contract/sandbox/own.ts'
import { getSandboxAuthenticator } from '#contract/sandbox/phone.ts'
import type { Instant } from '#kit/time.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/log.ts'
import { clockMover, type Moved } from './clock.ts'
import { OwnSandboxes } from './own-sandboxes.ts'
import type { Sandbox } from './sandbox.ts'

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

/** What no party is behind: the clock, codes of an authenticator, and sandboxes of one's own. */
export interface ControlsSandbox extends Sandbox {
  ownSandboxes: OwnSandboxes
}

export function openControls(log: Logger): ControlsSandbox {
  const ownSandboxes = new OwnSandboxes(log)
  return { ownSandboxes, routes: controlRoutes(ownSandboxes), close: () => ownSandboxes.stopAll() }
}

function controlRoutes(ownSandboxes: OwnSandboxes): Route[] {
  const mover = clockMover()
  return [
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
