import { renewClientSecret, setClientRevoked } from '#server/domains/identity/programs/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { askAnother, type MoneyActKind } from '#server/platform/waiting-acts.ts'
import type { CreatedClient } from './create-program.ts'
import { customerProgram } from './queries.ts'

interface Signed {
  id: string
  operator: string
  reason: string
}

export const programStarted: MoneyActKind<{ id: string }, void> = {
  kind: 'program-start',
  run: (work, { id }) => setClientRevoked(work, { clientId: id, isRevoked: false }),
}

export const programSecretRenewed: MoneyActKind<{ id: string }, CreatedClient> = {
  kind: 'program-secret',
  run: (work, { id }) => renewClientSecret(work, id),
}

/** A customer's or a till's: our own web app's is stopped at the command line alone. */
const load = async (tx: Tx, id: string) => found(await customerProgram(tx, id), 'program')

/** At once, by one operator: a secret that leaked does not wait. @throws not_found (404), wrong_state (409) for one that is stopped */
export async function stopProgram(work: Work, id: string): Promise<{ teamId: string | null }> {
  const { name, teamId, isActive } = await load(work.tx, id)
  if (!isActive) throw new Problem('wrong_state', `${name} is stopped already.`)
  await setClientRevoked(work, { clientId: id, isRevoked: true })
  return { teamId }
}

/** @throws not_found (404), wrong_state (409) for one that is not stopped, or where something of it waits already */
export async function askForProgramStart(work: Work, { id, ...signed }: Signed): Promise<{ teamId: string | null }> {
  const { name, teamId, where, isActive } = await load(work.tx, id)
  if (isActive) throw new Problem('wrong_state', `${name} is not stopped.`)
  await askAnother(work, programStarted, {
    terms: { id },
    subject: { kind: 'program', id },
    teamId,
    says: `Start the program ${id} (${name}) of ${where} again`,
    ...signed,
  })
  return { teamId }
}

/** @throws not_found (404), wrong_state (409) where something of it waits already */
export async function askForProgramSecret(work: Work, { id, ...signed }: Signed): Promise<{ teamId: string | null }> {
  const { name, teamId, where } = await load(work.tx, id)
  await askAnother(work, programSecretRenewed, {
    terms: { id },
    subject: { kind: 'program', id },
    teamId,
    says: `Make a new secret for the program ${id} (${name}) of ${where}; the present one stops`,
    ...signed,
  })
  return { teamId }
}
