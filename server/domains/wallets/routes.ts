import { allows } from '#contract/core/permissions.ts'
import { getTeamsOfUser } from '#contract/teams/teams.ts'
import * as contract from '#contract/wallets/wallets.ts'
import { iso } from '#kit/time.ts'
import { visibleTeams } from '#server/domains/teams/rights/index.ts'
import { serializeParentTeams } from '#server/domains/teams/rules/index.ts'
import {
  deactivatedTeamsOfUser,
  teamInScope,
  teamsOfUser,
  teamsOpenTo,
  userInScope,
} from '#server/domains/teams/team/index.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { adviseRemittance, loadAwaitedPayments } from './advise-remittance.ts'
import { createWallet } from './create-wallet.ts'
import { setLowBalanceAlert } from './low-balance.ts'
import { closeWallet, updateWallet } from './manage-wallet.ts'
import { closedWalletsOfTeams, defaultWallets, walletInScope, walletsOfTeam, walletsOfTeams } from './queries.ts'
import { serializeRemittanceAdvice, serializeWallets } from './serialize.ts'
import { loadBalanceExplanation } from './statement.ts'
import { transferFunds } from './transfer-funds.ts'

export const walletRoutes: Route[] = [
  read(contract.listTeamWallets, async ({ db, caller, params }) => {
    const team = await teamInScope(db, caller, params.id)
    return { data: await serializeWallets(db, await walletsOfTeam(db, team.id)) }
  }),

  read(contract.listUserWallets, async ({ db, caller, params, query }) => {
    if (params.id !== caller.userId) throw notFound('user')
    const find = query.closed ? closedWalletsOfTeams : walletsOfTeams
    const wallets = await find(db, visibleTeams(caller))
    // Those of a budget's participants are shown with the budget.
    const own = wallets.filter((wallet) => wallet.automationId === null || wallet.teamId === caller.teamId)
    return { data: await serializeWallets(db, own) }
  }),

  read(getTeamsOfUser, async ({ db, caller, params: { userId }, query: { wallets: withWallets } }) => {
    const isCaller = userId === caller.userId && caller.kind === 'user'
    if (!isCaller) await userInScope(db, caller, userId)
    const found = await teamsOfUser(db, userId, isCaller ? await teamsOpenTo(db, caller) : caller.teamIds)
    const parents = found.map(({ team }) => team)
    const mayShow =
      withWallets && caller.teamId !== null && allows(caller.permissions, contract.listUserWallets.permission)
    const shown = mayShow ? parents.filter(({ id }) => visibleTeams(caller).includes(id)) : []
    const wallets = await serializeWallets(
      db,
      await defaultWallets(
        db,
        shown.map(({ id }) => id),
      ),
    )
    const teams = await serializeParentTeams(db, caller, parents)
    // A session of one organisation knows of no other.
    const deactivated = isCaller && !caller.onlyTeamId ? await deactivatedTeamsOfUser(db, userId) : []
    return {
      success: true,
      teams: found.map(({ team: { id }, clientId }) => ({
        team: teams.get(id)!,
        wallet: wallets.find(({ teamId }) => teamId === id),
        clientId,
      })),
      deactivatedTeams: deactivated.map(({ since, ...team }) => ({ ...team, since: iso(since) })),
    }
  }),

  command(contract.createWallet, async ({ work, caller, params, body }) => {
    const team = await teamInScope(work.tx, caller, params.id)
    const wallet = await createWallet(work, { teamId: team.id, ...body })
    const [data] = await serializeWallets(work.tx, [wallet])
    return { data: data! }
  }),

  command(contract.updateWallet, async ({ work, caller, params, body }) => {
    const wallet = await updateWallet(work, caller, { walletId: params.id, ...body })
    const [data] = await serializeWallets(work.tx, [wallet])
    return { data: data! }
  }),

  command(contract.setLowBalanceAlert, async ({ work, caller, params, body }) => {
    const wallet = await setLowBalanceAlert(work, caller, { walletId: params.id, amountPence: body.amount })
    const [data] = await serializeWallets(work.tx, [wallet])
    return { data: data! }
  }),

  command(contract.closeWallet, async ({ work, caller, params }) => {
    await closeWallet(work, caller, params.id)
    return { data: { success: true } }
  }),

  command(contract.createRemittanceAdvice, async ({ work, caller, params, body }) => {
    const advice = await adviseRemittance(work, caller, { walletId: params.id, amountPence: body.amount })
    return { data: serializeRemittanceAdvice(advice) }
  }),

  read(contract.listRemittanceAdvices, async ({ db, posy, caller, params }) => ({
    data: (await loadAwaitedPayments({ posy, db }, caller, params.id)).map(serializeRemittanceAdvice),
  })),

  read(contract.explainWalletBalance, async ({ db, posy, caller, params, query }) => {
    const wallet = await walletInScope(db, caller, params.id)
    const at = query.at ? new Date(query.at) : new Date(posy.clock.now().epochMilliseconds)
    return { data: await loadBalanceExplanation(db, wallet, at, query.from ? new Date(query.from) : undefined) }
  }),

  command(contract.createWalletTransfer, async ({ work, caller, params, body }) => {
    const wanted = { fromWalletId: params.id, toWalletId: body.toWalletId, amountPence: body.amount }
    const transfer = await transferFunds(work, caller, wanted)
    const [from, to] = await serializeWallets(work.tx, [transfer.from, transfer.to])
    const { id, amountPence: amount } = transfer
    return {
      data: { id, amount, currency: transfer.from.currency, dateCreated: iso(work.at), from: from!, to: to! },
    }
  }),
]
