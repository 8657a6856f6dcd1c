import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSmtpSandbox, type ReceivedMail, type SmtpSandbox } from '#server/providers/smtp/sandbox.ts'
import { MailPutOff, MailRefused, type OutgoingMail } from '#server/providers/smtp/types.ts'
import { ServerAway } from '#server/providers/types.ts'
import { openSmtpMailer, requiresTls, type SmtpMailer } from './client.ts'

let received: ReceivedMail[]
let server: SmtpSandbox
let mailer: SmtpMailer

beforeEach(async () => {
  received = []
  server = await openSmtpSandbox(async (mail) => void received.push(mail))
  mailer = openSmtpMailer({ url: server.url, from: 'Posy <gifts@posy.test>' })
})
afterEach(async () => {
  await mailer.close()
  await server.close()
})

const mail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  to: 'sam@example.test',
  subject: 'A gift',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: '<one@posy.test>',
  ...changes,
})

const failure = (changes: Partial<OutgoingMail> = {}): Promise<Error> =>
  mailer.send(mail(changes)).then(
    () => {
      throw new Error('was sent')
    },
    (error: Error) => error,
  )

test('the SMTP mailer sends HTML and text from our address with the Message-ID given', async () => {
  await mailer.send(mail({ subject: 'Für dich 🎁', text: 'Grüße', html: '<p>Grüße</p>' }))
  const [{ to, raw }] = received as [ReceivedMail]
  const parsed = await PostalMime.parse(raw)
  expect(to).toEqual(['sam@example.test'])
  expect(parsed).toMatchObject({
    subject: 'Für dich 🎁',
    messageId: '<one@posy.test>',
    from: { name: 'Posy', address: 'gifts@posy.test' },
  })
  expect(parsed.text?.trim()).toBe('Grüße')
  expect(parsed.html?.trim()).toBe('<p>Grüße</p>')
})

test('mail leaves over TLS or not at all, except for a server of this machine, and where its operator says otherwise', async () => {
  expect(requiresTls('smtp://mail.example.com:587')).toBe(true)
  expect(requiresTls('smtp://10.0.0.5')).toBe(true)
  expect(requiresTls('smtp://localhost:1025')).toBe(false)
  expect(requiresTls('smtp://mail.example.com?requireTLS=false')).toBe(false)
  // This server offers no TLS.
  const demanding = openSmtpMailer({ url: `${server.url}?requireTLS=true`, from: 'Posy <gifts@posy.test>' })
  await expect(demanding.send(mail())).rejects.toThrow(ServerAway)
  expect(received).toEqual([])
  await demanding.close()
})

describe('nothing in a subject or an address starts another header or recipient', () => {
  test.each([
    'A\r\nBcc: eve@evil.test',
    'A\nBcc: eve@evil.test',
    'A\rBcc: eve@evil.test',
    'A\u2028Bcc: eve@evil.test',
    'A\u0085Bcc: eve@evil.test',
  ])('subject %j', async (subject) => {
    await mailer.send(mail({ subject }))
    const parsed = await PostalMime.parse(received[0]!.raw)
    expect(received[0]!.to).toEqual(['sam@example.test'])
    expect(parsed.bcc ?? []).toEqual([])
    expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(parsed.subject).toBe('A Bcc: eve@evil.test')
  })
  test.each([
    'a@example.test, eve@evil.test',
    'a@example.test\r\nBcc: eve@evil.test',
    'Eve <eve@evil.test>',
    '"a b"@example.test',
    'no-address',
    'a@b@c',
    '',
  ])('address %j', async (to) => {
    const error = await failure({ to })
    expect([error instanceof MailRefused, error]).toMatchObject([true, { status: 'rejected' }])
    expect(received).toEqual([])
  })
})

describe('an error that is final is distinguished from one after which sending may be tried again', () => {
  test('an unknown mailbox bounces; its address is not in the error', async () => {
    const error = await failure({ to: 'bounce@example.test' })
    expect(error).toBeInstanceOf(MailRefused)
    expect(error).toMatchObject({ status: 'bounce', message: 'SMTP 550 5.1.1 at RCPT TO' })
  })
  test('a policy refusal blocks', async () => {
    expect(await failure({ to: 'blocked@example.test' })).toMatchObject({
      status: 'blocked',
      message: 'SMTP 554 5.7.1 at RCPT TO',
    })
  })
  test('refused content blocks', async () => {
    server.failNext({ code: 550, at: 'data' })
    expect(await failure()).toMatchObject({ status: 'blocked', message: 'SMTP 550 at DATA' })
  })
  test.each([
    [421, 'rcpt'],
    [451, 'rcpt'],
    [452, 'data'],
    [530, 'rcpt'],
  ] as const)('%i at %s may be tried again', async (code, at) => {
    server.failNext({ code, at })
    const error = await failure()
    expect(error).not.toBeInstanceOf(MailRefused)
    expect(error.message).toContain(String(code))
    expect(error instanceof MailPutOff).toBe(code > 421 && code < 500)
    await mailer.send(mail())
    expect(received).toHaveLength(1)
  })
})

test('a server that accepts and then drops the connection leaves the sender in doubt: an error that may be tried again', async () => {
  server.acceptThenDrop()
  const error = await failure()
  expect(error).not.toBeInstanceOf(MailRefused)
  expect(received).toHaveLength(1)
  await mailer.send(mail())
  expect(received).toHaveLength(2)
})

test('after an error of a mail server that is down sending may be tried again, and the server is found when it is back', async () => {
  await mailer.send(mail())
  await server.down()
  expect(await failure()).not.toBeInstanceOf(MailRefused)
  await server.up()
  await mailer.send(mail())
  expect(received).toHaveLength(2)
})

test('a connection that the mail server ended while idle loses no message', async () => {
  await mailer.send(mail())
  await server.down()
  await server.up()
  await mailer.send(mail())
  expect(received).toHaveLength(2)
})

test('many emails at once all arrive, over the few connections there are', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      mailer.send(mail({ to: `p${index}@example.test`, messageId: `<${index}@posy.test>` })),
    ),
  )
  expect(new Set(received.flatMap(({ to }) => to)).size).toBe(40)
})
