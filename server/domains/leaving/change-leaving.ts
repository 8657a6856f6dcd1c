import { newId } from '#kit/ids.ts'
import { readPayee } from '#server/domains/bank/index.ts'
import { queueUserMessages, teamLeavingEmails } from '#server/domains/delivery/index.ts'
import { formerAdmins } from '#server/domains/teams/rules/index.ts'
import { peopleWho, type TeamRecord, teamInScope } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { isSignedInPerson, member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { seal } from '#server/platform/sealing.ts'
import { leavingFrom, sealedOwner } from './leaving.ts'
import { openLeavings } from './queries.ts'

/** A whole customer leaves, not a part of one. @throws not_found (404) */
export async function leavingTeam(tx: Db | Tx, caller: Principal, teamId: string): Promise<TeamRecord> {
  const team = await teamInScope(tx, caller, teamId)
  if (team.parentTeamId !== null)
    throw new Problem('wrong_state', 'A subteam does not leave alone.', {
      help: 'Its parent team deletes it under Team, Subteams.',
    })
  return team
}

function requirePerson(caller: Principal): void {
  if (!isSignedInPerson(caller)) throw new Problem('forbidden', 'Only someone who has signed in may ask for this.')
}

/**
 * Asks to have a team's balance paid out and its account closed. Nothing moves: operators carry it out, not before a day
 * has passed. Everyone who manages billing is told, those too who lost that lately.
 * @throws not_found (404), forbidden (403) for programs, invalid_fields (422), wrong_state (409) where it has been asked
 */
export async function requestLeaving(
  work: Work,
  caller: Principal,
  { teamId, ...typed }: { teamId: string; payee: string; sortCode: string; accountNumber: string },
): Promise<void> {
  const { tx, posy, at } = work
  requirePerson(caller)
  const team = await leavingTeam(tx, caller, teamId)
  const payee = readPayee({ name: typed.payee, sortCode: typed.sortCode, accountNumber: typed.accountNumber })
  if (Array.isArray(payee)) throw invalidFields(payee)
  const id = newId()
  const hint = payee.accountNumber.slice(-4)
  const written = await tx
    .insertInto('team_leaving')
    .values({
      ...{ id, team_id: teamId, sealed: seal(posy.secret, sealedOwner(id), JSON.stringify(payee)), hint },
      ...{ asked_by: member(caller).userId, asked_at: at },
    })
    .onConflict((conflict) => conflict.column('team_id').where('withdrawn_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written)
    throw new Problem('wrong_state', 'This has been asked for already.', {
      help: 'Take the request back to change the account.',
    })
  await work.audit('team.leaving-requested', { kind: 'team', id: teamId }, { teamId, detail: { accountHint: hint } })
  await tell(work, team, { id, change: 'requested', by: member(caller).userId })
}

/** @throws not_found (404), forbidden (403) for programs, wrong_state (409) where nothing was asked */
export async function withdrawLeaving(work: Work, caller: Principal, teamId: string): Promise<void> {
  const { tx, at } = work
  requirePerson(caller)
  const team = await leavingTeam(tx, caller, teamId)
  const withdrawn = await tx
    .updateTable('team_leaving')
    .set({ withdrawn_by: member(caller).userId, withdrawn_at: at, sealed: null })
    .where('team_id', '=', teamId)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!withdrawn) throw new Problem('wrong_state', 'Nothing was asked for, or it has been taken back.')
  await work.audit('team.leaving-withdrawn', { kind: 'team', id: teamId }, { teamId })
  await tell(work, team, { id: withdrawn.id, change: 'withdrawn', by: member(caller).userId })
}

/** A request is over once operators have closed the account: should the customer come back, they ask again. */
export async function endLeaving({ tx, at }: Work, teamId: string): Promise<void> {
  await tx
    .updateTable('team_leaving')
    .set({ withdrawn_at: at, sealed: null })
    .where('team_id', '=', teamId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

interface Told {
  id: string
  change: 'requested' | 'withdrawn'
  by: string
}

async function tell(work: Work, team: TeamRecord, { id, change, by }: Told) {
  const people = (await peopleWho(work.tx, 'manage-billing', team.id)).map((person) => person.id)
  const [open] = await openLeavings(work.tx, team.id)
  const detail = {
    ...{ change, by, teamName: team.name },
    ...{ accountHint: open?.hint ?? null, from: open ? leavingFrom(open) : null },
  }
  await queueUserMessages(work, teamLeavingEmails.changed, {
    teamId: team.id,
    messages: [...new Set([...people, ...(await formerAdmins(work, team.id))])].map((userId) => ({
      userId,
      dedupeKey: `team-leaving/${id}/${change}/${userId}`,
      detail,
    })),
  })
}
