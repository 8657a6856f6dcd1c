import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { createUser } from '#server/domains/identity/users/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { createTeam } from '../manage/index.ts'
import { addMember } from '../members/index.ts'
import { createPlan } from '../plans/index.ts'
import { planOfTeam, teamsGranted } from '../team/index.ts'
import { teamHolds } from '../team/queries.ts'
import { requireWithinPlan } from './plan.ts'

let app: TestApp
let posy: Posy
beforeAll(async () => {
  app = await startTestApp()
  posy = app.posy
})
afterAll(() => app.close())

const run = <T>(command: (work: Work) => Promise<T>) => transact(posy, { actor: operatorActor }, command)
const entities = { wallets: 1, subteams: 2, themes: 0, participants: 2, hugggsPerOrder: 10 }
const teamOnSmallPlan = () =>
  run(async (work) =>
    createTeam(work, { name: 'Small', planId: (await createPlan(work, { name: 'Small', entities })).id }),
  )

test('a plan’s limit of subteams holds, also when five are made at once', async () => {
  const parent = await teamOnSmallPlan()
  const made = await Promise.allSettled(
    Array.from({ length: 5 }, (_, at) =>
      run((work) => createTeam(work, { name: `Sub ${at}`, planId: parent.planId, parentTeamId: parent.id })),
    ),
  )
  expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(2)
  for (const one of made) {
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({
        code: 'plan_limit_reached',
        status: 403,
        message: 'The plan Small allows 2 subteams per team.',
      })
  }
  const subteam = made.find((one) => one.status === 'fulfilled')!.value
  await expect(
    run((work) => createTeam(work, { name: 'Deeper', planId: parent.planId, parentTeamId: subteam.id })),
  ).rejects.toMatchObject({ code: 'restricted' })
})

test('a plan’s limit of participants holds; other members are not counted', async () => {
  const team = await teamOnSmallPlan()
  const join = (email: string, roleGroupId: 'participant' | 'team-viewer') =>
    run(async (work) =>
      addMember(work, { teamId: team.id, userId: (await createUser(work, { email })).id, roleGroupId }),
    )
  await join('one@small.test', 'participant')
  await join('viewer@small.test', 'team-viewer')
  const made = await Promise.allSettled([
    join('two@small.test', 'participant'),
    join('three@small.test', 'participant'),
  ])
  expect(made.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(join('four@small.test', 'participant')).rejects.toMatchObject({ code: 'plan_limit_reached' })
})

test('the refusals by a limit of none and a limit of one are worded as such', async () => {
  const plan = await planOfTeam(posy.db, (await teamOnSmallPlan()).id)
  expect(() => requireWithinPlan(plan, 'themes', 1)).toThrow('The plan Small has no themes.')
  expect(() => requireWithinPlan(plan, 'wallets', 2)).toThrow('The plan Small allows 1 wallet per team.')
  expect(() => requireWithinPlan(plan, 'hugggsPerOrder', 10)).not.toThrow()
})

test('a role group the plan does not know is refused', async () => {
  const team = await teamOnSmallPlan()
  await posy.db
    .deleteFrom('plan_role_group')
    .where('plan_id', '=', team.planId)
    .where('role_group_id', '=', 'participant')
    .execute()
  await expect(
    run((work) => addMember(work, { teamId: team.id, userId: demo.users.globexAdmin, roleGroupId: 'participant' })),
  ).rejects.toMatchObject({ code: 'invalid_fields' })
})

test('one address has one account, in capitals or not', async () => {
  await expect(run((work) => createUser(work, { email: 'ADMIN@acme.test' }))).rejects.toMatchObject({
    code: 'conflict',
    status: 409,
  })
})

test('the team’s plan decides whether expired gifts are refunded', async () => {
  const granted = await teamsGranted(posy.db, Object.values(demo.teams), 'refund-huggg-expirations')
  expect([...granted].sort()).toEqual([demo.teams.acme, demo.teams.acmeNorth, demo.teams.acmeSouth])
  expect(await teamHolds(posy.db, demo.teams.globex, 'refund-huggg-expirations')).toBe(false)
  expect(await teamHolds(posy.db, demo.teams.globex, 'purchase-hugggs')).toBe(true)
})

test('the database refuses a customer client without its team and user, and a till without a brand', async () => {
  const row = { id: 'half', name: 'Half', secret_hash: 'x', created_at: new Date() }
  await expect(
    posy.db
      .insertInto('client')
      .values({ ...row, kind: 'customer' })
      .execute(),
  ).rejects.toMatchObject({ code: '23514' })
  await expect(
    posy.db
      .insertInto('client')
      .values({ ...row, kind: 'merchant' })
      .execute(),
  ).rejects.toMatchObject({ code: '23514' })
})
