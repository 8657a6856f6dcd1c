import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writtenEmail } from '#server/testing/user-emails.ts'
import { budgetAllowanceEmail } from './allowances.ts'
import { celebrationsFailedEmail, celebrationsWaitingEmail } from './celebrations.ts'
import { claimCodeEmail } from './claim-code.ts'
import { type GiftEmail, giftEmail } from './gift.ts'
import { giftCancelledEmail } from './gift-cancelled.ts'
import { html } from './html.ts'
import { accountExistsEmail, inviteLetter, joinRequestEmail, verifyEmailEmail } from './joining.ts'
import type { EmailBrand } from './layout.ts'
import { renderLetter } from './letter.ts'
import { orderCompleteEmail } from './purchases.ts'
import { reactionSummaryEmail } from './reaction-summary.ts'
import { giftsRefundedEmail, giftsUndeliveredEmail } from './undelivered.ts'
import { inTeam, pageOfTeam } from './user-email.ts'

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

test('an email’s link to a page of a team says which team, and one that opens something keeps its own address', () => {
  const letter = { subject: '', preheader: '', heading: '', body: [] }
  const leadsTo = (path: string, team: string | null) => inTeam({ ...letter, path }, team).path
  expect(leadsTo('/activity/7', 'acme')).toBe('/activity/7?team=acme')
  expect(leadsTo('/wallets/7/top-up?advice=9', 'acme')).toBe('/wallets/7/top-up?advice=9&team=acme')
  expect(leadsTo('/team/plan#change', 'acme')).toBe('/team/plan?team=acme#change')
  expect(leadsTo('/support/awards/7', 'acme')).toBe('/support/awards/7?team=acme')
  expect(leadsTo('/activity/7', null)).toBe('/activity/7')
  expect(leadsTo('/home?team=own', 'acme')).toBe('/home?team=own')
  for (const path of ['/profile#sessions', '/allowances', '/reset-password?token=x', '/verify-email?token=x'])
    expect(leadsTo(path, 'acme')).toBe(path)
})

test('no email leads to a page of a team that it does not say', () => {
  const sources = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'))
  const links = sources.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/publicUrl\}(\/[\w/-]*)/g)].map(
      ([, path]) => path!,
    ),
  )
  expect(links.filter((path) => !path.startsWith('/t/') && pageOfTeam(path, 'acme') !== path)).toEqual([])
})

test('the summary of thanks leads to the team that each gift was sent from', () => {
  const reactions = [{ name: 'Ada', emoji: '🌸', message: 'Lovely', giftName: 'Flat white' }]
  const page = (team: string) => ({ team, url: `https://posy.example/reactions?team=${team.toLowerCase()}` })
  const leadsTo = (...teams: string[]) =>
    [...reactionSummaryEmail({ reactions, pages: teams.map(page) }).text.matchAll(/^.*: https.*$/gm)].map(
      ([line]) => line,
    )
  expect(leadsTo('Treats')).toEqual(['See them in Posy: https://posy.example/reactions?team=treats'])
  expect(leadsTo('Treats', 'Gifts')).toEqual([
    'See those of Treats: https://posy.example/reactions?team=treats',
    'See those of Gifts: https://posy.example/reactions?team=gifts',
  ])
})

test('an allowance’s email leads to its home and says until when it can be given, where it cannot be kept', () => {
  const detail = {
    ...{ budgetId: '7', budgetName: 'Thanks', currency: 'GBX', amountPence: 2500 },
    availablePence: 2500,
  }
  const text = (until?: { at: string; resets: boolean }) =>
    writtenEmail(budgetAllowanceEmail, { detail: { ...detail, ...(until && { until }) } }, undefined).text
  expect(text()).toMatch(/\/home$/m)
  const inOwn = writtenEmail(budgetAllowanceEmail, { detail: { ...detail, ownTeamId: 'own' } }, undefined).text
  expect(inOwn).toMatch(/\/home\?team=own$/m)
  expect(text()).not.toContain('until')
  const at = '2026-12-01T09:00:00Z'
  expect(text({ at, resets: true })).toContain(
    'You can give it until Tuesday 1 December 2026 at 09:00. Then your allowance begins again',
  )
  expect(text({ at, resets: false })).toContain('until Tuesday 1 December 2026 at 09:00. What is left then goes back.')
})

test('a gift to oneself is not told as another’s', () => {
  const mail = giftEmail({ ...gift, from: 'Hannah Brooks', recipientName: 'Hannah', message: 'Me time', isOwn: true })
  expect(mail.subject).toBe('Your gift is here')
  expect(mail.text).toContain('You wrote:')
  for (const text of [mail.text, mail.html]) expect(text).not.toMatch(/Hannah Brooks|asked us to send/)
  const reminder = giftEmail({
    ...gift,
    isOwn: true,
    reminder: { stopUrl: 'https://posy.example/s', now: new Date('2026-03-12T09:00:00Z') },
  })
  expect(reminder.subject).toBe('Your gift is still waiting')
  expect(reminder.text).not.toContain('Alex')
})

test('gifts that could not be had say of each sum where it went, and to which budget', () => {
  const purchases = new Map([['purchase', { quantity: 2, giftName: 'Flat white', deliveryMethod: 'email' }]])
  const refund = {
    messageId: 'message',
    refundedPence: 390,
    currency: 'GBX',
    toDebtPence: 0,
    address: 'a@friends.test',
  }
  const text = (toBudget: readonly number[]) => {
    const gifts = toBudget.map((toBudgetPence) => ({ ...refund, toBudgetPence, budgetName: 'Treats' }))
    const detail = { until: '2026-03-02T09:10:00Z' }
    return writtenEmail(giftsRefundedEmail, { detail }, { purchases, refunds: new Map([['message', gifts]]) }).text
  }
  const [toBudget, toWallet] = ['£3.90 has gone back to the budget, Treats, with the fee', '£3.90 has been returned']
  expect(text([390, 0])).toContain(toBudget)
  expect(text([390, 0])).toContain(toWallet)
  expect(text([390])).not.toContain('has been returned')
  expect(text([0])).not.toContain('to the budget')
})

test('a gift that did not arrive names the budget that its money goes to when it is cancelled', () => {
  const purchases = new Map([['purchase', { quantity: 1, giftName: 'Flat white', deliveryMethod: 'email' }]])
  const text = (place: 'allowance' | 'budget') => {
    const gift = { hugggId: 'huggg', recipient: 'Bea', pence: 390, currency: 'GBX', isInvoiced: false }
    const gifts = new Map([['message', [{ ...gift, place, budgetName: 'Treats' }]]])
    const detail = { until: '2026-03-02T09:10:00Z' }
    return writtenEmail(giftsUndeliveredEmail, { detail }, { purchases, gifts }).text
  }
  expect(text('allowance')).toContain('£3.90 is returned to the allowance that paid for it: Treats.')
  expect(text('budget')).toContain('£3.90 goes to the budget, Treats, not back to the allowance that paid for it.')
})

describe('what people wrote never becomes markup', () => {
  const listTags = (page: string) => page.replaceAll(/<!--[\s\S]*?-->/g, '').match(/<[a-z!/][^>]*>/gi) ?? []
  const plain = listTags(giftEmail({ ...gift, recipientName: 'a', message: 'a' }).html)
  test.each(hostile.map((evil) => [evil.slice(0, 30), evil]))('%s', (_, evil) => {
    const mail = giftEmail({ ...gift, from: evil, teamName: evil, recipientName: evil, message: evil })
    expect(listTags(mail.html)).toEqual(plain)
    expect(mail.html.match(/<!--/g)).toEqual(giftEmail(gift).html.match(/<!--/g))
  })
  test('in the other emails', () => {
    const [evil] = hostile as [string]
    const reactions = [{ name: evil, emoji: evil, message: evil, giftName: evil }]
    expect(
      reactionSummaryEmail({ reactions, pages: [{ team: evil, url: 'https://posy.example' }] }).html,
    ).not.toContain('<script')
    const purchases = new Map([['purchase', { quantity: 2, giftName: evil, deliveryMethod: 'links' }]])
    const complete = writtenEmail(orderCompleteEmail, { detail: {} }, purchases)
    expect(complete.html).not.toContain('<script')
    const span = { detail: { until: '2026-03-02T09:10:00Z' } }
    const lost = {
      ...{ hugggId: 'huggg', recipient: evil, pence: 390, currency: 'GBX' },
      ...{ isInvoiced: false, place: 'wallet' as const, budgetName: null },
    }
    const gifts = new Map([['message', [lost]]])
    const undelivered = writtenEmail(giftsUndeliveredEmail, span, { purchases, gifts })
    expect(undelivered.html).not.toContain('<script')
    const refund = {
      messageId: 'message',
      refundedPence: 1050,
      currency: 'GBX',
      toDebtPence: 0,
      toBudgetPence: 0,
      budgetName: null,
      address: evil,
    }
    const refunds = new Map([['message', [refund]]])
    const refunded = writtenEmail(giftsRefundedEmail, span, { purchases, refunds })
    expect(refunded.html).not.toContain('<script')
    const code = claimCodeEmail({
      from: evil,
      teamName: evil,
      brand: { ...unbranded, logoUrl: 'https://posy.example/looks/a-logo.png' },
      code: '123456',
      minutes: 10,
      url: 'https://posy.example/s/abc',
    })
    expect(code.html).not.toContain('<script')
    const ended = { from: evil, teamName: evil, recipientName: evil, giftName: evil, brand: unbranded }
    expect(giftCancelledEmail(ended).html).not.toContain('<script')
  })
  test('in emails about celebrations', () => {
    const [evil] = hostile as [string]
    const rule = { ruleName: evil, gifts: 2 }
    const failed = { ...rule, walletName: evil, problem: 'insufficient_funds' }
    const mails = [
      writtenEmail(celebrationsWaitingEmail, { firstName: evil, detail: rule }, undefined),
      writtenEmail(celebrationsFailedEmail, { firstName: evil, detail: failed }, undefined),
    ]
    for (const mail of mails) expect(mail.html).not.toContain('<script')
  })
  test('in emails that let people in', () => {
    const [evil] = hostile as [string]
    const path = '/join?token=abc'
    const invite = { teamName: evil, from: evil, lastDay: new Date('2026-03-16T10:00:00Z'), path, allowance: null }
    const proof = { id: 'proof', action: 'verify', firstName: evil, isOpen: true, path } as const
    const noPlan = { planName: null, teamName: null, price: null, billingPeriod: null }
    const wish = { id: 'wish', email: evil, teamName: evil }
    const mails = [
      ...(['participant', 'subteam', 'automation-participant'] as const).map((type) =>
        renderLetter(inviteLetter({ ...invite, type }), 'https://posy.example'),
      ),
      writtenEmail(
        verifyEmailEmail,
        { detail: { verificationId: 'proof' } },
        new Map([['proof', { ...proof, ...noPlan }]]),
      ),
      writtenEmail(accountExistsEmail, { firstName: evil, detail: {} }, undefined),
      writtenEmail(joinRequestEmail, { detail: { joinRequestId: 'wish' } }, new Map([['wish', wish]])),
    ]
    for (const mail of mails) {
      expect(mail.html).not.toContain('<script')
      const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
      expect(links).toEqual([links[0], links[0]])
      expect(links[0]).toMatch(/^https:\/\/posy\.example\/[^<"]+$/)
      expect(mail.text).toContain(links[0])
    }
    expect(inviteLetter({ ...invite, type: 'participant', from: null, teamName: 'Acme' }).subject).toBe(
      'Join Acme on Posy',
    )
  })
  test('a subject is one line without marks that turn its direction', () => {
    expect(giftEmail({ ...gift, from: 'Alex\r\nBcc: eve@evil.test\u202e' }).subject).toBe(
      'Alex Bcc: eve@evil\u2060.\u2060test sent you a little something',
    )
  })
  test('in the plain text, a sender’s lines are marked as theirs', () => {
    expect(giftEmail({ ...gift, message: 'Hi\n\nNot expecting this? Go to evil.test' }).text).toContain(
      '> Hi\n> \n> Not expecting this? Go to evil\u2060.\u2060test',
    )
  })
})

test('an invite to a budget is told apart from those to other budgets before it is opened', () => {
  const allowance = { name: 'Treats', budgetAmount: 2500, currency: 'GBX', frequency: 'month', endsAt: null } as const
  const letter = inviteLetter({
    ...{ type: 'automation-participant', teamName: 'Acme', from: null, path: '/join?token=abc', isReminder: true },
    ...{ lastDay: new Date('2026-03-16T10:00:00Z'), allowance: { ...allowance, keepsUnspent: true } },
  })
  expect(letter.subject).toBe('Reminder: Acme has a gift budget for you: Treats')
})

test('an invite to a budget says whether unspent money is kept, until when, and by when to accept', () => {
  const allowance = { name: 'Treats', budgetAmount: 2500, currency: 'GBX', frequency: 'month', endsAt: null } as const
  const lines = (terms: { keepsUnspent: boolean; endsAt?: string }) =>
    inviteLetter({
      ...{ type: 'automation-participant', teamName: 'Acme', from: null, path: '/join?token=abc' },
      ...{ lastDay: new Date('2026-03-16T10:00:00Z'), allowance: { ...allowance, ...terms } },
    }).body.filter(Boolean)
  expect(lines({ keepsUnspent: true })).toContain('You keep what you do not spend.')
  expect(lines({ keepsUnspent: false, endsAt: '2026-06-30T10:00:00.000Z' })).toEqual(
    expect.arrayContaining([
      'What you do not spend goes back each time before the next amount comes.',
      'The budget ends on Tuesday 30 June 2026 at 11:00. What is left then goes back.',
      'Accept this invite by Monday 16 March 2026.',
    ]),
  )
  expect(lines({ keepsUnspent: true, endsAt: '2026-03-10T10:00:00.000Z' })).toContain(
    'Accept this invite by Tuesday 10 March 2026 at 10:00.',
  )
})

test('what a person wrote runs in an email as its own letters do, whatever ours do', () => {
  for (const message of ['تهانينا! 25 جنيهًا لك.', 'מזל טוב, Ada!'])
    expect(giftEmail({ ...gift, message }).html).toMatch(new RegExp(`dir="auto"[^>]*>${message.slice(0, 6)}`))
})

test('the gift’s email says who it is from, until when in London, and offers one link', () => {
  const mail = giftEmail(gift)
  expect(mail.subject).toBe('Alex sent you a little something')
  expect(mail.text).toContain('It is yours until the end of Wednesday 1 April 2026.')
  expect(mail.text).toContain('Not expecting this? Alex at Acme asked us to send it to you.')
  expect([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([gift.url, gift.url])
})

test('an address in a sender’s message is one that no mail program makes a link of', () => {
  const mail = giftEmail({ ...gift, message: 'Pay at https://evil.test/fee or www.evil.co.uk, 2.50 only.' })
  const seen = (text: string) => text.replaceAll('\u2060', '')
  for (const part of [mail.html, mail.text]) {
    expect(part).not.toMatch(/https:\/\/evil|evil\.|www\./)
    expect(seen(part)).toContain('Pay at https://evil.test/fee or www.evil.co.uk, 2.50 only.')
    expect(part).toContain('2.50')
  }
})

test('an unknown giftwrap is drawn as peony', () => {
  const peony = giftEmail(gift).html
  for (const giftwrap of ['default', 'constructor', '00000000-0000-4000-8000-000000000101'])
    expect(giftEmail({ ...gift, brand: { ...unbranded, giftwrap } }).html).toBe(peony)
  expect(giftEmail({ ...gift, brand: { ...unbranded, giftwrap: 'fern' } }).html).not.toBe(peony)
})

test('emails load nothing from anywhere: no pictures, no tracking, no outside styles', () => {
  const { html: page } = giftEmail(gift)
  expect(page).not.toMatch(/<img|<link|url\(|@import|src=|background="/i)
})

test('a summary email names the first, counts the rest and shows ten', () => {
  const reactions = Array.from({ length: 12 }, (_, index) => ({
    name: index ? `P${index}` : null,
    emoji: '🌸',
    message: 'Lovely',
    giftName: 'Flat white',
  }))
  const mail = reactionSummaryEmail({ reactions, pages: [{ team: 'Acme', url: 'https://posy.example' }] })
  expect(mail.subject).toBe('Someone and 11 more said thank you')
  expect(mail.text.match(/> 🌸 Lovely/g)).toHaveLength(10)
  expect(mail.text).toContain('And 2 more.')
})

test('an email’s template escapes values, keeps HTML and leaves out what is absent', () => {
  expect(
    html`<p title="${'"a"'}">${'<b>'}${html`<i>${1}</i>`}${[html`x`, html`y`]}${null}${undefined}${false}</p>`.html,
  ).toBe('<p title="&#34;a&#34;">&#60;b&#62;<i>1</i>xy</p>')
})
