import { expect, test } from 'vitest'
import { menuTeams } from './menu-teams.server.ts'

const team = (id: string, automationId: string | null, parentTeamId: string | null = 'acme') => ({
  team: { id, name: id, automationId, parentTeamId },
})
const notes = async (open: readonly string[] | null, ...teams: ReturnType<typeof team>[]) => {
  const answer = open
    ? { ok: true, value: { data: open.map((teamId) => ({ teamId })) } }
    : { ok: false, problem: { status: 503 } }
  const session = { api: { listAllowances: () => Promise.resolve(answer) } } as never
  return (await menuTeams(session, teams as never)).map(({ note }) => note)
}

test('the switcher says of which budgets nothing more comes: those that have ended, and that one is out of', async () => {
  const [treats, gone] = [team('treats', 'b1'), team('gone', 'b2')]
  expect(await notes(['treats'], treats, gone)).toEqual([null, 'Nothing more to give'])
  expect(await notes(null, treats, gone)).toEqual([null, null])
})

test('the switcher says of a subteam which team it is in', async () => {
  expect(await notes([], team('acme', null, null), team('north', null))).toEqual([null, 'in acme'])
})
