import * as bank from '#contract/operator/bank.ts'
import * as contract from '#contract/operator/payouts.ts'
import { iso } from '#kit/time.ts'
import { announcedPayments } from '#server/domains/wallets/index.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { operatorAct, type RequestInfo, type Route, read } from '#server/platform/http/route.ts'
import { recordOperatorAct } from '#server/platform/operator-acts.ts'
import { callingOperator, type Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { allocateLine } from './lines/allocate-line.ts'
import type { LineRecord } from './lines/book-line.ts'
import { confirmStatement, importOrAsk, type WrittenDown } from './lines/confirm-statement.ts'
import { previewStatement } from './lines/import-statement.ts'
import { ownedTargets } from './lines/matchers.ts'
import { actsOfLine, lineById, linesPage } from './lines/queries.ts'
import { setLineAside, undoLine } from './lines/solve-line.ts'
import { refuseStaged, stagedStatement, stageStatement, waitingStatements } from './lines/stage-statement.ts'
import { refusePayout, releasePayout, requestPayout } from './payouts/change-payout.ts'
import type { PayoutRecord } from './payouts/payout.ts'
import { makePayoutFile, payoutFile } from './payouts/payout-file.ts'
import { payoutsPage } from './payouts/queries.ts'
import { serializeLine, serializePayout, serializePreview } from './serialize.ts'

/** Who signs: as they are known everywhere else. */
const signed = (caller: Principal, { reason }: { reason: string }) => ({
  operator: callingOperator(caller).email,
  reason,
})

const acted = (line: LineRecord) => ({
  subject: { kind: 'bank-line', id: line.id },
  details: { amountPence: line.amount, currency: line.currency, target: line.target_label },
  answer: { data: serializeLine(line) },
})

const actedOn = (payout: PayoutRecord) => ({
  subject: { kind: 'payout', id: payout.id },
  teamId: payout.team_id,
  details: { amountPence: payout.amount, currency: payout.currency, walletId: payout.wallet_id },
})

const importer = (caller: Principal, { requestId }: RequestInfo) => ({
  actor: caller.actor,
  operator: callingOperator(caller).email,
  requestId,
})

/** Writes an act on a statement down in the transaction that does it. */
const actedWith = (endpoint: { id: string }, reason: string): { reason: string; down: WrittenDown } => ({
  reason,
  down: (work, subject, details) => recordOperatorAct(work, { act: endpoint.id, subject, reason, details }),
})

const bankRoutes: Route[] = [
  read(bank.listBankLines, async ({ db, query, request }) => {
    const { rows, total } = await linesPage(db, query)
    return offsetPage(rows.map(serializeLine), total, { ...query, url: request.url })
  }),
  read(bank.getBankLine, async ({ posy, db, params, query: { reference } }) => {
    const line = found(await lineById(db, params.id), 'bank line')
    const acts = await actsOfLine(db, line.id)
    const named =
      reference === undefined ? null : await ownedTargets(posy, db, { text: reference, amount: line.amount })
    const isOpen = line.target_id === null && line.amount > 0 && line.state !== 'set-aside'
    const announced = isOpen
      ? await announcedPayments(posy, db, { amountPence: line.amount, currency: line.currency })
      : []
    return {
      data: {
        ...serializeLine(line),
        acts: acts.map((act) => ({ ...act, at: iso(act.at) })),
        announced: announced.map(({ at, teamId: _, ...each }) => ({ ...each, at: iso(at) })),
        named,
      },
    }
  }),
  operatorAct(bank.stageBankStatement, async ({ work, caller, body }) => {
    const { file, layout, account } = body
    const digits = account?.replace(/[\s-]/g, '').toUpperCase()
    const staged = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), layout, account: digits || null }
    const id = await stageStatement(work, staged, callingOperator(caller).email)
    return { subject: { kind: 'bank-statement', id }, answer: { data: { id } } }
  }),
  read(bank.getBankStatement, async ({ posy, params }) => {
    const file = await stagedStatement(posy, params.id)
    return { data: serializePreview(file, await previewStatement(posy, file)) }
  }),
  // Read outside any transaction: a long file would keep one waiting.
  read(bank.importBankStatement, async ({ posy, caller, params, body, request }) => {
    const { closingPence = null, begins, reason } = body
    const file = { ...(await stagedStatement(posy, params.id)), closingPence, begins }
    return {
      data: await importOrAsk(posy, file, importer(caller, request), actedWith(bank.importBankStatement, reason)),
    }
  }),
  read(bank.listBankStatements, async ({ posy }) => ({
    data: (await waitingStatements(posy)).map(({ by, at, ...waiting }) => ({
      ...waiting,
      askedBy: by,
      askedAt: iso(at),
    })),
  })),
  read(bank.confirmBankStatement, async ({ posy, caller, params, body: { seen, reason }, request }) => {
    const wish = { id: params.id, seen }
    const by = importer(caller, request)
    const { lines, newLines } = await confirmStatement(posy, wish, by, actedWith(bank.confirmBankStatement, reason))
    return { data: { lines, newLines } }
  }),
  operatorAct(bank.refuseBankStatement, async ({ work, caller, params, body }) => {
    await refuseStaged(work, { id: params.id, ...signed(caller, body) })
    return { subject: { kind: 'bank-statement', id: params.id }, answer: { data: { id: params.id } } }
  }),
  operatorAct(bank.allocateBankLine, async ({ work, caller, params, body: { reference, ...body } }) => {
    const asked = await allocateLine(work, { lineId: params.id, reference, ...signed(caller, body) })
    const done = acted(asked.waits ? found(await lineById(work.tx, params.id), 'bank line') : asked.done)
    const details = { ...done.details, ...(asked.waits && { waits: asked.id, target: reference }) }
    return { ...done, details, answer: { data: { ...done.answer.data, waits: asked.waits } } }
  }),
  operatorAct(bank.undoBankLine, async ({ work, caller, params, body }) =>
    acted(await undoLine(work, { lineId: params.id, ...signed(caller, body) })),
  ),
  operatorAct(bank.setBankLineAside, async ({ work, caller, params, body }) =>
    acted(await setLineAside(work, { lineId: params.id, ...signed(caller, body) })),
  ),
]

const payoutRoutes: Route[] = [
  read(contract.listPayouts, async ({ posy, db, query, request }) => {
    const { rows, total } = await payoutsPage(db, query)
    return offsetPage(
      rows.map((row) => serializePayout(posy, row)),
      total,
      { ...query, url: request.url },
    )
  }),
  operatorAct(contract.requestPayout, async ({ work, caller, body }) => {
    const { walletReference, amountPence, payee: name, sortCode, accountNumber } = body
    const payee = { name, sortCode, accountNumber }
    const payout = await requestPayout(work, { walletReference, amountPence, payee, ...signed(caller, body) })
    return { ...actedOn(payout), answer: { data: { id: payout.id, reference: payout.reference } } }
  }),
  operatorAct(contract.releasePayout, async ({ work, caller, params, body }) => {
    const payout = await releasePayout(work, { payoutId: params.id, seen: body.seen, ...signed(caller, body) })
    return { ...actedOn(payout), answer: { data: { reference: payout.reference, state: payout.state } } }
  }),
  operatorAct(contract.refusePayout, async ({ work, caller, params, body }) => {
    const payout = await refusePayout(work, { payoutId: params.id, ...signed(caller, body) })
    return { ...actedOn(payout), answer: { data: { reference: payout.reference, state: payout.state } } }
  }),
  operatorAct(contract.makePayoutFile, async ({ work, caller }) => {
    const { text: _, ...file } = await makePayoutFile(work, { operator: callingOperator(caller).email })
    const details = { payouts: file.payouts, totalPence: file.totalPence, sha256: file.sha256 }
    return { subject: { kind: 'payout-file', id: file.id }, details, answer: { data: file } }
  }),
  read(contract.getPayoutFile, async ({ posy, params }) => ({ data: await payoutFile(posy, params.id) })),
]

/** What the operators' console asks of the bank. */
export const bankOperatorRoutes: Route[] = [...bankRoutes, ...payoutRoutes]
