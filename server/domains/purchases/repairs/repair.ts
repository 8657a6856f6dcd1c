import { newId } from '#kit/ids.ts'
import { queueUserMessages, repairedEmail } from '#server/domains/delivery/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { type Actor, operatorActor } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { announceToOwners, requireSecondOperator } from '#server/platform/two-operators.ts'
import { type Broken, kinds, type RepairKind, type RepairOutcome, type RepairStep, settleStep } from './repair-kinds.ts'

/** What a repair of each kind would do now, and what it could not. Changes nothing. */
export const repairable = async (posy: Posy, kind: RepairKind): Promise<Broken[]> => kinds[kind].broken(posy, posy.db)

interface Signed {
  operator: string
  reason: string
}

/**
 * Asks for everything of a kind that can be repaired now; what becomes wrong later is not in it.
 * @returns the repair's id and how many steps it has; null where there is nothing to do
 */
export const askForRepair = (
  posy: Posy,
  { kind, operator, reason }: Signed & { kind: RepairKind },
  actor: Actor = operatorActor,
): Promise<{ id: string; steps: number } | null> =>
  transact(posy, { actor }, async (work) => {
    const steps = (await kinds[kind].broken(posy, work.tx)).filter(({ why }) => why === null)
    if (steps.length === 0) return null
    const id = newId()
    const asked = { id, kind, asked_by: operator, asked_at: work.at, reason }
    await work.tx.insertInto('repair').values(asked).execute()
    for (const { subjectId, teamId, currency, pence } of steps)
      await work.tx
        .insertInto('repair_step')
        .values({ id: newId(), repair_id: id, subject_id: subjectId, team_id: teamId, currency, pence })
        .execute()
    await announceToOwners(work, { act: 'repair', label: id, operator })
    await work.audit(
      'repair.asked',
      { kind: 'repair', id },
      { detail: { kind, operator, reason, steps: steps.length } },
    )
    return { id, steps: steps.length }
  })

export interface Repaired {
  done: number
  refused: { subjectId: string; why: string }[]
}

/**
 * Confirms a repair that another operator asked for, and does it: each step in a transaction of its own, then each team's
 * admins are told. Killed anywhere and confirmed again, it continues with the rest; nothing is done twice.
 * @throws not_found (404); forbidden (403) to the one who asked
 */
export async function confirmRepair(
  posy: Posy,
  { id, operator, reason }: Signed & { id: string },
  actor: Actor = operatorActor,
): Promise<Repaired> {
  const kind = await transact(posy, { actor }, (work) => confirm(work, { id, operator, reason }))
  const steps = posy.db.selectFrom('repair_step').where('repair_id', '=', id)
  for (const step of await steps.select('id').where('state', '=', 'asked').orderBy('id').execute())
    await doStep(posy, kind, step.id)
  for (const { team_id } of await steps.select('team_id').distinct().where('state', '=', 'done').execute())
    await transact(posy, { actor: operatorActor }, (work) => notifyTeam(work, { repairId: id, kind, teamId: team_id }))
  const ended = await steps.select(['state', 'subject_id as subjectId', 'why']).orderBy('subject_id').execute()
  const refused = ended.flatMap(({ subjectId, why }) => (why === null ? [] : { subjectId, why }))
  return { done: ended.filter(({ state }) => state === 'done').length, refused }
}

async function confirm(work: Work, { id, operator, reason }: Signed & { id: string }): Promise<RepairKind> {
  const { tx, at } = work
  const row = await tx.selectFrom('repair').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  const { kind, asked_by: askedBy, asked_at: askedAt, confirmed_by: confirmedBy } = found(row, 'repair')
  if (confirmedBy) return kind
  const isAlone = await requireSecondOperator(work, { act: 'repair', label: id, askedBy: [askedBy], askedAt, operator })
  const confirmed = { confirmed_by: operator, confirmed_at: at, confirmed_alone: isAlone }
  await tx.updateTable('repair').set(confirmed).where('id', '=', id).execute()
  await work.audit('repair.confirmed', { kind: 'repair', id }, { detail: { kind, operator, reason, isAlone } })
  return kind
}

async function doStep(posy: Posy, kind: RepairKind, stepId: string): Promise<void> {
  const because = await transact(posy, { actor: operatorActor }, async (work) => {
    const step = await lockStep(work, stepId)
    if (step) await endStep(work, step, await kinds[kind].mend(work, step))
    return null
  }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    return error.code === 'insufficient_funds' ? 'the money has been spent since' : error.message
  })
  if (because === null) return
  await transact(posy, { actor: operatorActor }, async (work) => {
    const step = await lockStep(work, stepId)
    if (step) await endStep(work, step, { why: because })
  })
}

/** Null once it has been done or refused, as by another who confirmed it at the same moment. */
async function lockStep({ tx }: Work, id: string): Promise<(RepairStep & { reason: string }) | null> {
  const row = await tx
    .selectFrom('repair_step')
    .innerJoin('repair', 'repair.id', 'repair_step.repair_id')
    .select(['subject_id as subjectId', 'team_id as teamId', 'currency', 'pence', 'repair.reason'])
    .where('repair_step.id', '=', id)
    .where('state', '=', 'asked')
    .forNoKeyUpdate('repair_step')
    .executeTakeFirst()
  return row ? { id, ...row } : null
}

async function endStep(work: Work, step: RepairStep & { reason: string }, outcome: RepairOutcome): Promise<void> {
  const { id, subjectId, teamId, pence, reason } = step
  const how =
    'why' in outcome
      ? { state: 'refused' as const, why: outcome.why }
      : { state: 'done' as const, transfer_id: outcome.transferId }
  await work.tx
    .updateTable('repair_step')
    .set({ ...how, ended_at: work.at })
    .where('id', '=', id)
    .execute()
  if (how.state === 'refused') return
  if (how.transfer_id) await settleStep(work, step)
  await work.audit(
    'repair.step-done',
    { kind: 'repair-step', id },
    { teamId, detail: { subjectId, pence, reason, transferId: how.transfer_id } },
  )
}

/** What changed for a team, to each of its admins, once. */
async function notifyTeam(
  work: Work,
  { repairId, kind, teamId }: { repairId: string; kind: RepairKind; teamId: string },
): Promise<void> {
  const told = await work.tx
    .updateTable('repair_step')
    .set({ told_at: work.at })
    .where('repair_id', '=', repairId)
    .where('team_id', '=', teamId)
    .where('state', '=', 'done')
    .where('told_at', 'is', null)
    .returning(['pence', 'currency'])
    .execute()
  const admins = told.length ? await listAdmins(work.tx, teamId) : []
  for (const [currency, steps] of Map.groupBy(told, (step) => step.currency)) {
    const detail = { kind, currency, count: steps.length, pence: steps.reduce((sum, { pence }) => sum + pence, 0) }
    const messages = admins.map(({ id: userId }) => ({
      ...{ userId, detail },
      dedupeKey: `repaired/${repairId}/${currency}/${userId}/${teamId}`,
    }))
    await queueUserMessages(work, repairedEmail, { teamId, messages })
  }
}
