import { describe, expect, test } from 'vitest'
import { emailFaults, unreadableTexts } from '#server/testing/email-support.ts'
import { writtenEmail } from '#server/testing/user-emails.ts'
import { claimCodeEmail } from './claim-code.ts'
import { giftEmail } from './gift.ts'
import { accountExistsEmail, inviteLetter } from './joining.ts'
import type { EmailBrand } from './layout.ts'
import { renderLetter } from './letter.ts'
import { accountOpenedEmail } from './passwords.ts'
import { orderCompleteEmail } from './purchases.ts'
import { reactionSummaryEmail } from './reaction-summary.ts'
import { giftsUndeliveredEmail } from './undelivered.ts'

const logoUrl = 'https://posy.example/looks/a-logo.png'
const brands: Record<string, EmailBrand> = {
  'our own look': { giftwrap: 'peony', accentHex: null, logoUrl: null },
  'a dark green one with a logo': { giftwrap: 'fern', accentHex: '#0f766e', logoUrl },
  'a glaring yellow one with a logo': { giftwrap: 'citrus', accentHex: '#ffe600', logoUrl },
  'a black one without a logo': { giftwrap: 'confetti', accentHex: '#111111', logoUrl: null },
}
const url = 'https://posy.example/g/abc'
const gift = {
  ...{ from: 'Alex', teamName: 'Fernhill Studio', recipientName: 'Sam', url },
  message: 'Thank you for everything.\nhttps://posy.example/a/very/long/address/that/someone/pasted/into/the/message',
  expiresAt: new Date('2026-04-01T22:59:59.999Z'),
}
const claim = { from: 'Alex', teamName: 'Fernhill Studio', code: '123456', minutes: 10, url }

describe.each(Object.entries(brands))('for a recipient, in %s', (_, brand) => {
  test.each([
    ['the gift', giftEmail({ ...gift, brand })],
    ['the gift without a message', giftEmail({ ...gift, brand, message: null })],
    ['its reminder', giftEmail({ ...gift, brand, reminder: { stopUrl: `${url}/reminders`, now: gift.expiresAt } })],
    ['a code to claim one', claimCodeEmail({ ...claim, brand })],
  ])(
    '%s displays in Outlook 2019, Gmail and Apple Mail, and can be read without style sheets and in the dark',
    (_, mail) => {
      expect(emailFaults(mail.html)).toEqual([])
      expect(unreadableTexts(mail.html)).toEqual([])
    },
  )
})

test('emails to senders and newcomers display in the same programs', () => {
  const reactions = [{ name: 'Sam', emoji: '🌸', message: 'Lovely', giftName: 'Flat white' }]
  const lastDay = gift.expiresAt
  const purchases = new Map([['purchase', { quantity: 2, giftName: 'Flat white', deliveryMethod: 'links' }]])
  const invite = { type: 'participant', from: 'Alex', teamName: 'Fernhill', allowance: null, lastDay } as const
  const link = { path: '/reset-password?token=abc', isOpen: true, isSignUp: false, expiresAt: lastDay }
  const opened = { links: new Map([['reset', link]]), teamNames: new Map([['team', 'Fernhill']]) }
  const lost = {
    ...{ hugggId: 'huggg', recipient: 'sam@fernhill.test', pence: 390, currency: 'GBX' },
    ...{ isInvoiced: false, place: 'wallet' as const, budgetName: null },
  }
  const gifts = new Map([['message', [lost]]])
  const mails = [
    reactionSummaryEmail({ reactions, pages: [{ team: 'Acme', url }] }),
    writtenEmail(orderCompleteEmail, { detail: {} }, purchases),
    writtenEmail(giftsUndeliveredEmail, { detail: { until: '2026-03-02T09:10:00Z' } }, { purchases, gifts }),
    renderLetter(inviteLetter({ ...invite, path: '/join?token=abc' }), 'https://posy.example'),
    writtenEmail(accountOpenedEmail, { detail: { resetId: 'reset' } }, opened),
    writtenEmail(accountExistsEmail, { detail: {} }, undefined),
  ]
  expect(mails.flatMap(({ html }) => [...emailFaults(html), ...unreadableTexts(html)])).toEqual([])
})

test.each([
  ['<div style="display:flex">x</div>', 'Outlook 2019 does not know display:flex on <div>'],
  ['<p style="padding:20px">x</p>', 'Outlook 2019 does not know padding:20px on <p>'],
  [
    '<a href="https://x.test" style="display:inline-block">x</a>',
    'Outlook 2019 does not know display:inline-block on <a>',
  ],
  ['<td style="height:40px">x</td>', 'Outlook 2019 does not know height:40px on <td>'],
  ['<div style="overflow:hidden">x</div>', 'Outlook 2019 does not know overflow:hidden on <div>'],
  ['<p style="overflow-wrap:anywhere">x</p>', 'Gmail does not know overflow-wrap:anywhere on <p>'],
  ['<p style="position:absolute">x</p>', 'position is not in the table'],
  ['<style>.a{display:none}</style>', 'display stands in the style sheet alone'],
  ['<a href="No more reminders">https://posy.example/reminders</a>', 'a link leads nowhere: No more reminders'],
  ['<svg></svg>', '<svg> is not known to everyone'],
  ['<img src="https://a.test/a.png" alt="A" height="40">', 'a picture needs alt, width, height and a whole address'],
])('the check of emails finds what would not display: %s', (page, fault) => {
  expect(emailFaults(page)).toContain(fault)
  expect(emailFaults(`<!--[if !mso]><!-->${page}<!--<![endif]-->`).some((each) => each.startsWith('Outlook'))).toBe(
    false,
  )
})

test('the check of emails finds text that cannot be read, in the light or in the dark alone', () => {
  const page = (colour: string, sheet = '') =>
    `<style>${sheet}</style><table bgcolor="#ffffff" style="background-color:#ffffff;"><tr><td class="ink" style="color:${colour};">Words</td></tr></table>`
  expect(unreadableTexts(page('#241b2f'))).toEqual([])
  expect(unreadableTexts(page('#cccccc'))).toHaveLength(2)
  expect(unreadableTexts(page('#241b2f', '@media(prefers-color-scheme:dark){.ink{color:#eeeeee!important}}'))).toEqual([
    'Words: #eeeeee on #ffffff, 1.2',
  ])
})
