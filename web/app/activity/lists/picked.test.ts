import { expect, test } from 'vitest'
import { messagesToOffer } from './picked.ts'

type Gift = Parameters<typeof messagesToOffer>[0][number]
const gift = (contact: { email?: string; phone_number?: string } | null, status = 'Sent') =>
  ({
    status,
    receiver: contact && { first_name: '', surname: '', email: null, phone_number: null, ...contact },
  }) as Gift

test('Remind and Send again are offered where a message can go to someone, and not for links, cards and unclaimed places', () => {
  expect(messagesToOffer([gift(null), gift(null, 'Created')])).toEqual({ remind: false, resend: false })
  expect(messagesToOffer([gift(null), gift({ email: 'ada@x.test' })])).toEqual({ remind: true, resend: true })
  expect(messagesToOffer([gift({ phone_number: '+447700900123' })])).toEqual({ remind: false, resend: true })
  expect(messagesToOffer([gift({ email: 'ada@x.test' }, 'Cancelled')])).toEqual({ remind: false, resend: false })
})

test('a list of gifts that all wait for their time offers no reminder and nothing to send again', () => {
  const waiting = gift({ email: 'ada@x.test' }, 'Scheduled')
  expect(messagesToOffer([waiting, waiting])).toEqual({ remind: false, resend: false })
  expect(messagesToOffer([waiting, gift({ email: 'ada@x.test' }, 'Claimed')])).toEqual({ remind: false, resend: true })
})
