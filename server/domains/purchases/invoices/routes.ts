import * as statements from '#contract/orders/account-statements.ts'
import * as contract from '#contract/orders/invoices.ts'
import * as periods from '#contract/orders/vat-periods.ts'
import { londonDate } from '#kit/time.ts'
import { latestProForma } from '#server/domains/documents/index.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { command, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import { actsIn } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { orderInScope } from '../orders/index.ts'
import { accountStatement } from './account-statement.ts'
import { closeVatPeriod, reopenVatPeriod } from './close-vat-period.ts'
import { getReceipt, serializeInvoices } from './invoices.ts'
import { listInvoices } from './list-invoices.ts'
import { createProForma, serializeProForma } from './pro-forma.ts'
import { statementEmails, switchStatementEmails } from './statement-emails.ts'
import { statementPdf } from './statement-pdf.ts'
import { vatPeriods } from './vat-periods.ts'
import { vatSummary } from './vat-summary.ts'

export const invoiceRoutes: Route[] = [
  read(contract.getTransactionReceipt, async ({ posy, caller, params }) => ({
    data: await getReceipt(posy, caller, params.id),
  })),
  command(contract.createProFormaInvoice, async ({ work, caller, body }) => ({
    data: await serializeProForma(work.posy, caller, await createProForma(work, caller, body.orderId)),
  })),
  read(contract.getOrderProFormaInvoice, async ({ posy, db, caller, params }) => {
    await orderInScope(db, caller, params.id)
    return {
      data: await serializeProForma(posy, caller, found(await latestProForma(db, params.id), 'pro forma invoice')),
    }
  }),
  replicaRead(contract.listTeamInvoices, async ({ posy, db, caller, params, query, request }) => {
    const { id: teamId } = params
    if (!actsIn(caller, teamId)) await teamInScope(db, caller, teamId)
    const today = londonDate(posy.clock.now()).toString()
    const { documents, total, totals } = await listInvoices(posy, db, { teamId, today, ...query })
    const invoices = await serializeInvoices(posy, db, caller, documents)
    return { ...offsetPage(invoices, total, { ...query, url: request.url }), totals }
  }),
  read(statements.getAccountStatement, async ({ posy, caller, params, query }) => {
    const { team: _, ...statement } = await accountStatement(posy, caller, { teamId: params.id, ...query })
    return { data: statement }
  }),
  read(statements.getAccountStatementPdf, async ({ posy, caller, params, query }) => ({
    data: await statementPdf(posy, caller, { teamId: params.id, ...query }),
  })),
  read(statements.getStatementEmails, async ({ db, caller, params }) => ({
    data: await statementEmails(db, caller, params.id),
  })),
  command(statements.putStatementEmails, async ({ work, caller, params, body }) => {
    await switchStatementEmails(work, caller, params.id, body.monthly)
    return { data: await statementEmails(work.tx, caller, params.id) }
  }),
  read(contract.getVatSummary, async ({ posy, caller, params, query }) => ({
    data: await vatSummary(posy, caller, { teamId: params.id, ...query }),
  })),
  read(periods.listVatPeriods, async ({ db, caller, params }) => ({ data: await vatPeriods(db, caller, params.id) })),
  command(periods.closeVatPeriod, async ({ work, caller, params, body }) => {
    await closeVatPeriod(work, caller, params.id, body)
    return { data: await vatPeriods(work.tx, caller, params.id) }
  }),
  command(periods.reopenVatPeriod, async ({ work, caller, params, body }) => {
    await reopenVatPeriod(work, caller, params.id, body.until)
    return { data: await vatPeriods(work.tx, caller, params.id) }
  }),
]
