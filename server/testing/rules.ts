import { expect } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import type { TestApp } from './app.ts'

export const CONFIRMER = 'viewer@acme.test'

/** A second admin at Acme, who has been one for a while. */
export async function secondAdmin(app: TestApp, userId: string = demo.users.acmeViewer, days = 8): Promise<void> {
  await transact(app.posy, { actor: operatorActor }, (work) =>
    addMember(work, { teamId: demo.teams.acme, userId, roleGroupId: 'team-admin' }),
  )
  const now = app.posy.clock.now().epochMilliseconds
  await app.posy.db
    .updateTable('team_member')
    .set({ role_changed_at: new Date(now - days * 86_400_000) })
    .where('user_id', '=', userId)
    .where('team_id', '=', demo.teams.acme)
    .execute()
}

/** Changes a team's preferences; whatever waits is let through by a second admin, who is what they were before after it. */
export async function setRules(app: TestApp, preferences: object, team: string = demo.teams.acme): Promise<void> {
  const set = await app.request('PUT', `/api/v2/teams/${team}`, { as: 'admin@acme.test', body: { preferences } })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  const waiting: { id: string }[] = set.body.data.pendingChanges
  if (waiting.length === 0) return
  const role = () => app.posy.db.selectFrom('team_member').selectAll().where('user_id', '=', demo.users.acmeViewer)
  const { role_group_id, role_changed_at } = await role().executeTakeFirstOrThrow()
  await secondAdmin(app)
  for (const { id } of waiting) {
    const confirmed = await app.request('POST', `/v3/rule-changes/${id}/confirm`, { as: CONFIRMER, body: {} })
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
  }
  await app.posy.db
    .updateTable('team_member')
    .set({ role_group_id, role_changed_at })
    .where('user_id', '=', demo.users.acmeViewer)
    .where('team_id', '=', demo.teams.acme)
    .execute()
}
