import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RoleGroup } from '#contract/core/permissions.ts'
import { hashPassword } from '#server/domains/identity/passwords/index.ts'
import { createUser } from '#server/domains/identity/users/index.ts'
import { createTeam } from '#server/domains/teams/manage/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { PlansDocument, savePlans } from '#server/domains/teams/plans/index.ts'
import { createWallet, receiveBankPayment } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { DEMO_PASSWORD } from './ids.ts'

const PLANS = join(import.meta.dirname, '../../../deploy/plans-support.json')

/** A council that helps people in need: on the support plan as it is shipped. */
export const council = {
  team: '00000000-0000-4000-8000-000000000205',
  wallet: '00000000-0000-4000-8000-000000000406',
} as const

interface Colleague {
  id: string
  email: string
  firstName: string
  surname: string
  roleGroupId: RoleGroup
}

const colleagues: readonly Colleague[] = [
  {
    ...{
      id: '00000000-0000-4000-8000-000000000307',
      email: 'manager@council.test',
      firstName: 'Miriam',
      surname: 'Cole',
    },
    roleGroupId: 'team-admin',
  },
  {
    ...{ id: '00000000-0000-4000-8000-000000000308', email: 'case1@council.test', firstName: 'Owen', surname: 'Parry' },
    roleGroupId: 'subteam-admin',
  },
  {
    ...{ id: '00000000-0000-4000-8000-000000000309', email: 'case2@council.test', firstName: 'Farah', surname: 'Aziz' },
    roleGroupId: 'subteam-admin',
  },
  {
    ...{
      id: '00000000-0000-4000-8000-00000000030a',
      email: 'auditor@council.test',
      firstName: 'Helen',
      surname: 'Stone',
    },
    roleGroupId: 'team-viewer',
  },
]

/** Its plan, people and money, once: a second call changes nothing. */
export async function loadDemoCouncil(work: Work): Promise<void> {
  const there = await work.tx.selectFrom('team').select('id').where('id', '=', council.team).executeTakeFirst()
  if (there) return
  const { plans } = PlansDocument.parse(JSON.parse(readFileSync(PLANS, 'utf8')))
  await savePlans(work, { plans, clientId: 'demo-web' })
  await createTeam(work, {
    id: council.team,
    name: 'Westbridge Council',
    planId: plans[0]!.id,
    businessEntityName: 'Westbridge City Council',
    domain: 'council.test',
  })
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const { roleGroupId, ...person } of colleagues) {
    await createUser(work, { ...person, teamId: council.team, passwordHash, verifiedEmail: true })
    await addMember(work, { teamId: council.team, userId: person.id, roleGroupId })
  }
  const { reference } = await createWallet(work, {
    ...{ id: council.wallet, reference: 'HGDEMO0406', teamId: council.team },
    ...{ name: 'Westbridge support', currency: 'GBX' },
  })
  await receiveBankPayment(work, { bankLine: `demo-${council.wallet}`, reference, amountPence: 1_000_000 })
}
