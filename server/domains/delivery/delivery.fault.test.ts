import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, mailbox, type SandboxMail, withoutReceipts } from '#server/testing/gifts.ts'
import { compose } from './compose.ts'
import { deliverDue } from './deliver-due.ts'
import { emailMessageId, LEASE_SECONDS } from './messages/retry.ts'
import { claimMessages, recordResults } from './outbox.ts'

/** Quality, fault 9: whatever the mail server does, the queue drains automatically and no one is emailed twice beyond the doubt. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)
const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1)
/** Of what gets worse with each round, and is the same each time: the worst holds the others. */
const worst = process.env.FAULT_ROUNDS ? rounds : [ROUNDS]
const MAILS = 40
const CUTS = 5

let app: TestApp

beforeEach(async () => {
  app = await startTestApp()
  await withoutReceipts(app)
})
afterEach(() => app.close())

const smtp = () => app.providers.sandboxes.mail!.smtp
const buy = () =>
  buyGifts(app, { receivers: Array.from({ length: MAILS }, (_, index) => ({ email: `p${index}@one.test` })) })
const statuses = async () =>
  new Set((await app.posy.db.selectFrom('outgoing_message').select('status').execute()).map(({ status }) => status))

/** What the worker does once a second, every so many seconds of wall time. */
async function letTimePass(seconds: number, everySeconds = 5): Promise<void> {
  for (let passed = 0; passed < seconds; passed += everySeconds) {
    app.wall.advanceSeconds(everySeconds)
    await app.advance('PT0S')
  }
}

/** Copies of each message by Message-ID; every recipient has exactly one Message-ID. */
function copies(mails: readonly SandboxMail[]): number[] {
  const byPerson = Map.groupBy(mails, ({ to }) => to)
  expect(byPerson.size).toBe(MAILS)
  for (const received of byPerson.values()) expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1)
  return [...byPerson.values()].map((received) => received.length)
}

const everyGiftIsSent = async () => {
  expect(await statuses()).toEqual(new Set(['sent']))
  const gifts = await app.posy.db.selectFrom('huggg').select(['status_id', 'sent_date']).execute()
  expect(gifts.every(({ status_id, sent_date }) => status_id === 2 && sent_date !== null)).toBe(true)
}

test('after an hour without the mail server every email is sent, once', async () => {
  await smtp().down()
  await buy()
  await app.settle()
  await letTimePass(3600, 60)
  expect(await mailbox(app)).toEqual([])
  expect(await statuses()).toEqual(new Set(['pending']))
  await smtp().up()
  await letTimePass(1800, 60)
  expect(copies(await mailbox(app))).toEqual(Array(MAILS).fill(1))
  await everyGiftIsSent()
})

test.each(worst)('after many answers of 451 every email is sent in the end, once (round %i)', async (round) => {
  smtp().failNext({ code: 451, times: 10 * round, at: 'rcpt' })
  smtp().failNext({ code: 451, times: 7 * round, at: 'data' })
  await buy()
  await app.settle()
  await letTimePass(1800, 30)
  expect(copies(await mailbox(app))).toEqual(Array(MAILS).fill(1))
  await everyGiftIsSent()
})

test.each(worst)(
  'an email that is accepted and then dropped is sent again with the same Message-ID, once for each drop (round %i)',
  async (round) => {
    const drops = 4 * round
    smtp().acceptThenDrop(drops)
    await buy()
    await app.settle()
    await letTimePass(1800, 30)
    const received = copies(await mailbox(app))
    expect(received.reduce((sum, count) => sum + count, 0)).toBe(MAILS + drops)
    await everyGiftIsSent()
  },
)

test.each(rounds)(
  'connections cut in the middle again and again lose no email, and repeat only those in doubt (round %i)',
  async () => {
    await buy()
    const delivery = deliverDue(app.posy)
    for (let cut = 0; cut < CUTS; cut++) {
      await smtp().down()
      await smtp().up()
    }
    await delivery
    await letTimePass(1800, 30)
    // A cut can fall between "accepted" and "heard so" on each of the five connections there are.
    const received = copies(await mailbox(app))
    expect(received.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MAILS + CUTS * 5)
    await everyGiftIsSent()
  },
)

test('the messages of a worker that died are taken by another after the lease, not before', async () => {
  await buy()
  const held = await claimMessages(app.posy, 15)
  expect(held).toHaveLength(15)
  await app.settle()
  expect(await mailbox(app)).toHaveLength(MAILS - 15)
  await letTimePass(LEASE_SECONDS - 5)
  expect(await mailbox(app)).toHaveLength(MAILS - 15)
  await letTimePass(5)
  expect(copies(await mailbox(app))).toEqual(Array(MAILS).fill(1))
  await everyGiftIsSent()
})

test('a worker that dies after sending and before recording it causes one duplicate of each such message, with the same Message-ID', async () => {
  await buy()
  const held = await claimMessages(app.posy, 3)
  const composed = await compose(app.posy, held)
  for (const { id } of held) {
    const one = composed.get(id)
    if (one?.kind !== 'mail') throw new Error('should be a mail')
    await app.posy.providers.mailer.send({ ...one.mail, messageId: emailMessageId(id, app.posy.config.publicUrl) })
  }
  await app.settle()
  await letTimePass(LEASE_SECONDS)
  expect(copies(await mailbox(app)).sort()).toEqual([...Array(MAILS - 3).fill(1), 2, 2, 2])
  await everyGiftIsSent()
})

test.each(rounds)('many workers at once send each message once (round %i)', async () => {
  await buy()
  const results = await Promise.all(Array.from({ length: 6 }, () => deliverDue(app.posy)))
  expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(MAILS)
  expect(copies(await mailbox(app))).toEqual(Array(MAILS).fill(1))
  await everyGiftIsSent()
})

test('a late record of a worker that lost its lease is kept where the message was sent, and dropped otherwise', async () => {
  await buy()
  const [slow, failed] = await claimMessages(app.posy, 2)
  if (!slow || !failed) throw new Error('two should have been claimed')
  app.wall.advanceSeconds(LEASE_SECONDS)
  const taken = await claimMessages(app.posy, MAILS)
  expect(taken.map(({ id }) => id)).toEqual(expect.arrayContaining([slow.id, failed.id]))
  await recordResults(app.posy, [
    { ...slow, outcome: 'sent' },
    { ...failed, outcome: 'bounce', reason: 'stale' },
  ])
  const after = async (id: string) =>
    app.posy.db
      .selectFrom('outgoing_message')
      .select(['status', 'attempts', 'last_error'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect(await after(slow.id)).toMatchObject({ status: 'sent' })
  expect(await after(failed.id)).toEqual({ status: 'pending', attempts: 2, last_error: null })
})
