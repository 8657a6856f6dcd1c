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
