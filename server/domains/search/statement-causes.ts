import { seesAwards } from '#contract/awards/sees-awards.ts'
import { allows, type PermissionMap, seesBudgets } from '#contract/core/permissions.ts'
import type { StatementLine } from '#contract/wallets/wallets.ts'
import { BUSINESS_ZONE, Temporal } from '#kit/time.ts'
import type { StatementMovement } from '#server/domains/wallets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type CauseRow, loadCauseRows } from './queries.ts'

/** Who reads a statement, and which causes of its movements they may see. */
export interface StatementReader {
  userId: string | null
  teamIds: readonly string[]
  /** Card payments, bank payments and what they were made with: who tops up or keeps cards. */
  seesPayments: boolean
  seesBudgets: boolean
  seesAwards: boolean
}

export const statementReader = (
  { userId, teamIds }: Pick<StatementReader, 'userId' | 'teamIds'>,
  permissions: PermissionMap,
): StatementReader => ({
  userId,
  teamIds,
  seesPayments: allows(permissions, ['top-up-wallet', 'manage-cards']),
  seesBudgets: allows(permissions, seesBudgets),
  seesAwards: allows(permissions, seesAwards),
})

type Counterpart = NonNullable<StatementLine['counterpart']>

/** What is known of a movement's cause, with words of a purchase that only files have. */
export interface Cause extends Pick<StatementLine, 'counterpart' | 'person' | 'documents'> {
  title: string | null
  reason: string | null
  purchaseOrderNumber: string | null
}

/** What movements of a wallet were for, by the movement: one query for all of them. */
export async function statementCauses(
  db: Db,
  { walletId, reader, lines }: { walletId: string; reader: StatementReader; lines: readonly StatementMovement[] },
): Promise<Map<string, Cause>> {
  if (lines.length === 0) return new Map()
  const rows = await loadCauseRows(
    db,
    walletId,
    reader,
    lines.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.id, toCause(row, reader)]))
}

function toCause(row: CauseRow, reader: StatementReader): Cause {
  const isSeen = row.isPurchaseSeen
  return {
    counterpart: counterpart(row, reader),
    person: person(row, reader),
    documents: row.purchaseId && !isSeen ? [] : row.documents,
    title: isSeen ? row.title : null,
    reason: isSeen ? row.reason : null,
    purchaseOrderNumber: isSeen ? row.purchaseOrderNumber : null,
  }
}

function person(row: CauseRow, { seesPayments, seesBudgets }: StatementReader): string | null {
  if (row.chargeId) return row.isChargeSeen && seesPayments ? row.payer : null
  if (row.budgetId) return row.isBudgetSeen && seesBudgets ? row.participant : null
  if (row.purchaseId) return row.isPurchaseSeen ? row.buyer : null
  if (row.grantId) return row.isGrantSeen ? row.funder : null
  return row.mover
}

function counterpart(row: CauseRow, reader: StatementReader): Counterpart | null {
  if (row.chargeId) return cardCounterpart(row, reader)
  if (row.budgetId) return budgetCounterpart(row, reader)
  if (row.referenceKind === 'wallet_transfer')
    return row.isWalletSeen
      ? { kind: 'wallet', id: row.walletId, label: row.walletName!, detail: null }
      : { kind: 'wallet', id: null, label: 'Another team’s wallet', detail: null }
  if (row.grantId) {
    const isSeen = row.isGrantSeen && reader.seesAwards
    return { kind: 'grant', id: isSeen ? row.grantId : null, label: isSeen ? row.grantName! : 'A grant', detail: null }
  }
  if (row.referenceKind === 'bank_receipt' || row.referenceKind === 'payout') return bankCounterpart(row, reader)
  if (row.invoiceNumber)
    return {
      kind: row.planName ? 'plan' : 'invoice',
      id: row.invoiceId,
      label: row.invoiceNumber,
      detail: row.planName,
    }
  if (row.purchaseId) return purchaseCounterpart(row)
  return row.correctionReason ? { kind: 'correction', id: null, label: 'Correction', detail: null } : null
}

function purchaseCounterpart({
  giftId,
  purchaseId,
  isPurchaseSeen,
  title,
  documents,
  papersDue,
}: CauseRow): Counterpart {
  const kind = giftId ? 'gift' : 'purchase'
  if (!isPurchaseSeen) return { kind, id: null, label: 'Another team’s purchase', detail: null }
  // What a budget's participant gets back is credited to who pays the budget, with all of that part of the month.
  const detail =
    papersDue && documents.length === 0 ? `Credit note to the budget’s payer on ${formatDay(papersDue)}` : null
  return { kind, id: giftId ?? purchaseId, label: title ?? 'Gifts', detail }
}

/** By the beginning of the key under which a charge was used. */
const cardUses: Record<string, string> = {
  purchase: 'For a purchase',
  'plan-invoice': 'For a plan’s invoice',
}

function cardCounterpart(row: CauseRow, { seesPayments, seesBudgets }: StatementReader): Counterpart {
  const isSeen = row.isChargeSeen && seesPayments
  const use = row.spentKey?.split('/')[0] ?? ''
  const budget = row.isBudgetSeen && seesBudgets ? row.budgetName : null
  const topUp = row.isAutomatic ? 'Automatic top-up' : 'Top-up by card'
  return {
    kind: 'card',
    id: isSeen && row.isOwnCharge ? row.chargeId : null,
    label: (isSeen && row.card) || 'Card',
    detail: use === 'budget-run' ? `For a run of ${budget ?? 'a budget'}` : (cardUses[use] ?? topUp),
  }
}

const runs: Record<string, (day: string) => string> = {
  scheduled: (day) => `Run of ${day}`,
  manual: (day) => `Run by hand on ${day}`,
  joiner: (day) => `For someone who joined on ${day}`,
}

function budgetCounterpart(row: CauseRow, { seesBudgets }: StatementReader): Counterpart {
  const isSeen = row.isBudgetSeen && seesBudgets
  const day = row.runDay && formatDay(row.runDay)
  return {
    kind: 'budget',
    id: isSeen ? row.budgetId : null,
    label: isSeen ? row.budgetName! : 'A budget',
    detail: day && row.runTrigger ? runs[row.runTrigger]!(day) : null,
  }
}

function bankCounterpart(row: CauseRow, { seesPayments }: StatementReader): Counterpart {
  if (row.referenceKind === 'payout')
    return { kind: 'bank', id: null, label: seesPayments ? `Account ending ${row.payoutHint}` : 'Bank', detail: null }
  const label = row.bankReference ? `Bank payment ${row.bankReference}` : 'Bank payment'
  return { kind: 'bank', id: null, label, detail: seesPayments ? row.bankText : null }
}

const formatDay = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString('en-GB', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
