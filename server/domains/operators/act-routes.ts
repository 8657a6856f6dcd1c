import * as charges from '#contract/operator/charges.ts'
import * as lists from '#contract/operator/customer-lists.ts'
import * as papers from '#contract/operator/customer-papers.ts'
import * as customers from '#contract/operator/customers.ts'
import * as documents from '#contract/operator/documents.ts'
import { startImpersonation as startEndpoint } from '#contract/operator/impersonations.ts'
import * as money from '#contract/operator/money.ts'
import * as purchases from '#contract/operator/purchases.ts'
import * as waiting from '#contract/operator/waiting-acts.ts'
import * as work from '#contract/operator/work.ts'
import { iso } from '#kit/time.ts'
import { freeVoucher } from '#server/domains/hugggs/vouchers/index.ts'
import { startImpersonation } from '#server/domains/impersonation/index.ts'
import { endLeaving } from '#server/domains/leaving/index.ts'
import { askRefund } from '#server/domains/payments/index.ts'
import { releasePlan } from '#server/domains/plans/index.ts'
import { deactivateTeam, reactivateTeam, setCreditLimit } from '#server/domains/teams/manage/index.ts'
import { releaseHold } from '#server/platform/brake.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { recordOperatorAct } from '#server/platform/operator-acts.ts'
import { transact } from '#server/platform/posy.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { confirmWaitingAct, refuseWaitingAct, type WaitingAct, waitingActs } from '#server/platform/waiting-acts.ts'
import { actPage } from './acts.ts'
import { madeProgram } from './ask-program.ts'
import { chargeList, chargePage } from './charges.ts'
import { approvalList, customerTeamIds, eventList, memberList, purchaseList } from './customer-lists.ts'
import { awaitedPayments, bankPaymentList, changeReminders, documentList } from './customer-papers.ts'
import { customerPage } from './customers.ts'
import { today } from './document-money.ts'
import { documentFile, documentPage } from './document-page.ts'
import { budgetPage, walletPage } from './money-pages.ts'
import { openFirstTeam } from './open-customer.ts'
import { giftPage, purchasePage, refundPurchase } from './purchases.ts'
import { lockOperator } from './queries.ts'
import { workPage } from './work.ts'

const team = (id: string) => ({ subject: { kind: 'team', id }, teamId: id })

const ended = ({ id, teamId, kind, says }: WaitingAct) => ({
  subject: { kind: 'waiting-act', id },
  teamId,
  details: { kind, says },
  answer: { data: { says } },
})

/** What operators look at before they act, and their acts. */
export const actRoutes: Route[] = [
  read(customers.getCustomer, async ({ posy, params }) => ({ data: await customerPage(posy, params.id) })),
  read(lists.listCustomerPurchases, ({ db, params, query }) => purchaseList(db, params.id, query)),
  read(lists.listCustomerApprovals, ({ db, params, query }) => approvalList(db, params.id, query)),
  read(lists.listCustomerMembers, ({ db, params, query }) => memberList(db, params.id, query)),
  read(lists.listCustomerEvents, ({ db, params, query }) => eventList(db, params.id, query)),
  read(papers.listCustomerDocuments, ({ posy, db, params, query }) =>
    documentList(db, { teamId: params.id, today: today(posy) }, query),
  ),
  read(papers.listCustomerBankPayments, ({ db, params, query }) => bankPaymentList(db, params.id, query)),
  read(papers.listCustomerAwaitedPayments, async ({ posy, db, params }) => ({
    data: await awaitedPayments(posy, db, params.id),
  })),
  read(documents.getOperatorDocument, async ({ posy, db, params }) => ({
    data: await documentPage(posy, db, params.id),
  })),
  read(documents.getOperatorDocumentFile, async ({ posy, params }) => ({ data: await documentFile(posy, params.id) })),
  read(money.getOperatorBudget, async ({ posy, db, params, query }) => ({
    data: await budgetPage(posy, db, { id: params.id, person: query.person }),
  })),
  read(money.getOperatorWallet, async ({ db, params }) => ({ data: await walletPage(db, params.id) })),
  operatorAct(papers.changeInvoiceReminders, async ({ work, params: { id }, body: { isOn } }) => {
    const { teamId, ...changed } = await changeReminders(work, { id, isOn })
    return { subject: { kind: 'document', id }, teamId, details: { isOn, ...changed }, answer: { data: changed } }
  }),
  read(lists.listCustomerActs, async ({ db, params, query }) =>
    actPage(db, query, await customerTeamIds(db, params.id)),
  ),
  operatorAct(customers.openCustomer, async ({ work, body }) => {
    const { teamId, isNew } = await openFirstTeam(work, {
      ...body,
      businessName: body.businessName ?? undefined,
      domain: body.domain ?? undefined,
      walletName: body.walletName || undefined,
      admin: { email: body.adminEmail, firstName: body.adminFirstName, surname: body.adminSurname },
    })
    return { ...team(teamId), details: { isNew }, answer: { data: { id: teamId, isNew } } }
  }),
  operatorAct(customers.setCustomerCredit, async ({ work, caller, params, body }) => {
    const { email: operator } = callingOperator(caller)
    const asked = await setCreditLimit(work, { teamId: params.id, operator, ...body })
    const { beforePence, waits } = asked
    const details = { fromPence: beforePence, toPence: body.creditLimitPence, ...(asked.waits && { waits: asked.id }) }
    return { ...team(params.id), details, answer: { data: { beforePence, waits } } }
  }),
  operatorAct(customers.deactivateCustomer, async ({ work, params, body }) => {
    await deactivateTeam(work, { teamId: params.id, reason: body.reason })
    await endLeaving(work, params.id)
    return { ...team(params.id), answer: { data: { success: true } } }
  }),
  operatorAct(customers.reactivateCustomer, async ({ work, params, body }) => {
    await reactivateTeam(work, { teamId: params.id, reason: body.reason })
    return { ...team(params.id), answer: { data: { success: true } } }
  }),
  operatorAct(customers.approveCustomerPlan, async ({ work, caller, params, body }) => {
    const { email: operator } = callingOperator(caller)
    const plan = await releasePlan(work, { teamId: params.id, operator, reason: body.reason })
    return { ...team(params.id), details: { plan }, answer: { data: { plan } } }
  }),

  operatorAct(startEndpoint, async ({ work, caller, params, body }) => {
    const operator = callingOperator(caller)
    await lockOperator(work.tx, operator.id)
    const { id, token, endsAt } = await startImpersonation(work, { operator, teamId: params.id, ...body })
    const details = { id, userId: body.userId, mayChange: body.mayChange }
    return { ...team(params.id), details, answer: { data: { id, token, endsAt: iso(endsAt) } } }
  }),

  read(purchases.getOperatorPurchase, async ({ posy, params, query }) => ({
    data: await purchasePage(posy, params.id, query),
  })),
  read(purchases.getOperatorGift, async ({ posy, params }) => ({ data: await giftPage(posy, params.id) })),
  operatorAct(purchases.releaseGiftCode, async ({ work, params: { id } }) => {
    const { team_id: teamId } = found(
      await work.tx.selectFrom('huggg').select('team_id').where('id', '=', id).executeTakeFirst(),
      'gift',
    )
    const reference = await freeVoucher(work, id)
    return { subject: { kind: 'huggg', id }, teamId, details: { reference }, answer: { data: { reference } } }
  }),
  operatorAct(purchases.refundPurchase, async ({ work, params, body }) => {
    const { teamId, ...done } = await refundPurchase(work, { purchaseId: params.id, hugggId: body.hugggId })
    const details = {
      ...(body.hugggId && { hugggId: body.hugggId }),
      cancelled: done.cancelled,
      refundedPence: done.refundedPence,
    }
    return { subject: { kind: 'transaction', id: params.id }, teamId, details, answer: { data: done } }
  }),

  read(charges.listOperatorCharges, ({ db, query }) => chargeList(db, query)),
  read(charges.getOperatorCharge, async ({ db, params }) => ({ data: await chargePage(db, params.id) })),
  operatorAct(charges.refundOperatorCharge, async ({ work, caller, params, body }) => {
    const { email: operator } = callingOperator(caller)
    const asked = await askRefund(work, { chargeId: params.id, operator, ...body })
    const { teamId, waits } = asked
    const refundId = asked.waits ? null : asked.done.id
    const details = { refundId, amountPence: body.amountPence, ...(asked.waits && { waits: asked.id }) }
    return { subject: { kind: 'charge', id: params.id }, teamId, details, answer: { data: { refundId, waits } } }
  }),

  read(waiting.listWaitingActs, async ({ posy, db }) => ({
    data: (await waitingActs(posy, db)).map(({ kind, teamId: _, askedAt, ...act }) => ({
      ...act,
      kind: kind as (typeof waiting.waitingActKinds)[number],
      askedAt: iso(askedAt),
    })),
  })),
  operatorAct(waiting.confirmWaitingAct, async ({ work, caller, params, body }) => {
    const { email: operator } = callingOperator(caller)
    const act = await confirmWaitingAct(work, { id: params.id, operator, ...body })
    const { says } = act
    return { ...ended(act), answer: { data: { says, program: madeProgram(act) } } }
  }),
  operatorAct(waiting.refuseWaitingAct, async ({ work, caller, params, body }) =>
    ended(await refuseWaitingAct(work, { id: params.id, operator: callingOperator(caller).email, ...body })),
  ),

  read(work.getWork, async ({ posy, query }) => ({ data: await workPage(posy, query) })),
  // The queue has a connection of its own: its move cannot be a part of our transaction.
  read(work.retryJobs, async ({ posy, caller, body: { jobId, queue, reason }, request }) => {
    const retried = await posy.queue.retryFailed({ ...(jobId && { id: jobId }), ...(queue && { queue }) })
    if (retried === 0) throw notFound('job that was given up')
    const subject = jobId ? { kind: 'job', id: jobId } : { kind: 'queue', id: queue! }
    await transact(posy, { actor: caller.actor, requestId: request.requestId }, (unit) =>
      recordOperatorAct(unit, { act: work.retryJobs.id, subject, reason, details: { retried } }),
    )
    return { data: { retried } }
  }),
  operatorAct(work.releaseWork, async ({ work, caller, params, body }) => {
    const isReleased = await releaseHold(work, { id: params.id, operator: callingOperator(caller).email, ...body })
    if (!isReleased) throw notFound('work on hold')
    return { subject: { kind: 'due-hold', id: params.id }, answer: { data: { success: true } } }
  }),
]
