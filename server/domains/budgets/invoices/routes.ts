import * as contract from '#contract/orders/invoices.ts'
import { toDate } from '#kit/time.ts'
import { cursorPage } from '#server/platform/http/page.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { budgetInScope, periodsPage } from '../budget/queries.ts'
import { openMovements } from './open-movements.ts'
import {
  changeBudgetInvoice,
  changeInvoice,
  drawPeriods,
  invoiceById,
  seesUnpublished,
  serializePeriodInvoices,
} from './period-invoices.ts'

export const invoiceRoutes: Route[] = [
  read(contract.listBudgetInvoices, async ({ posy, db, caller, params, query }) => {
    const budget = await budgetInScope(db, caller, params.id)
    const isPublishedOnly = !seesUnpublished(caller)
    const rows = await periodsPage(db, budget.id, { ...query, isPublishedOnly })
    const page = cursorPage(rows, query, ({ id }) => [id])
    const { currency } = budget
    await drawPeriods(posy, page.data)
    return {
      ...page,
      open: isPublishedOnly ? null : await openMovements(db, budget, toDate(posy.clock.now())),
      data: await serializePeriodInvoices(
        posy,
        db,
        caller,
        page.data.map((row) => ({ ...row, currency })),
      ),
    }
  }),
  command(contract.updateBudgetInvoice, async ({ work, caller, params, body }) => ({
    data: await changeBudgetInvoice(work, caller, { budgetId: params.id, invoiceId: params.invoiceId }, body),
  })),
  read(contract.getInvoice, async ({ posy, caller, params }) => ({
    data: await invoiceById(posy, caller, params.id),
  })),
  command(contract.updateInvoice, async ({ work, caller, params, body }) => ({
    data: await changeInvoice(work, caller, params.id, body),
  })),
]
