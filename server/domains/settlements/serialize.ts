import type { MerchantFile, MerchantStatement, MerchantStatementLine } from '#contract/operator/settlements.ts'
import { iso, londonDate, toInstant } from '#kit/time.ts'
import type { FilePayee, PaymentFileRow, SettlementLine, SettlementRow } from './queries.ts'

const isoOrNull = (at: Date | null): string | null => at && iso(at)

export const serializeStatement = (statement: SettlementRow): MerchantStatement => ({
  id: statement.id,
  number: statement.number,
  merchant: { id: statement.brandId, name: statement.merchant },
  currency: statement.currency,
  lastDay: londonDate(toInstant(statement.until)).subtract({ days: 1 }).toString(),
  lines: statement.lines,
  totalPence: statement.totalPence,
  state: statement.state,
  fileNumber: statement.fileNumber,
  drawnBy: statement.drawnBy,
  drawnAt: iso(statement.drawnAt),
  paidAt: isoOrNull(statement.paidAt),
  mailedAt: isoOrNull(statement.mailedAt),
  mailRefused: statement.mailRefused,
})

export const serializeStatementLine = (line: SettlementLine): MerchantStatementLine => ({
  ordinal: line.ordinal,
  kind: line.kind,
  what: line.what,
  place: line.place,
  at: iso(line.at),
  amountPence: line.amountPence,
})

export const serializeFile = (file: PaymentFileRow, payees: FilePayee[]): MerchantFile => ({
  id: file.id,
  number: file.number,
  format: file.format,
  state: file.releasedAt ? 'released' : file.discardedAt ? 'discarded' : 'built',
  payments: file.payments,
  totalPence: file.totalPence,
  currency: file.currency,
  payOn: file.payOn,
  sha256: file.sha256,
  builtBy: file.builtBy,
  builtAt: iso(file.builtAt),
  releasedBy: file.releasedBy,
  releasedAt: isoOrNull(file.releasedAt),
  releasedAlone: file.releasedAlone,
  payees,
})
