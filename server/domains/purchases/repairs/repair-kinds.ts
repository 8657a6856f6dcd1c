import { repairKinds } from '#contract/operator/repairs.ts'
import type { Pence } from '#kit/money.ts'
import { expiredCodes } from '#server/domains/hugggs/gifts/index.ts'
import { invoiceDebts, settleInvoices } from '#server/domains/hugggs/money/index.ts'
import { type ChoiceRemainder, choiceRemainders, giveBackRemainder } from '#server/domains/hugggs/recipient/index.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import { receivingWallet, walletInScope } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { takeBackAndCharge } from '../documents/index.ts'
import { holdInvoiced } from '../invoices/index.ts'
import { paidInvoices } from './queries.ts'

export { repairKinds }
export type RepairKind = (typeof repairKinds)[number]

/** A gift or a purchase that a fault of an earlier release left wrong. */
export interface Broken {
  subjectId: string
  teamId: string
  currency: string
  /** What the code cost, or the money that stranded. */
  pence: Pence
  /** Why it cannot be repaired; null where it can. */
  why: string | null
}

export interface RepairStep extends Omit<Broken, 'why'> {
  id: string
}

/** What happened to a step: why it was refused, or the transfer that it needed, if any. */
export type RepairOutcome = { why: string } | { transferId: string | null }

interface Kind {
  broken(posy: Posy, db: Db | Tx): Promise<Broken[]>
  mend(work: Work, step: RepairStep): Promise<RepairOutcome>
}

const RIGHT_ALREADY = 'it is right already'

const whyNotCode = ({ batchId, hasCode }: { batchId: string | null; hasCode: boolean }) => {
  if (!hasCode) return 'its code is no longer stored'
  return batchId ? null : 'no batch says how it expired'
}

/** Codes that expired out of Fetched: they go back to their pages; what was credited for one is charged again. */
const givenCodes: Kind = {
  async broken(_, db) {
    const codes = await expiredCodes(db)
    return codes.map(({ hugggId, teamId, currency, pence, ...code }) => ({
      ...{ subjectId: hugggId, teamId, currency, pence },
      why: whyNotCode(code),
    }))
  },
  async mend(work, { subjectId }) {
    const [code] = await expiredCodes(work.tx, subjectId)
    if (!code) return { why: RIGHT_ALREADY }
    const gift = { batchId: code.batchId!, hugggId: subjectId }
    const why = whyNotCode(code) ?? (await takeBackAndCharge(work, gift))
    return why ? { why } : { transferId: null }
  },
}

/** What came back or was paid for an invoice beyond what it asked: it goes to the wallet, as an overpayment does. */
const strandedMoney: Kind = {
  async broken(posy, db) {
    const rows = await paidInvoices(db)
    const debts = await invoiceDebts(
      posy,
      db,
      rows.map(({ id }) => id),
    )
    return rows
      .map(({ id, ...row }) => ({ ...row, subjectId: id, pence: 0 - debts.get(id)!.owedPence, why: null }))
      .filter(({ pence }) => pence > 0)
  },
  async mend(work, { id, subjectId, teamId, currency, pence }) {
    const { tx, at, posy } = work
    const walletId = await holdInvoiced(tx, subjectId)
    const { owedPence } = (await invoiceDebts(posy, tx, [subjectId])).get(subjectId)!
    if (owedPence >= 0) return { why: RIGHT_ALREADY }
    if (owedPence !== 0 - pence) return { why: `${0 - owedPence} pence are stranded now: ask again` }
    const wallet = await receivingWallet(tx, await walletInScope(tx, { teamIds: [teamId] }, walletId))
    const transferId = await postTransfer(tx, {
      kind: 'correction',
      key: `repair/${id}`,
      reference: { kind: 'repair_step', id },
      currency,
      at,
      entries: [
        { account: { team: teamId, kind: 'receivable' }, amountPence: -pence },
        { account: { wallet: wallet.id, kind: 'available' }, amountPence: pence },
      ],
    })
    return { transferId }
  },
}

const whyNotRemainder = ({ vatPence, mayBeUndone }: ChoiceRemainder): string | null => {
  if (vatPence < 0) return 'its choice carries more VAT than it did'
  return mayBeUndone ? 'its redemption may still be undone: ask again once it is on its merchant’s statement' : null
}

/** What choices of earlier releases left over: it was promised to no one, and goes back only where the operator wishes. */
const remainders: Kind = {
  async broken(_, db) {
    return (await choiceRemainders(db)).map((remainder) => {
      const { hugggId, teamId, currency, pence } = remainder
      return { subjectId: hugggId, teamId, currency, pence, why: whyNotRemainder(remainder) }
    })
  },
  mend: (work, { subjectId }) =>
    giveBackRemainder(work, subjectId, (remainder) => (remainder ? whyNotRemainder(remainder) : RIGHT_ALREADY)),
}

export const kinds: Record<RepairKind, Kind> = {
  'given-codes': givenCodes,
  'stranded-money': strandedMoney,
  'choice-remainders': remainders,
}

/** Once a step's transfer is written down, its invoice says what is owed. */
export const settleStep = (work: Work, { subjectId }: RepairStep): Promise<void> => settleInvoices(work, [subjectId])
