import * as contract from '#contract/operator/settlements.ts'
import { iso, toDate } from '#kit/time.ts'
import { brandById } from '#server/domains/catalogue/index.ts'
import { startOfLondonDay } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { innerPage, offsetPage } from '#server/platform/http/page.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import type { Posy } from '#server/platform/posy.ts'
import { callingOperator, type Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { unsealAccount } from './bank-account.ts'
import { buildPaymentFile } from './build-file.ts'
import { correctMerchant } from './correct-merchant.ts'
import { askForStatements } from './draw-many.ts'
import { statementPdf } from './mail-statement.ts'
import { approveDetails, proposeDetails } from './propose-details.ts'
import {
  merchants,
  type PaymentFileRow,
  payeesOfWaitingFiles,
  paymentFiles,
  paymentFilesPage,
  proposedDetails,
  type SettlementRow,
  statementById,
  statementLines,
  statements,
  statementsPage,
} from './queries.ts'
import { recordMerchantPayment } from './record-payment.ts'
import { discardFile, readFile, releaseFile } from './release-file.ts'
import { serializeFile, serializeStatement, serializeStatementLine } from './serialize.ts'
import { statementCsv } from './statement-document.ts'

const success = { data: { success: true } } as const

/** Who signs: as they are known everywhere else. */
const signed = (caller: Principal, { reason }: { reason: string }) => ({
  operator: callingOperator(caller).email,
  reason,
})

const merchantSubject = (id: string) => ({ subject: { kind: 'merchant', id } })

async function fileById(db: Db | Tx, id: string): Promise<PaymentFileRow> {
  return found((await paymentFiles(db, { id }))[0], 'payment file')
}

const fileSubject = ({ id, number, totalPence, sha256 }: PaymentFileRow) => ({
  subject: { kind: 'merchant-payment-file', id },
  details: { number, totalPence, sha256 },
})

async function merchantPage(posy: Posy, id: string) {
  const { name } = found(await brandById(posy.db, id), 'merchant')
  const own = (await merchants(posy.db, toDate(posy.clock.now()))).filter(({ brandId }) => brandId === id)
  const proposed = await proposedDetails(posy.db, id)
  return {
    id,
    name,
    balances: own.map(({ currency, openPence, statedPence }) => ({ currency, openPence, statedPence })),
    accountHint: own.find(({ hint }) => hint)?.hint ?? null,
    proposed: proposed && {
      id: proposed.id,
      ...unsealAccount(posy.secret, proposed.id, proposed.sealed),
      proposedBy: proposed.proposed_by,
      proposedAt: iso(proposed.proposed_at),
      reason: proposed.reason,
    },
    statements: (await statements(posy.db, { brandId: id })).map(serializeStatement),
  }
}

const merchantRoutes: Route[] = [
  read(contract.listMerchants, async ({ db, posy }) => ({
    data: (await merchants(db, toDate(posy.clock.now()))).map(({ brandId: id, hint, proposed, ...merchant }) => ({
      ...merchant,
      id,
      accountHint: hint,
      isProposed: proposed !== null,
    })),
  })),
  read(contract.getMerchant, async ({ posy, params }) => ({ data: await merchantPage(posy, params.id) })),
  operatorAct(contract.proposeBankDetails, async ({ work, caller, params, body: { reason, ...account } }) => {
    const id = await proposeDetails(work, { brandId: params.id, account, ...signed(caller, { reason }) })
    return { ...merchantSubject(params.id), details: { detailsId: id }, answer: success }
  }),
  operatorAct(contract.approveBankDetails, async ({ work, caller, params, body }) => {
    const { detailsId } = body
    const isAlone = await approveDetails(work, { brandId: params.id, detailsId, ...signed(caller, body) })
    return { ...merchantSubject(params.id), details: { detailsId, isAlone }, answer: success }
  }),
  operatorAct(contract.correctMerchant, async ({ work, caller, params, body }) => {
    const { amountPence, redemptionId } = body
    const correction = { brandId: params.id, amountPence, redemptionId, ...signed(caller, body) }
    const asked = await correctMerchant(work, correction)
    const details = { amountPence, redemptionId, ...(asked.waits && { waits: asked.id }) }
    return { ...merchantSubject(params.id), details, answer: { data: { success: true as const, waits: asked.waits } } }
  }),
]

/** As the merchant gets it. */
async function paper(posy: Posy, statement: SettlementRow, format: 'pdf' | 'csv') {
  const bytes =
    format === 'pdf'
      ? await statementPdf(posy, statement.id)
      : Buffer.from(statementCsv(await statementLines(posy.db, statement.id)))
  const contentType = format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8'
  return { fileName: `${statement.number}.${format}`, contentType, base64: bytes.toString('base64') }
}

const statementRoutes: Route[] = [
  operatorAct(contract.drawMerchantStatements, async ({ work, caller, body }) => {
    const { until, merchantId: brandId } = body
    const count = await askForStatements(work, { until, brandId, ...signed(caller, body) })
    const subject = brandId ? { kind: 'merchant', id: brandId } : { kind: 'merchants', id: 'all' }
    return { subject, details: { until, merchants: count }, answer: { data: { merchants: count } } }
  }),
  read(contract.listMerchantStatements, async ({ db, query, request }) => {
    const { rows, total } = await statementsPage(db, query)
    return offsetPage(rows.map(serializeStatement), total, { ...query, url: request.url })
  }),
  read(contract.getMerchantStatement, async ({ db, params, query }) => {
    const statement = found(await statementById(db, params.id), 'merchant statement')
    const rows = await statementLines(db, params.id, {
      after: (query.page - 1) * query.per_page,
      limit: query.per_page,
    })
    const { lines, ...shown } = serializeStatement(statement)
    return { data: { ...shown, lines, rows: rows.map(serializeStatementLine), pages: innerPage(lines, query) } }
  }),
  read(contract.getMerchantStatementPaper, async ({ posy, db, params, query }) => {
    const statement = found(await statementById(db, params.id), 'merchant statement')
    return { data: await paper(posy, statement, query.format) }
  }),
]

const fileRoutes: Route[] = [
  read(contract.listMerchantFiles, async ({ posy, db, query, request }) => {
    const { rows, total } = await paymentFilesPage(db, query)
    const payees = await payeesOfWaitingFiles(posy, db, rows)
    const files = rows.map((file) => serializeFile(file, payees.get(file.id) ?? []))
    return offsetPage(files, total, { ...query, url: request.url })
  }),
  operatorAct(contract.buildMerchantFile, async ({ work, caller, body }) => {
    const { id, ...built } = await buildPaymentFile(work, {
      format: body.format,
      payOn: body.payOn,
      ...signed(caller, body),
    })
    const { number, totalPence, sha256 } = built
    const details = { number, totalPence, sha256 }
    return { subject: { kind: 'merchant-payment-file', id }, details, answer: { data: built } }
  }),
  operatorAct(contract.releaseMerchantFile, async ({ work, caller, params, body }) => {
    const file = await fileById(work.tx, params.id)
    await releaseFile(work, { number: file.number, seen: body.sha256, ...signed(caller, body) })
    return { ...fileSubject(file), answer: success }
  }),
  operatorAct(contract.discardMerchantFile, async ({ work, caller, params, body }) => {
    const file = await fileById(work.tx, params.id)
    await discardFile(work, { number: file.number, ...signed(caller, body) })
    return { ...fileSubject(file), answer: success }
  }),
  // It opens a transaction of its own: each look is written down.
  read(contract.getMerchantFile, async ({ posy, db, params, caller }) => {
    const { number } = await fileById(db, params.id)
    return { data: await readFile(posy, { number, operator: callingOperator(caller).email, actor: caller.actor }) }
  }),
  operatorAct(contract.bookMerchantPayment, async ({ work, body }) => {
    const { paymentReference: reference, amountPence, bankLine, paidOn } = body
    const paidAt = paidOn === undefined ? undefined : startOfLondonDay(paidOn)
    const { transferId, statements: paid } = await recordMerchantPayment(work, {
      reference,
      amountPence,
      bankLine,
      paidAt,
    })
    const numbers = paid.map(({ number }) => number)
    const subject = { kind: 'ledger-transfer', id: transferId }
    return { subject, details: { amountPence, statements: numbers }, answer: { data: { statements: numbers } } }
  }),
]

/** What the operators' console asks of settlements. */
export const settlementOperatorRoutes: Route[] = [...merchantRoutes, ...statementRoutes, ...fileRoutes]
