import { expect, test } from 'vitest'
import type { Session } from '#web/session/session.ts'
import { loadFeed } from './load-feed.server.ts'

const account = (id: string) => ({ id, lastSyncedAt: '2026-03-02T09:00:00Z' })
const group = (id: string) => ({ id, kind: 'team', name: id, people: 3 })

/** A team with two connected HR systems, whose budget follows a group of the second. */
const session = (groupId: string) => {
  const answer = (data: unknown) => Promise.resolve({ ok: true, value: { data } })
  return {
    user: { email: 'admin@acme.test' },
    unwrap: ({ value }: { value: unknown }) => value,
    api: {
      listLinkedAccounts: () => answer([account('first'), account('second')]),
      listEmployeeGroups: ({ params: { id } }: { params: { id: string } }) =>
        answer([group(`${id} sales`), group(`${id} people`)]),
      getBudgetFeed: () =>
        answer({
          linkedAccountId: 'second',
          groupId,
          groupName: groupId,
          emailDomains: ['acme.test'],
          maxRunCost: 9000,
          heldReasons: [],
        }),
    },
  } as unknown as Session
}
const shown = (groupId: string) => loadFeed(session(groupId), 'budget', new URL('https://posy.test/feed'))

test('the form of a budget that follows a group shows that group of its system, and its limit', async () => {
  const { account, groups, choice } = await shown('second people')
  expect(account?.id).toBe('second')
  expect(groups.map(({ id }) => id)).toEqual(['second sales', 'second people'])
  expect(choice).toEqual({ groupId: 'second people', domains: 'acme.test', limit: '90.00' })
})
