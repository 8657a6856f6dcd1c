import { expect, test } from 'vitest'
import { teamsApart } from './teams-apart.ts'

test('a page is of the team acted in and its subteams, and apart from the reader’s other teams', () => {
  const teams = [
    { id: 'acme', name: 'Acme', parentId: null },
    { id: 'north', name: 'North', parentId: 'acme' },
    { id: 'treats', name: 'Treats', parentId: null },
  ]
  const names = (teamId: string | null) => teamsApart(teams, teamId).others.map(({ name }) => name)
  expect(names('acme')).toEqual(['Treats'])
  expect(names('treats')).toEqual(['Acme', 'North'])
  expect(names('north')).toEqual(['Acme', 'Treats'])
  expect(teamsApart(teams.slice(0, 2), 'acme').others).toEqual([])
  expect(teamsApart(teams, null).current).toBeUndefined()
})
