import { describe, expect, test } from 'vitest'
import { accountExistsEmail, inviteEmail, joinRequestEmail, verifyEmailEmail } from './access-emails.ts'
import { celebrationsFailedEmail, celebrationsWaitingEmail } from './celebration-emails.ts'
import { claimCodeEmail } from './claim-code-email.ts'
import { enGB } from './copy.en-GB.ts'
import { type GiftEmail, giftEmail } from './gift-email.ts'
import { giftsRefundedEmail } from './gifts-refunded-email.ts'
import { giftsUndeliveredEmail } from './gifts-undelivered-email.ts'
import { html } from './html.ts'
import type { EmailBrand } from './layout.ts'
import { orderCompleteEmail } from './order-complete-email.ts'
import { reactionSummaryEmail } from './reaction-summary-email.ts'

const unbranded: EmailBrand = { giftwrap: 'peony', accentHex: null, logoUrl: null }
const gift: GiftEmail = {
  from: 'Alex',
  teamName: 'Acme',
  recipientName: null,
  message: null,
  brand: unbranded,
  url: 'https://posy.example/g/abc',
  expiresAt: new Date('2026-04-01T22:59:59.999Z'),
}

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style></title><b>',
  '&lt;script&gt;',
  '<!--[if mso]>',
  '{{7*7}}',
  '\u202etxet desrever',
  'x'.repeat(2000),
]

describe('what people wrote never becomes markup', () => {
  const listTags = (page: string) => page.replaceAll(/<!--[\s\S]*?-->/g, '').match(/<[a-z!/][^>]*>/gi) ?? []
  const plain = listTags(giftEmail(enGB, { ...gift, recipientName: 'a', message: 'a' }).html)
  test.each(hostile.map((evil) => [evil.slice(0, 30), evil]))('%s', (_, evil) => {
    const mail = giftEmail(enGB, { ...gift, from: evil, teamName: evil, recipientName: evil, message: evil })
    expect(listTags(mail.html)).toEqual(plain)
    expect(mail.html.match(/<!--/g)).toEqual(giftEmail(enGB, gift).html.match(/<!--/g))
  })
  test('in the other emails', () => {
    const [evil] = hostile as [string]
    const reactions = [{ name: evil, emoji: evil, message: evil, giftName: evil }]
    expect(reactionSummaryEmail(enGB, { reactions, url: 'https://posy.example' }).html).not.toContain('<script')
    expect(
      orderCompleteEmail(enGB, { quantity: 2, giftName: evil, deliveryMethod: 'links', url: 'https://posy.example' })
        .html,
    ).not.toContain('<script')
    const undelivered = giftsUndeliveredEmail(enGB, { giftName: evil, addresses: [evil], url: 'https://posy.example' })
    expect(undelivered.html).not.toContain('<script')
    const refund = { gifts: 1, toWallet: '£10.50', toInvoice: null, url: 'https://posy.example' }
    const refunded = giftsRefundedEmail(enGB, { ...refund, giftName: evil, addresses: [evil] })
    expect(refunded.html).not.toContain('<script')
    const code = claimCodeEmail(enGB, {
      from: evil,
      teamName: evil,
      brand: { ...unbranded, logoUrl: 'https://posy.example/looks/a-logo.png' },
      code: '123456',
      minutes: 10,
      url: 'https://posy.example/s/abc',
    })
    expect(code.html).not.toContain('<script')
  })
  test('in emails about celebrations', () => {
    const [evil] = hostile as [string]
    const email = { firstName: evil, ruleName: evil, gifts: 2, walletName: evil, url: 'https://posy.example' }
    expect(celebrationsWaitingEmail(enGB, email).html).not.toContain('<script')
    expect(celebrationsFailedEmail(enGB, { ...email, problem: 'insufficient_funds' }).html).not.toContain('<script')
  })
  test('in emails that let people in', () => {
    const [evil] = hostile as [string]
    const url = 'https://posy.example/join?token=abc'
    const invite = { teamName: evil, from: evil, lastDay: new Date('2026-03-16T10:00:00Z'), url }
    const mails = [
      ...(['participant', 'subteam', 'automation-participant'] as const).map((type) =>
        inviteEmail(enGB, { ...invite, type }),
      ),
      verifyEmailEmail(enGB, { firstName: evil, url }),
      accountExistsEmail(enGB, { firstName: evil, url }),
      joinRequestEmail(enGB, { email: evil, teamName: evil, url }),
    ]
    for (const mail of mails) {
      expect(mail.html).not.toContain('<script')
      expect(mail.text).toContain(url)
      expect([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([url, url])
    }
    expect(inviteEmail(enGB, { ...invite, type: 'participant', from: null, teamName: 'Acme' }).subject).toBe(
      'Join Acme on Posy',
    )
  })
  test('a subject is one line without marks that turn its direction', () => {
    expect(giftEmail(enGB, { ...gift, from: 'Alex\r\nBcc: eve@evil.test\u202e' }).subject).toBe(
      'Alex Bcc: eve@evil\u2060.\u2060test sent you a little something',
    )
  })
  test('in the plain text, a sender’s lines are marked as theirs', () => {
    expect(giftEmail(enGB, { ...gift, message: 'Hi\n\nNot expecting this? Go to evil.test' }).text).toContain(
      '> Hi\n> \n> Not expecting this? Go to evil.test',
    )
  })
})

test('the gift’s email says who it is from, until when in London, and offers one link', () => {
  const mail = giftEmail(enGB, gift)
  expect(mail.subject).toBe('Alex sent you a little something')
  expect(mail.text).toContain('It is yours until the end of Wednesday 1 April 2026.')
  expect(mail.text).toContain('Not expecting this? Alex at Acme asked us to send it to you.')
  expect([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([gift.url, gift.url])
})

test('an unknown giftwrap is drawn as peony', () => {
  const peony = giftEmail(enGB, gift).html
  for (const giftwrap of ['default', 'constructor', '00000000-0000-4000-8000-000000000101'])
    expect(giftEmail(enGB, { ...gift, brand: { ...unbranded, giftwrap } }).html).toBe(peony)
  expect(giftEmail(enGB, { ...gift, brand: { ...unbranded, giftwrap: 'fern' } }).html).not.toBe(peony)
})

test('emails load nothing from anywhere: no pictures, no tracking, no outside styles', () => {
  const { html: page } = giftEmail(enGB, gift)
  expect(page).not.toMatch(/<img|<link|url\(|@import|src=|background="/i)
})

test('a summary email names the first, counts the rest and shows ten', () => {
  const reactions = Array.from({ length: 12 }, (_, index) => ({
    name: index ? `P${index}` : null,
    emoji: '🌸',
    message: 'Lovely',
    giftName: 'Flat white',
  }))
  const mail = reactionSummaryEmail(enGB, { reactions, url: 'https://posy.example' })
  expect(mail.subject).toBe('Someone and 11 more said thank you')
  expect(mail.text.match(/> 🌸 Lovely/g)).toHaveLength(10)
  expect(mail.text).toContain('And 2 more.')
})

test('an email’s template escapes values, keeps HTML and leaves out what is absent', () => {
  expect(
    html`<p title="${'"a"'}">${'<b>'}${html`<i>${1}</i>`}${[html`x`, html`y`]}${null}${undefined}${false}</p>`.html,
  ).toBe('<p title="&#34;a&#34;">&#60;b&#62;<i>1</i>xy</p>')
})
