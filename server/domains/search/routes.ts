import * as exports from '#contract/search/exports.ts'
import { listMovements } from '#contract/search/movements.ts'
import { listPastRecipients } from '#contract/search/past-recipients.ts'
import { listPurchaseTags, MOST_PURCHASE_TAGS } from '#contract/search/purchase-tags.ts'
import * as views from '#contract/search/saved-views.ts'
import * as contract from '#contract/search/search.ts'
import { getWalletStatement } from '#contract/wallets/wallets.ts'
import { walletInScope } from '#server/domains/wallets/index.ts'
import { command, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { createExport } from './create-export.ts'
import { explainedStatement } from './explained-statement.ts'
import { ownExport } from './export-request.ts'
import { movementsPage } from './latest-movements.ts'
import { pageWithTotal } from './listing.ts'
import { pastRecipients } from './past-recipients.ts'
import { checkPapersPeriod } from './period-papers.ts'
import { purchaseTags } from './queries.ts'
import { deleteView, savedViews, saveView } from './saved-views.ts'
import { transactionScope } from './scope.ts'
import { searchHugggHits } from './search-hugggs.ts'
import { serializeSearchExport } from './serialize-export.ts'
import { transactionHits } from './transaction-hits.ts'
import { transactionListing } from './transaction-listing.ts'

/** @throws not_found (404) for any team but the one acted in: an archive is made of it and its subteams together */
function requireOwnTeam(caller: Principal, teamId: string): void {
  if (member(caller).teamId !== teamId) throw notFound('team')
}

export const searchRoutes: Route[] = [
  replicaRead(listMovements, async ({ db, caller, query }) => ({ data: await movementsPage(db, caller, query) })),

  replicaRead(listPastRecipients, async ({ posy, db, caller, query }) => ({
    data: await pastRecipients(posy, db, caller, query),
  })),

  replicaRead(contract.searchHugggs, async ({ db, caller, body: { query } }) => ({
    data: await searchHugggHits(db, caller, query),
  })),

  replicaRead(contract.searchTransactions, async ({ db, caller, body: { query } }) => {
    const listing = await transactionListing(db, transactionScope(caller), query)
    const { ids, ...total } = await pageWithTotal(db, listing, query)
    return {
      data: { hits: await transactionHits(db, listing.relations, ids), ...total, from: query.from, size: query.size },
    }
  }),

  command(exports.createHugggExport, async ({ work, caller, body }) => {
    const { sort: ownSort, from: _, size: __, ...query } = body.query
    const sort = body.sort ?? ownSort
    const row = await createExport(work, caller, { kind: 'hugggs', query, sort, format: body.format })
    return { data: await serializeSearchExport(work.posy, caller, row) }
  }),

  read(exports.getHugggExport, async ({ posy, db, caller, params }) => ({
    data: await serializeSearchExport(posy, caller, await ownExport(db, caller, { id: params.id, kind: 'hugggs' })),
  })),

  replicaRead(getWalletStatement, async ({ db, caller, params, query }) =>
    explainedStatement(db, caller, await walletInScope(db, caller, params.id), query),
  ),

  command(exports.createStatementExport, async ({ work, caller, params, body }) => {
    const wallet = await walletInScope(work.tx, caller, params.id)
    const row = await createExport(work, caller, { kind: 'statement', walletId: wallet.id, ...body })
    return { data: await serializeSearchExport(work.posy, caller, row) }
  }),

  read(exports.getStatementExport, async ({ posy, db, caller, params }) => {
    const wallet = await walletInScope(db, caller, params.id)
    const wanted = { id: params.exportId, kind: 'statement', walletId: wallet.id } as const
    return { data: await serializeSearchExport(posy, caller, await ownExport(db, caller, wanted)) }
  }),

  command(exports.createTeamExport, async ({ work, caller, params }) => {
    requireOwnTeam(caller, params.id)
    const row = await createExport(work, caller, { kind: 'team', format: 'zip', query: {} })
    return { data: await serializeSearchExport(work.posy, caller, row) }
  }),

  read(exports.getTeamExport, async ({ posy, db, caller, params }) => {
    requireOwnTeam(caller, params.id)
    return {
      data: await serializeSearchExport(
        posy,
        caller,
        await ownExport(db, caller, { id: params.exportId, kind: 'team' }),
      ),
    }
  }),

  command(exports.createPapersExport, async ({ work, caller, params, body }) => {
    requireOwnTeam(caller, params.id)
    checkPapersPeriod(body)
    const row = await createExport(work, caller, { kind: 'papers', format: 'zip', query: body })
    return { data: await serializeSearchExport(work.posy, caller, row) }
  }),

  read(exports.getPapersExport, async ({ posy, db, caller, params }) => {
    requireOwnTeam(caller, params.id)
    const row = await ownExport(db, caller, { id: params.exportId, kind: 'papers' })
    return { data: await serializeSearchExport(posy, caller, row) }
  }),

  replicaRead(listPurchaseTags, async ({ db, caller }) => ({
    data: await purchaseTags(db, transactionScope(caller), MOST_PURCHASE_TAGS),
  })),

  read(views.listSavedViews, async ({ db, caller }) => ({ data: await savedViews(db, caller) })),
  command(views.putSavedView, async ({ work, caller, body }) => ({ data: await saveView(work, caller, body) })),
  command(views.deleteSavedView, async ({ work, caller, body }) => {
    await deleteView(work, caller, body)
    return { data: { success: true } }
  }),
]
