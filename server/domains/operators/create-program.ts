import type { RoleGroup } from '#contract/core/permissions.ts'
import { isUuid } from '#kit/uuid.ts'
import { createClient } from '#server/domains/identity/programs/index.ts'
import { createServiceUser } from '#server/domains/identity/users/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/** A client identity, and its secret, which is told this once. */
export interface CreatedClient {
  id: string
  secret: string
}

/** A customer's program acts as a service user of its team. @throws not_found (404) */
export async function createCustomerClient(
  work: Work,
  { id, name, teamId, role }: { id: string; name: string; teamId: string; role: RoleGroup },
): Promise<CreatedClient> {
  if (!isUuid(teamId)) throw new Problem('not_found', `No team “${teamId}”.`)
  const team = await teamById(work.tx, teamId)
  const user = await createServiceUser(work, { name, teamId: team.id })
  await addMember(work, { teamId: team.id, userId: user.id, roleGroupId: role })
  return createClient(work, { id, name, kind: 'customer', teamId: team.id, serviceUserId: user.id })
}

/** @param brand its id, or its name. @throws not_found (404) */
export async function createTillClient(
  work: Work,
  { id, name, brand }: { id: string; name: string; brand: string },
): Promise<CreatedClient> {
  const found = await work.tx
    .selectFrom('brand')
    .select('id')
    .where(isUuid(brand) ? 'id' : 'name', '=', brand)
    .execute()
  if (found.length !== 1)
    throw new Problem(
      'not_found',
      found.length ? `Several brands are called “${brand}”: give its id.` : 'No such brand.',
    )
  return createClient(work, { id, name, kind: 'merchant', brandId: found[0]!.id })
}
