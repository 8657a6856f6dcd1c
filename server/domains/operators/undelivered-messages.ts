import { toDate } from '#kit/time.ts'
import { listUndeliveredMessages, type UndeliveredMessage } from '#server/domains/delivery/index.ts'
import { STATEMENT_MAIL_JOB } from '#server/domains/settlements/index.ts'
import { unsentWebhooks } from '#server/domains/webhooks/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { OWNER_NOTICE_JOB } from './notify-owners.ts'

/** Mails that a job of their own sends. */
const JOBS: Record<string, string> = { [OWNER_NOTICE_JOB]: 'owner-notice', [STATEMENT_MAIL_JOB]: 'merchant-statement' }

/** Everything that is to leave and has not, whichever way it leaves. `db` to be read from another connection. */
export async function unsent(posy: Posy, db: Db = posy.db): Promise<UndeliveredMessage[]> {
  const [messages, webhooks, queues] = await Promise.all([
    listUndeliveredMessages(db, new Date(posy.wall.nowMs())),
    unsentWebhooks(db, toDate(posy.clock.now())),
    posy.queue.depths(db),
  ])
  const jobs = queues
    .filter(({ queue }) => queue in JOBS)
    .map(({ queue, ready, later, running, oldestUnfinishedSeconds }) => ({
      channel: JOBS[queue]!,
      waitsFor: later > 0 ? ('server' as const) : ('turn' as const),
      count: ready + later + running,
      oldestSeconds: oldestUnfinishedSeconds,
    }))
  return [...messages, ...webhooks, ...jobs]
}

/** So long a message may be under way before anyone needs to hear of it. */
const LONG_SECONDS = 60

/** Of those that operators can do something about: what a receiver puts off, or takes slowly, as webhooks, is theirs. */
export async function longUnsent(posy: Posy): Promise<{ count: number; oldestSeconds: number }> {
  const waiting = (await unsent(posy)).filter(
    ({ channel, waitsFor }) => channel !== 'webhook' && waitsFor !== 'recipient',
  )
  const late = waiting.filter(({ oldestSeconds }) => oldestSeconds > LONG_SECONDS)
  if (late.length === 0) return { count: 0, oldestSeconds: 0 }
  const channels = new Set(late.map(({ channel }) => channel))
  return {
    count: waiting.filter(({ channel }) => channels.has(channel)).reduce((sum, { count }) => sum + count, 0),
    oldestSeconds: Math.max(...late.map(({ oldestSeconds }) => oldestSeconds)),
  }
}
