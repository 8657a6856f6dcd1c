import { expect } from 'vitest'
import { deriveInviteToken } from '#server/domains/invites/index.ts'
import type { TestApp } from './app.ts'

interface Team {
  as: string
  team: string
}
let counter = 0

/** An address no one has yet. */
export const newAddress = (): string => `person-${++counter}@example.test`

/** Sends one invite and tells its id. */
export async function invite(app: TestApp, { as, team }: Team, type: string, row: object): Promise<string> {
  const answer = await app.request('POST', `/v3/teams/${team}/users/invites`, { as, body: { type, invites: [row] } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.rows[0].inviteId
}

export const invitedParticipant = (app: TestApp, team: Team): Promise<string> =>
  invite(app, team, 'participant', { emailAddress: newAddress(), roleGroupId: 'team-viewer' })

/** The token that the latest mail of an invite carries. */
export async function tokenOfInvite(app: TestApp, id: string): Promise<string> {
  const { version } = await app.posy.db
    .selectFrom('team_invite')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return deriveInviteToken(app.posy, { id, version })
}

export const someNewUser = { firstName: 'Nia', surname: 'New', password: 'blue kettle on the moor' }

/** Accepts as someone who had no account. */
export const acceptAsNew = async (app: TestApp, id: string, more: object = {}) =>
  app.request('POST', `/v3/team-invites/${id}/accept`, {
    body: { token: await tokenOfInvite(app, id), newUser: someNewUser, ...more },
  })

/** A subteam that someone new leads, without money. */
export async function acceptedSubteam(app: TestApp, team: Team): Promise<string> {
  const id = await invite(app, team, 'subteam', { emailAddress: newAddress(), subteamName: 'East' })
  const answer = await acceptAsNew(app, id)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.teamId
}
