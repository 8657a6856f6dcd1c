import type { BankLine, StatementPreview } from '#contract/operator/bank.ts'
import type { Payout } from '#contract/operator/payouts.ts'
import { iso } from '#kit/time.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { LineRecord } from './lines/book-line.ts'
import type { BankImportPreview as Preview } from './lines/import-statement.ts'
import type { StagedStatement } from './lines/stage-statement.ts'
import { isOwnName, unsealPayment } from './payouts/payout.ts'
import type { PayoutShown } from './payouts/queries.ts'

export const serializeLine = (line: LineRecord): BankLine => ({
  id: line.id,
  date: line.booked_on,
  account: line.account,
  currency: line.currency,
  amountPence: line.amount,
  text: line.text,
  state: line.state,
  note: line.note,
  target:
    line.target_kind !== null && line.target_id !== null && line.target_label !== null
      ? { kind: line.target_kind, id: line.target_id, label: line.target_label }
      : null,
})

const SHOWN_LINES = 500
const SHOWN_PROBLEMS = 100

export const serializePreview = (
  { id, name, asked, closingPence = null, begins = false }: StagedStatement,
  preview: Preview,
): StatementPreview => ({
  id,
  fileName: name,
  layout: preview.layout,
  sha256: preview.sha256,
  problems: preview.problems.slice(0, SHOWN_PROBLEMS).map(({ row = null, message }) => ({ row, message })),
  lines: preview.lines.length,
  newLines: preview.newLines,
  fresh: preview.lines
    .filter(({ isNew }) => isNew)
    .slice(0, SHOWN_LINES)
    .map(({ row, date, currency, amountPence, text, names, held = null }) => ({
      row,
      date,
      currency,
      amountPence,
      text,
      names,
      held,
    })),
  untold: preview.untold,
  breaks: preview.breaks,
  needs: preview.needs,
  asked: asked && { by: asked.by, at: iso(asked.at), reason: asked.reason, closingPence, begins },
})

/** Whose account it is concerns anyone who decides or pays, and no one once it is over. */
const isUnderWay = ({ state }: PayoutShown): boolean => state === 'requested' || state === 'released'

function serializePayment(posy: Posy, payout: PayoutShown): Payout['payment'] {
  if (!isUnderWay(payout)) return null
  const { name: payee, sortCode, accountNumber, version } = unsealPayment(posy, payout)
  return { payee, sortCode, accountNumber, version, isOwnName: isOwnName(payee, payout.teamName) }
}

export const serializePayout = (posy: Posy, payout: PayoutShown): Payout => ({
  id: payout.id,
  reference: payout.reference,
  state: payout.state,
  amountPence: payout.amount,
  currency: payout.currency,
  wallet: { id: payout.wallet_id, reference: payout.walletReference },
  team: { id: payout.team_id, name: payout.teamName },
  accountHint: payout.hint,
  payment: serializePayment(posy, payout),
  reason: payout.reason,
  requestedBy: payout.requested_by,
  requestedAt: iso(payout.requested_at),
  endedBy: payout.ended_by,
  endedAt: payout.ended_at && iso(payout.ended_at),
  releasedAlone: payout.released_alone,
  fileId: payout.file_id,
})
