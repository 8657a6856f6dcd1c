import type { RoleGroup } from '#contract/core/permissions.ts'
import { hashPassword } from '#server/domains/identity/passwords/index.ts'
import { createApiKey, createClient } from '#server/domains/identity/programs/index.ts'
import { createServiceUser, createUser } from '#server/domains/identity/users/index.ts'
import { createTeam } from '#server/domains/teams/manage/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { createPlan } from '#server/domains/teams/plans/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { DEMO_PASSWORD, demo } from './ids.ts'

/** Printed at start and named in the README: it opens the demo world and nothing else. */
export const DEMO_API_KEY = 'posy_demo_customer_key_0001'

/** `NAME-secret`, for each of the demo's clients. */
const demoSecret = (client: string) => `${client}-secret`

interface Person {
  id: string
  email: string
  firstName: string
  surname: string
  teamId: string
  roleGroupId: RoleGroup
}

const people: Person[] = [
  {
    id: demo.users.acmeAdmin,
    email: 'admin@acme.test',
    firstName: 'Alice',
    surname: 'Archer',
    teamId: demo.teams.acme,
    roleGroupId: 'team-admin',
  },
  {
    id: demo.users.acmeViewer,
    email: 'viewer@acme.test',
    firstName: 'Victor',
    surname: 'Vale',
    teamId: demo.teams.acme,
    roleGroupId: 'team-viewer',
  },
  {
    id: demo.users.acmeSubteam,
    email: 'subteam@acme.test',
    firstName: 'Sunita',
    surname: 'Shah',
    teamId: demo.teams.acmeNorth,
    roleGroupId: 'subteam-admin',
  },
  {
    id: demo.users.acmeParticipant,
    email: 'participant@acme.test',
    firstName: 'Peter',
    surname: 'Price',
    teamId: demo.teams.acme,
    roleGroupId: 'participant',
  },
  {
    id: demo.users.globexAdmin,
    email: 'admin@globex.test',
    firstName: 'Grace',
    surname: 'Green',
    teamId: demo.teams.globex,
    roleGroupId: 'team-admin',
  },
]

/**
 * The people, teams, plans and clients of the demo world, once: a second call changes nothing. The catalogue has been
 * imported before, for the till belongs to one of its brands. The business clock's moment is everybody's first day.
 */
export async function loadDemoTeams(work: Work): Promise<{ apiKey: string }> {
  const there = await work.tx.selectFrom('team').select('id').where('id', '=', demo.teams.acme).executeTakeFirst()
  if (!there) {
    await createClient(work, {
      id: 'demo-web',
      name: 'Posy',
      kind: 'web',
      secret: demoSecret('demo-web'),
      baseHighballUrl: work.posy.config.publicUrl,
    })
    await loadPlans(work)
    await loadTeams(work)
    await loadPeople(work)
    await loadPrograms(work)
  }
  return { apiKey: DEMO_API_KEY }
}

async function loadPlans(work: Work): Promise<void> {
  const sold = { clientId: 'demo-web', billingPeriod: 'month' } as const
  await createPlan(work, {
    ...sold,
    id: demo.plans.free,
    name: 'Free',
    entities: { wallets: 1, subteams: 0, themes: 1, participants: 10, hugggsPerOrder: 100 },
  })
  await createPlan(work, {
    ...sold,
    id: demo.plans.plus,
    name: 'Plus',
    pricePence: 4900,
    entities: { wallets: 10, subteams: 10, themes: 20, participants: 1000, hugggsPerOrder: 2000 },
  })
  await createPlan(work, {
    ...sold,
    id: demo.plans.enterprise,
    name: 'Enterprise',
    pricePence: 24_900,
    entities: { wallets: 500, subteams: 500, themes: 500, participants: 10_000, hugggsPerOrder: 20_000 },
    extraRoles: { 'team-admin': ['expiry-refunds', 'awards'] },
  })
}

async function loadTeams(work: Work): Promise<void> {
  const { acme, acmeNorth, acmeSouth, globex } = demo.teams
  await createTeam(work, {
    id: acme,
    name: 'Acme',
    planId: demo.plans.enterprise,
    businessEntityName: 'Acme Trading Limited',
    businessTradingName: 'Acme',
    businessAddress: { line1: '1 Orchard Row', city: 'Leeds', postcode: 'LS1 4AP', country: 'United Kingdom' },
    domain: 'acme.test',
    reasonCodes: ['Thank you', 'Work anniversary', 'New client', 'Wellbeing'],
    preferences: { applyReasonCodesToTeam: true, applyReasonCodesToSubteams: true },
    creditLimitPence: 5_000_000,
  })
  await createTeam(work, { id: acmeNorth, name: 'North', planId: demo.plans.enterprise, parentTeamId: acme })
  await createTeam(work, { id: acmeSouth, name: 'South', planId: demo.plans.enterprise, parentTeamId: acme })
  await createTeam(work, {
    id: globex,
    name: 'Globex',
    planId: demo.plans.plus,
    businessEntityName: 'Globex Limited',
    domain: 'globex.test',
  })
}

async function loadPeople(work: Work): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const { id, email, firstName, surname, teamId, roleGroupId } of people) {
    await createUser(work, { id, email, firstName, surname, teamId, passwordHash, verifiedEmail: true })
    await addMember(work, { teamId, userId: id, roleGroupId })
  }
}

async function loadPrograms(work: Work): Promise<void> {
  const [teamId, serviceUserId] = [demo.teams.acme, demo.users.acmeService]
  await createServiceUser(work, { id: serviceUserId, name: 'Acme integration', teamId })
  await addMember(work, { teamId, userId: serviceUserId, roleGroupId: 'team-admin' })
  await createClient(work, {
    id: 'demo-customer',
    name: 'Acme integration',
    kind: 'customer',
    teamId,
    serviceUserId,
    secret: demoSecret('demo-customer'),
  })
  await createClient(work, {
    id: 'demo-till',
    name: 'Daisy Coffee tills',
    kind: 'merchant',
    brandId: demo.brands.daisyCoffee,
    secret: demoSecret('demo-till'),
  })
  await createApiKey(work, { teamId, userId: serviceUserId, name: 'Acme integration', key: DEMO_API_KEY })
}
