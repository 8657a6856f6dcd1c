import { type OperatorRole, operatorRoleLabels } from '#contract/core/operators.ts'
import { newId } from '#kit/ids.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { askAnother, type MoneyActKind } from '#server/platform/waiting-acts.ts'
import { addOperator, deactivateOperator, resetOperator } from './change-operator.ts'
import { OPERATOR_LINK_JOB } from './mail-link.ts'

interface Signed {
  operator: string
  reason: string
}

/** Neither of the two sees the link: it is mailed to the person it is for. */
const mailLink = (work: Work, id: string) => work.send(OPERATOR_LINK_JOB, { id })

export const operatorAdded: MoneyActKind<{ id: string; email: string; name: string; role: OperatorRole }, void> = {
  kind: 'operator-new',
  run: async (work, terms, { reason }) => mailLink(work, (await addOperator(work, terms, reason)).id),
}

export const operatorReset: MoneyActKind<{ email: string; role: OperatorRole | null }, void> = {
  kind: 'operator-reset',
  run: async (work, { email, role }, { reason }) =>
    mailLink(work, (await resetOperator(work, { email, reason, ...(role && { role }) })).id),
}

export const operatorEnded: MoneyActKind<{ email: string }, void> = {
  kind: 'operator-end',
  run: (work, { email }, { reason }) => deactivateOperator(work, { email, reason }),
}

/** @throws conflict (409) for an address that is an operator's already; wrong_state (409) where it waits already */
export async function askForOperator(
  work: Work,
  { email, name, role, ...signed }: Signed & { email: string; name: string; role: OperatorRole },
): Promise<string> {
  const id = newId()
  await askAnother(work, operatorAdded, {
    terms: { id, email, name, role },
    subject: { kind: 'operator', id: email },
    says: `Make ${name} (${email}) an operator with the role ${operatorRoleLabels[role]}`,
    ...signed,
  })
  return id
}

/** @throws not_found (404), wrong_state (409) where it waits already */
export async function askForReset(
  work: Work,
  { id, role, ...signed }: Signed & { id: string; role?: OperatorRole | undefined },
): Promise<void> {
  const { email, name, role: before, isActive } = await operatorById(work.tx, id)
  const now = role ?? before
  await askAnother(work, operatorReset, {
    terms: { email, role: role ?? null },
    subject: { kind: 'operator', id: email },
    says: `${isActive ? 'Mail' : 'Let in again, and mail'} ${name} (${email}) a link to a new password and second step, with the role ${operatorRoleLabels[now]}${now === before ? '' : `, until now ${operatorRoleLabels[before]}`}`,
    ...signed,
  })
}

/** @throws not_found (404), wrong_state (409) where they are no operator any longer, or it waits already */
export async function askForEnd(work: Work, { id, ...signed }: Signed & { id: string }): Promise<void> {
  const { email, name, role, isActive } = await operatorById(work.tx, id)
  if (!isActive) throw new Problem('wrong_state', `${name} is no operator any longer.`)
  await askAnother(work, operatorEnded, {
    terms: { email },
    subject: { kind: 'operator', id: email },
    says: `End ${name} (${email}) being an operator with the role ${operatorRoleLabels[role]}`,
    ...signed,
  })
}

const operatorById = async (tx: Tx, id: string) =>
  found(
    await tx
      .selectFrom('operator')
      .select(['email', 'name', 'role'])
      .select((eb) => eb('deactivated_at', 'is', null).as('isActive'))
      .$narrowType<{ role: OperatorRole }>()
      .where('id', '=', id)
      .executeTakeFirst(),
    'operator',
  )
