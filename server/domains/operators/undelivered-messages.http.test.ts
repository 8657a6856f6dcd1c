import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WaitingKind } from '#contract/operator/overview.ts'
import { deliverDue } from '#server/domains/delivery/deliver-due.ts'
import { asSystem } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, withoutReceipts } from '#server/testing/gifts.ts'
import { waitingCount } from '#server/testing/operators.ts'
import { queueNotice } from './notify-owners.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await withoutReceipts(app)
})
afterAll(() => app?.close())

const figure = async (name: string, labels: string): Promise<number | null> => {
  const text = (await app.request('GET', '/metrics')).body as string
  const line = text.split('\n').find((each) => each.startsWith(`${name}{${labels}}`))
  return line ? Number(line.split(' ').at(-1)) : null
}
const overview = async () =>
  (await app.request('GET', '/v3/operator/overview', { as: 'operator:support@posy.test' })).body.data

test('a mail server that is away is shown: in figures by channel, in the overview, and by the check that posy doctor makes', async () => {
  const byServer = 'channel="email",waits_for="server"'
  await app.providers.sandboxes.mail!.smtp.down()
  await buyGifts(app, { receivers: Array.from({ length: 12 }, (_, index) => ({ email: `p${index}@one.test` })) })
  await app.settle()
  expect(await figure('posy_unsent_messages', byServer)).toBe(12)
  for (let minutes = 0; minutes < 12; minutes++) {
    app.wall.advanceSeconds(60)
    await deliverDue(app.posy)
  }
  expect(await figure('posy_unsent_messages', byServer)).toBe(12)
  expect(await figure('posy_unsent_oldest_seconds', byServer)).toBe(720)
  const { checks } = await overview()
  for (const [kind, count] of Object.entries({ unsentMessages: 12, failedMessages: 0, failedJobs: 0 }))
    expect(await waitingCount(app, kind as WaitingKind), kind).toBe(count)
  expect(checks).toContainEqual({
    name: 'Messages',
    state: 'failed',
    what: '12 messages have not left, the oldest for 12 minutes',
  })

  await app.providers.sandboxes.mail!.smtp.up()
  app.wall.advanceSeconds(300)
  await deliverDue(app.posy)
  expect(await figure('posy_unsent_messages', byServer)).toBeNull()
  const after = await overview()
  expect(await waitingCount(app, 'unsentMessages')).toBe(0)
  expect(after.checks).toContainEqual({ name: 'Messages', state: 'ok', what: 'all that could leave have left' })
})

test('messages that no worker sends are counted too, and apart from those that a receiver defers', async () => {
  const turn = 'channel="email",waits_for="turn"'
  await buyGifts(app, { receivers: [{ email: 'one@one.test' }] })
  app.wall.advanceSeconds(90)
  expect(await figure('posy_unsent_oldest_seconds', turn)).toBe(90)
  expect(await waitingCount(app, 'unsentMessages')).toBe(1)
  app.providers.sandboxes.mail!.smtp.failNext({ code: 451 })
  await app.settle()
  expect(await figure('posy_unsent_messages', turn)).toBeNull()
  expect(await figure('posy_unsent_messages', 'channel="email",waits_for="recipient"')).toBe(1)
  expect(await waitingCount(app, 'unsentMessages')).toBe(0)
  app.wall.advanceSeconds(5)
  await deliverDue(app.posy)
})

test('emails with a job of their own, such as warnings to owners, are tried for three days like all others', async () => {
  const { rows } = await sql<{ name: string; days: number }>`
    select name, retry_limit * retry_delay_max / 86400.0 as days from queue.queue
    where name in ('operators.owner-notice', 'settlements.mail-statement') order by name`.execute(app.posy.db)
  expect(rows.map(({ name, days }) => [name, Number(days)])).toEqual([
    ['operators.owner-notice', 3],
    ['settlements.mail-statement', 3],
  ])
  await app.providers.sandboxes.mail!.smtp.down()
  await asSystem(app.posy, (work) =>
    queueNotice(work, {
      what: 'payout',
      label: 'PO1',
      operator: 'olive@posy.test',
      mayConfirmAt: null,
      recipients: ['olive@home.test'],
    }),
  )
  await app.settle()
  expect(await figure('posy_unsent_messages', 'channel="owner-notice",waits_for="server"')).toBe(1)
  await app.providers.sandboxes.mail!.smtp.up()
})
