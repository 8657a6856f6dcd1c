import type { LeavingCustomer } from '#contract/operator/leaving.ts'
import { LEAVING_WAITS_HOURS, type TeamLeaving } from '#contract/teams/leaving.ts'
import { iso } from '#kit/time.ts'
import { isOwnName, type Payee } from '#server/domains/bank/index.ts'
import { loadTeamTree } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { unseal } from '#server/platform/sealing.ts'
import { type LeavingRecord, loadMoney, openLeavings, walletsToPayOut } from './queries.ts'

const HOUR_MS = 3_600_000

export const sealedOwner = (id: string) => ({ purpose: 'posy team leaving', id })

/** Not carried out before: until then colleagues may take it back. */
export const leavingFrom = ({ asked_at }: Pick<LeavingRecord, 'asked_at'>): string =>
  iso(new Date(asked_at.getTime() + LEAVING_WAITS_HOURS * HOUR_MS))

/** What a team that leaves still has, what stands in the way, and its request. */
export async function loadLeaving(posy: Posy, db: Db | Tx, teamId: string): Promise<TeamLeaving> {
  const [request] = await openLeavings(db, teamId)
  const problem = await posy.hooks.teamClosureBlock(db, await loadTeamTree(db, teamId))
  return {
    teamId,
    money: await loadMoney(db, teamId),
    blockedBy: problem?.message ?? null,
    request: request
      ? {
          askedBy: { id: request.asked_by, name: request.askedBy },
          dateAsked: iso(request.asked_at),
          dateFrom: leavingFrom(request),
          accountHint: request.hint,
        }
      : null,
  }
}

/** As operators see them: with the account, and the wallets that are to be paid out. */
export async function leavingCustomers(posy: Posy, db: Db): Promise<LeavingCustomer[]> {
  return Promise.all((await openLeavings(db, null)).map((request) => leavingCustomer(posy, db, request)))
}

async function leavingCustomer(posy: Posy, db: Db, request: LeavingRecord): Promise<LeavingCustomer> {
  const { team_id: teamId, teamName } = request
  const payee = JSON.parse(unseal(posy.secret, sealedOwner(request.id), request.sealed)) as Payee
  const wallets = await walletsToPayOut(db, teamId)
  const { money, blockedBy } = await loadLeaving(posy, db, teamId)
  const { name, ...account } = payee
  return {
    team: { id: teamId, name: teamName },
    askedBy: request.askedBy,
    dateAsked: iso(request.asked_at),
    dateFrom: leavingFrom(request),
    payment: { payee: name, ...account, isOwnName: isOwnName(name, teamName) },
    ...{ money, blockedBy, wallets },
  }
}
