import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { findOwn } from './find-places.server.ts'

test('the search of every page finds people who are helped and grants, for those alone who see awards', async () => {
  const asked: unknown[] = []
  const award = { id: 'a1', amount: 4_000, currency: 'GBX', caseReference: 'HSF-1047', status: 'code-generated' }
  const find = (text: string, mays: string[]) =>
    findOwn(
      {
        ...{ user: { id: 'u1' }, teamId: 't1' },
        can: (permissions: string | readonly string[]) => [permissions].flat().some((one) => mays.includes(one)),
        api: {
          listAwards: async (input: unknown) => {
            asked.push(input)
            return { ok: true, value: { data: [{ ...award, person: { id: 'p1', name: 'Piotr Ionescu' } }] } }
          },
          listGrants: async () => ({
            ok: true,
            value: { data: [{ id: 'g1', name: 'Household Support Fund', available: 360_000, currency: 'GBX' }] },
          }),
        },
      } as unknown as Session,
      text,
    )
  expect(await find('ionescu', ['view-awards'])).toEqual([
    { to: paths.award('a1'), label: 'Piotr Ionescu', hint: 'Award, £40.00, case HSF-1047, code made' },
  ])
  expect((await find('household', ['manage-grants'])).at(-1)).toEqual({
    ...{ to: paths.grant('g1'), label: 'Household Support Fund', hint: 'Grant, £3,600.00 left' },
  })
  expect(asked[0]).toEqual({ query: { search: 'ionescu', limit: 4 } })
  expect(await find('ionescu', ['send-email'])).toEqual([])
  expect(asked).toHaveLength(2)
})
