import { expect, test } from 'vitest'
import type { Session } from '#web/session/session.ts'
import { sendOne } from './send-one.server.ts'

test('one gift is not bought for an address that no email reaches: that is said beside it', async () => {
  const reason = { code: 'address_blocked', channel: 'email', cause: 'bounce' }
  const warnings = [{ code: 'blocked', path: 'purchase.receivers.0.email', message: 'bounced', row: 0, reason }]
  const session = {
    can: () => true,
    user: { email: 'ada@acme.test' },
    api: {
      quotePurchase: () => Promise.resolve({ ok: true, value: { data: { problems: [], warnings, recent: [] } } }),
      createTransaction: () => Promise.reject(new Error('was bought')),
    },
  } as unknown as Session
  const form = new FormData()
  form.set('email', 'gone@friends.test')
  form.set('product', '00000000-0000-4000-8000-000000000001')
  expect(await sendOne(session, form)).toMatchObject({
    status: 422,
    fields: { email: 'Emails to this address bounced: this one will not be sent. Give another address.' },
    values: { email: 'gone@friends.test' },
  })
})

test('one gift of a page that another tab left behind is refused in words, with what was typed, where the page has no script', async () => {
  const problem = { status: 404, code: 'not_found', message: 'No such wallet.', help: '', details: [] }
  const session = {
    can: () => true,
    user: { email: 'ada@acme.test' },
    api: {
      quotePurchase: () => Promise.resolve({ ok: true, value: { data: { problems: [], warnings: [], recent: [] } } }),
      createTransaction: () => Promise.resolve({ ok: false, problem }),
    },
  } as unknown as Session
  const form = new FormData()
  for (const [name, value] of Object.entries({ email: 'dee@friends.test', message: 'Thanks!', total: '390' }))
    form.set(name, value)
  for (const name of ['product', 'wallet', 'attempt']) form.set(name, '00000000-0000-4000-8000-000000000001')
  expect(await sendOne(session, form)).toMatchObject({
    message: 'This page names something that is not in the budget or team you act in now',
    help: 'No such wallet. If you switched in another tab, switch back, or open this page again to pay from where you act now. No money has moved and nothing was sent.',
    values: { email: 'dee@friends.test', message: 'Thanks!' },
  })
})
