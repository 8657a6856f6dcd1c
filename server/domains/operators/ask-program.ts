import type { RoleGroup } from '#contract/core/permissions.ts'
import { roleGroupLabels } from '#contract/core/status-labels.ts'
import { requireGivable } from '#server/domains/teams/members/index.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { askAnother, type MoneyActKind } from '#server/platform/waiting-acts.ts'
import { programSecretRenewed } from './change-program.ts'
import { type CreatedClient, createCustomerClient, createTillClient } from './create-program.ts'

interface Signed {
  operator: string
  reason: string
}

interface NewProgram extends Record<string, string | null> {
  id: string
  name: string
  teamId: string | null
  role: RoleGroup | null
  /** Of a till: whose. */
  brand: string | null
}

export const programMade: MoneyActKind<NewProgram, CreatedClient> = {
  kind: 'program-new',
  run: async (work, { id, name, teamId, role, brand }) => {
    if (await work.tx.selectFrom('client').select('id').where('id', '=', id).executeTakeFirst())
      throw new Problem('conflict', `There is a program ${id} already.`, { help: 'Choose another id.' })
    if (teamId && role) return createCustomerClient(work, { id, name, teamId, role })
    return createTillClient(work, { id, name, brand: brand! })
  },
}

/** What a confirmed act made, where that is a program or its secret. */
export const madeProgram = ({ kind, done }: { kind: string; done: unknown }): CreatedClient | null =>
  [programMade.kind, programSecretRenewed.kind].includes(kind) ? (done as CreatedClient) : null

/** @throws not_found (404), conflict (409) for an id that is taken, wrong_state (409) where it waits already */
export async function askForProgram(
  work: Work,
  { teamId, id, name, role, ...signed }: Signed & { teamId: string; id: string; name: string; role: RoleGroup },
): Promise<void> {
  const team = await teamById(work.tx, teamId)
  if (team.closedAt) throw new Problem('wrong_state', 'This team was deleted.')
  await requireGivable(work.tx, team, role)
  await askAnother(work, programMade, {
    terms: { id, name, teamId, role, brand: null },
    subject: { kind: 'program', id },
    teamId,
    says: `Make the program ${id} (${name}), which acts in ${team.name}: ${roleGroupLabels[role]}`,
    ...signed,
  })
}

/** @throws as askForProgram */
export async function askForTillProgram(
  work: Work,
  { brandId, id, name, ...signed }: Signed & { brandId: string; id: string; name: string },
): Promise<void> {
  const brand = found(
    await work.tx.selectFrom('brand').select('name').where('id', '=', brandId).executeTakeFirst(),
    'merchant',
  )
  await askAnother(work, programMade, {
    terms: { id, name, teamId: null, role: null, brand: brandId },
    subject: { kind: 'program', id },
    says: `Make the program ${id} (${name}), which redeems gifts of ${brand.name}`,
    ...signed,
  })
}
