import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { asSystem, type transact } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type BoughtGift, buyGifts, mailbox, withoutReceipts } from '#server/testing/gifts.ts'
import { deliverDue } from './deliver-due.ts'
import { notifyOrderComplete, queueGiftMessages } from './index.ts'
import { deliveryFailed } from './messages/events.ts'

let app: TestApp

beforeEach(async () => {
  app = await startTestApp()
  await withoutReceipts(app)
})
afterEach(() => app.close())

const smtp = () => app.providers.sandboxes.mail!.smtp
const messages = () =>
  app.posy.db.selectFrom('outgoing_message').selectAll().orderBy('created_at').orderBy('id').execute()
const inWork = <T>(command: Parameters<typeof transact<T>>[2]) => asSystem(app.posy, command)

describe('queueing messages', () => {
  test('asking again for the same gifts changes nothing', async () => {
    const { transactionId, hugggs } = await buyGifts(app, {
      receivers: [{ email: 'a@one.test' }, { email: 'b@one.test' }],
    })
    const queue = (selection = {}) => inWork((work) => queueGiftMessages(work, { transactionId, ...selection }))
    expect(await queue()).toBe(0)
    await app.settle()
    expect(await queue({ hugggIds: [hugggs[0]!.id] })).toBe(0)
    expect(await queue({ fromOrdinal: 1, toOrdinal: 2 })).toBe(0)
    await app.settle()
    expect(await mailbox(app)).toHaveLength(2)
  })

  test('nothing is queued where the command fails', async () => {
    const { transactionId } = await buyGifts(app, { receivers: [{ email: 'a@one.test' }] })
    await app.posy.db.deleteFrom('outgoing_message').execute()
    const failing = inWork(async (work) => {
      expect(await queueGiftMessages(work, { transactionId })).toBe(1)
      throw new Error('later')
    })
    await expect(failing).rejects.toThrow('later')
    expect(await messages()).toEqual([])
  })
})

describe('a message that fails is tried again by the wall clock', () => {
  /** Tries again whenever it may be, until it is no longer tried. @returns when it was tried, from the first try on */
  async function tryToTheEnd(): Promise<number[]> {
    const startMs = app.wall.nowMs()
    const triedAfterSeconds: number[] = []
    for (let tries = 1; (await messages())[0]!.status === 'pending'; tries++) {
      const [message] = await messages()
      expect(message).toMatchObject({ attempts: tries, last_error: expect.stringContaining('SMTP') })
      const waitSeconds = (message!.next_attempt_at.getTime() - app.wall.nowMs()) / 1000
      app.wall.advanceSeconds(waitSeconds - 1)
      await deliverDue(app.posy)
      expect((await messages())[0]!.attempts).toBe(tries)
      app.wall.advanceSeconds(1)
      await deliverDue(app.posy)
      triedAfterSeconds.push((app.wall.nowMs() - startMs) / 1000)
    }
    return triedAfterSeconds
  }

  test('after 5 s, 30 s, 2 min, 10 min, then every half hour where a receiver defers it; after three days it is expired, which is reported', async () => {
    const told: object[] = []
    app.posy.queue.subscribe(deliveryFailed, 'test', async (event) => void told.push(event))
    await app.posy.queue.start()
    smtp().failNext({ code: 451, times: 1000 })
    const { transactionId, hugggs } = await buyGifts(app, { receivers: [{ email: 'a@one.test' }] })
    await app.settle()
    const triedAfterSeconds = await tryToTheEnd()
    expect(triedAfterSeconds.slice(0, 6)).toEqual([5, 35, 155, 755, 2555, 4355])
    expect(triedAfterSeconds.at(-1)).toBeGreaterThan(3 * 24 * 3600 - 1800)
    expect((await messages())[0]).toMatchObject({ status: 'expired', sent_at: null })
    await app.settle()
    expect(told).toEqual([{ hugggId: hugggs[0]!.id, transactionId }])
  })

  test('at least every five minutes while the mail server is away, for three days too', async () => {
    await smtp().down()
    await buyGifts(app, { receivers: [{ email: 'a@one.test' }] })
    await app.settle()
    for (let tries = 1; tries < 8; tries++) {
      const [message] = await messages()
      expect(message).toMatchObject({ attempts: tries, away_tries: tries, server_away_since: expect.any(Date) })
      app.wall.advanceSeconds((message!.next_attempt_at.getTime() - app.wall.nowMs()) / 1000)
      await deliverDue(app.posy)
    }
    const [message] = await messages()
    expect(message!.next_attempt_at.getTime() - app.wall.nowMs()).toBe(300_000)
    // None of them is counted against the message: a receiver that puts it off now has its three days.
    await smtp().up()
    smtp().failNext({ code: 451 })
    app.wall.advanceSeconds(300)
    await deliverDue(app.posy)
    expect((await messages())[0]).toMatchObject({ attempts: 9, away_tries: 8, server_away_since: null })
    expect((await messages())[0]!.next_attempt_at.getTime() - app.wall.nowMs()).toBe(5000)
    // The last of three days of tries every five minutes.
    const three = { attempts: 868, away_tries: 866, next_attempt_at: new Date(app.wall.nowMs()) }
    await app.posy.db.updateTable('outgoing_message').set(three).execute()
    await smtp().down()
    await deliverDue(app.posy)
    expect((await messages())[0]).toMatchObject({ status: 'failed', attempts: 869 })
  })

  test('with the first that the mail server takes once it is back, not after its own pause', async () => {
    await smtp().down()
    await buyGifts(app, { receivers: Array.from({ length: 4 }, (_, index) => ({ email: `p${index}@one.test` })) })
    await app.settle()
    for (const pauseSeconds of [5, 30, 120]) {
      app.wall.advanceSeconds(pauseSeconds)
      await deliverDue(app.posy)
    }
    // One that its receiver puts off keeps its pause: it waits for no server of ours.
    const [putOff] = (await messages()).map(({ id }) => id)
    const reached = { server_away_since: null, away_tries: 0 }
    await app.posy.db.updateTable('outgoing_message').set(reached).where('id', '=', putOff!).execute()
    await smtp().up()
    app.wall.advanceSeconds(60)
    expect(await deliverDue(app.posy)).toEqual({ sent: 0 })
    await buyGifts(app, { receivers: [{ email: 'new@one.test' }] })
    await app.settle()
    const left = await messages()
    expect(left.filter(({ status }) => status === 'sent')).toHaveLength(4)
    expect(left.filter(({ status }) => status === 'pending').map(({ id }) => id)).toEqual([putOff])
  })

  test('by the worker’s search for what is due, whatever the business clock says', async () => {
    await smtp().down()
    await buyGifts(app, { receivers: [{ email: 'a@one.test' }] })
    await app.settle()
    await smtp().up()
    await app.advance('PT1H')
    expect(await mailbox(app)).toEqual([])
    app.wall.advanceSeconds(5)
    await app.advance('PT0S')
    expect(await mailbox(app)).toHaveLength(1)
  })

  test('without delaying others when an address refuses', async () => {
    await buyGifts(app, {
      receivers: Array.from({ length: 30 }, (_, index) => ({
        email: `${index % 3 ? `p${index}` : 'bounce'}@${index}.test`,
      })),
    })
    await app.settle()
    expect(await mailbox(app)).toHaveLength(20)
    expect((await messages()).filter(({ status }) => status === 'bounce')).toHaveLength(10)
  })
})

describe('a gift that will never arrive', () => {
  const notices = async (to: string) =>
    (await mailbox(app, to)).filter(({ subject }) => subject.includes('could not be delivered'))
  const passSeconds = async (seconds: number) => {
    app.wall.advanceSeconds(seconds)
    await app.advance('PT0S')
  }

  test('is reported to its sender, those of two minutes together, each once', async () => {
    const { transactionId } = await buyGifts(app, {
      receivers: ['bounce@one.test', 'fine@one.test', 'blocked@two.test'].map((email) => ({ email })),
    })
    await app.settle()
    expect(await notices('admin@acme.test')).toEqual([])
    await passSeconds(150)
    const [notice, ...more] = await notices('admin@acme.test')
    expect(more).toEqual([])
    expect(notice!.subject).toMatch(/^2 gifts could not be delivered: /)
    expect(notice!.text).toMatch(/bounce@one\.test · .*, £3\.90\n.*blocked@two\.test · .*, £3\.90/)
    expect(notice!.text).toContain('If you cancel them, £7.80 is returned to the wallet.')
    expect(notice!.text).not.toContain('fine@one.test')
    expect(notice!.text).toContain(`/activity/${transactionId}`)
    await passSeconds(3600)
    expect(await notices('admin@acme.test')).toHaveLength(1)
  })

  test('is reported at once where it was the only one, with whom it was for, what it cost and what to do', async () => {
    const { hugggs } = await buyGifts(app, { receivers: [{ email: 'bounce@four.test', name: 'Fay Four' }] })
    await app.settle()
    const [notice, ...more] = await notices('admin@acme.test')
    expect(more).toEqual([])
    expect(notice!.subject).toMatch(/^A gift could not be delivered: /)
    expect(notice!.text).toMatch(/Fay Four, bounce@four\.test · .*, £3\.90/)
    expect(notice!.text).toContain('Correct the address or number, and it is sent again')
    expect(notice!.text).toContain('If you cancel it, £3.90 is returned to the wallet.')
    expect(notice!.text).toContain(`/activity/gifts/${hugggs[0]!.id}`)
  })

  test('is not reported where it was cancelled before', async () => {
    const { hugggs } = await buyGifts(app, {
      receivers: [{ email: 'bounce@five.test' }, { email: 'bounce@six.test' }],
    })
    await app.settle()
    const cancel = (gift: BoughtGift) =>
      app.request('POST', `/api/v2/hugggs/${gift.id}/cancel`, { as: 'admin@acme.test' })
    expect((await cancel(hugggs[0]!)).status).toBe(200)
    await passSeconds(150)
    const [notice] = await notices('admin@acme.test')
    expect(notice!.subject).toMatch(/^A gift could not be delivered: /)
    expect(notice!.text).not.toContain('bounce@five.test')
    // The only one of its purchase, cancelled as its message fails.
    const { hugggs: only } = await buyGifts(app, { receivers: [{ email: 'bounce@seven.test' }] })
    expect((await cancel(only[0]!)).status).toBe(200)
    await app.settle()
    await passSeconds(700)
    expect(await notices('admin@acme.test')).toHaveLength(1)
  })

  test('is not reported once its address is corrected', async () => {
    const { hugggs } = await buyGifts(app, {
      receivers: [{ email: 'bounce@three.test' }, { email: 'fine@three.test' }],
    })
    await app.settle()
    const corrected = await app.request('PATCH', `/api/v2/hugggs/${hugggs[0]!.id}`, {
      as: 'admin@acme.test',
      body: { receiver: { email: 'right@one.test' } },
    })
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
    await app.settle()
    await passSeconds(700)
    expect(await notices('admin@acme.test')).toEqual([])
    expect(await mailbox(app, 'right@one.test')).toHaveLength(1)
  })
})

describe('the reaction summary', () => {
  const react = async ({ shortcode }: BoughtGift, reaction: object) => {
    for (const step of ['open', 'claim']) await app.request('POST', `/public/gifts/${shortcode}/${step}`)
    const answer = await app.request('POST', `/public/gifts/${shortcode}/reaction`, { body: reaction })
    expect(answer.status).toBe(200)
    await app.settle()
  }
  const summaries = async () =>
    (await mailbox(app, 'admin@acme.test')).filter(({ subject }) => subject.includes('thank you'))

  test('comes once a day at nine in London, with what recipients said since the last', async () => {
    const { hugggs } = await buyGifts(app, {
      receivers: [{ email: 'sam@one.test', name: 'Sam' }, { email: 'kim@one.test' }, { email: 'lee@one.test' }],
    })
    await app.settle()
    await react(hugggs[0]!, { emoji: '❤️', message: 'So kind <3' })
    await react(hugggs[0]!, { emoji: '🎉', message: 'So very kind' })
    await react(hugggs[1]!, { emoji: '❤️', name: 'Kimberley' })
    expect(await summaries()).toEqual([])
    await app.advance('P1D')
    const [first, ...more] = await summaries()
    expect(more).toEqual([])
    expect(first).toMatchObject({
      sentAt: '2026-03-03T09:00:00.000Z',
      subject: expect.stringContaining('1 more said thank you'),
    })
    expect(first!.text).toContain('> 🎉 So very kind\nSam, about ')
    expect(first!.text).toContain('Kimberley, about ')
    expect(first!.text).toContain(`/reactions?team=${demo.teams.acme}`)

    await app.advance('P3D')
    expect(await summaries()).toHaveLength(1)
    await react(hugggs[2]!, { emoji: '❤️' })
    await app.advance('P1D')
    expect((await summaries()).map(({ sentAt }) => sentAt)).toEqual([
      '2026-03-07T09:00:00.000Z',
      '2026-03-03T09:00:00.000Z',
    ])
  })

  test('does not come to those who do not want it', async () => {
    const { hugggs } = await buyGifts(app, { receivers: [{ email: 'sam@one.test' }] })
    await app.settle()
    await react(hugggs[0]!, { emoji: '❤️' })
    await app.posy.db
      .insertInto('contact_preference')
      .values({ email: 'admin@acme.test', reaction_summary: false, updated_at: new Date() })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ reaction_summary: false }))
      .execute()
    await app.advance('P2D')
    expect(await summaries()).toEqual([])
    expect(await app.posy.db.selectFrom('reaction_notice').selectAll().execute()).toEqual([])
  })
})

test('the buyer is emailed once that an order is complete, where they asked for it', async () => {
  const { transactionId } = await buyGifts(app, { quantity: 3, deliveryMethod: 'links', notifyOnComplete: true })
  await buyGifts(app, { quantity: 3, deliveryMethod: 'links' })
  await app.settle()
  await inWork((work) => notifyOrderComplete(work, { transactionId }))
  await app.settle()
  const told = (await mailbox(app, 'admin@acme.test')).filter(({ subject }) => subject.includes('ready'))
  expect(told.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Your 3 gifts are ready: /)])
})

describe('personal data stays in its erasable place', () => {
  const SECRETS = ['personal.address', 'secret words', 'Wilhelmina']

  test('no address, message or name is in outgoing messages, jobs, the audit trail, events or logs', async () => {
    const log: string[] = []
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        log.push(String(chunk))
        done()
      },
    })
    Object.assign(app.posy, { log: pino({ level: 'debug' }, sink) })
    smtp().failNext({ code: 451, times: 2 })
    await smtp().down()
    await buyGifts(app, {
      message: 'secret words',
      fromName: 'Wilhelmina',
      receivers: [
        'personal.address@one.test',
        'bounce@personal.address.test',
        'blocked@personal.address.test',
        'other@personal.address.test',
      ].map((email) => ({ email, name: 'Wilhelmina' })),
    })
    await app.settle()
    await smtp().up()
    for (const seconds of [5, 30, 120]) {
      app.wall.advanceSeconds(seconds)
      await app.advance('PT0S')
    }
    const gifts = (await messages()).filter(({ template }) => template === 'gift')
    expect(gifts.map(({ status }) => status).sort()).toEqual(['blocked', 'bounce', 'sent', 'sent'])
    let stored = ''
    for (const table of ['outgoing_message', 'queue.job', 'audit_event', 'huggg_event', 'reaction_notice']) {
      const { rows } = await sql<{
        text: string
      }>`select coalesce(jsonb_agg(row)::text, '') as text from ${sql.raw(table)} as row`.execute(app.posy.db)
      stored += rows[0]!.text
    }
    const logged = log.join('')
    expect(logged).toContain('a message could not be sent')
    for (const secret of SECRETS)
      expect({ secret, logged: logged.includes(secret), stored: stored.includes(secret) }).toEqual({
        secret,
        logged: false,
        stored: false,
      })
  })

  test('an erased recipient gets nothing more', async () => {
    await smtp().down()
    await buyGifts(app, { receivers: [{ email: 'gone@one.test' }] })
    await app.settle()
    await app.posy.db.updateTable('recipient').set({ email: null, erased_at: new Date() }).execute()
    await smtp().up()
    app.wall.advanceSeconds(5)
    await deliverDue(app.posy)
    expect(await mailbox(app)).toEqual([])
    expect((await messages())[0]).toMatchObject({
      status: 'cancelled',
      last_error: 'recipient no longer has an address',
    })
  })
})

test('hostile names and messages arrive as plain text', async () => {
  const evil = `<script>alert(1)</script>"'><b>`
  const fromName = `${evil}\r\nBcc: eve@evil.test`
  await expect(buyGifts(app, { fromName })).rejects.toThrow('must be a name')
  const { transactionId } = await buyGifts(app, {
    message: evil,
    receivers: [{ email: 'a@one.test', name: evil, notes: evil }],
  })
  // One that was written before names were looked at.
  await app.posy.db
    .updateTable('gift_message')
    .set({ from_name: fromName })
    .where('transaction_id', '=', transactionId)
    .execute()
  await app.settle()
  const [mail, ...more] = await mailbox(app)
  expect(more).toEqual([])
  expect(mail!.to).toBe('a@one.test')
  expect(mail!.subject).toContain('Bcc: eve@evil\u2060.\u2060test sent you')
  expect(mail!.html).not.toMatch(/<script|<b>/)
  expect(mail!.html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#62;&#60;b&#62;')
  expect(mail!.text).toContain(`> ${evil}`)
})
