import * as contract from '#contract/budgets/budget-feeds.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { budgetInScope } from '../budget/queries.ts'
import { deleteFeed, previewFeed, putFeed, readFeed } from './apply-feed.ts'

export const feedRoutes: Route[] = [
  read(contract.getBudgetFeed, async ({ db, caller, params }) => {
    const budget = await budgetInScope(db, caller, params.id)
    return { data: await readFeed(db, budget.id) }
  }),
  read(contract.previewBudgetFeed, async ({ db, caller, params, body }) => ({
    data: await previewFeed(db, caller, params.id, body),
  })),
  command(contract.putBudgetFeed, async ({ work, caller, params, body }) => ({
    data: await putFeed(work, caller, params.id, body),
  })),
  command(contract.deleteBudgetFeed, async ({ work, caller, params }) => {
    await deleteFeed(work, caller, params.id)
    return { data: { success: true } }
  }),
]
