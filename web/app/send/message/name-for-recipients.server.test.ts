import { expect, test } from 'vitest'
import type { Session } from '#web/session/session.ts'
import { nameForRecipients } from './name-for-recipients.server.ts'

const named = (automationId: string | null) =>
  nameForRecipients({
    teamId: 'team',
    api: {
      getTeam: async () => ({ ok: true, value: { data: { name: 'Team treats', automationId } } }),
      getAllowance: async () => ({ ok: true, value: { data: { teamName: 'Acme' } } }),
    },
  } as unknown as Session)

test('a preview of a participant’s gift is headed by the company, as the gift will be, and not by the budget', async () => {
  expect(await named('budget')).toBe('Acme')
  expect(await named(null)).toBe('Team treats')
})
