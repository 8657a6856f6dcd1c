import { expect, test } from 'vitest'
import type { Posy } from '#server/platform/posy.ts'
import { type InviteRecord, serializeInvite } from './invite.ts'

test('an invite that was made on a moved clock is open until a day after it, and ends when its link does', () => {
  const days = 86_400_000
  const clocks = (wallDay: string) =>
    ({ wall: { nowMs: () => Date.parse(wallDay) }, clock: { offsetMs: () => 137 * days } }) as unknown as Posy
  const made = new Date('2027-04-11T09:00:00Z')
  const invite = {
    expiresAt: new Date('2026-12-09T09:00:00Z'),
    ...{ createdAt: made, updatedAt: made, acceptedAt: null, cancelledAt: null },
  } as InviteRecord
  expect(serializeInvite(clocks('2026-11-25T09:00:00Z'), invite)).toMatchObject({
    dateCreated: '2027-04-11T09:00:00.000Z',
    dateExpires: '2027-04-25T09:00:00.000Z',
    expired: false,
  })
  expect(serializeInvite(clocks('2026-12-09T09:00:00Z'), invite)).toMatchObject({
    dateExpires: '2027-04-25T09:00:00.000Z',
    expired: true,
  })
  // What was mailed while the clock stood behind holds once it has caught up.
  const before = { ...invite, updatedAt: new Date('2026-09-11T09:00:00Z'), expiresAt: new Date('2026-12-11T09:00:00Z') }
  const caughtUp = { wall: { nowMs: () => Date.parse('2026-11-27T10:00:00Z') }, clock: { offsetMs: () => 0 } }
  expect(serializeInvite(caughtUp as unknown as Posy, before)).toMatchObject({
    dateExpires: '2026-09-25T09:00:00.000Z',
    expired: true,
  })
})
