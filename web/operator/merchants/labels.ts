import type { MerchantFile, MerchantStatement, MerchantStatementLine } from '#contract/operator/settlements.ts'
import { paths } from '#web/paths.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const tabs = [
  { to: paths.operatorMerchants, label: 'Merchants' },
  { to: paths.operatorMerchantStatements, label: 'Statements' },
  { to: paths.operatorMerchantFiles, label: 'Payment files' },
  { to: paths.operatorTills, label: 'Tills' },
]

export const statementStates: Record<MerchantStatement['state'], { label: string; tone: Tone }> = {
  drawn: { label: 'To pay', tone: 'warning' },
  filed: { label: 'In a file', tone: 'accent' },
  released: { label: 'With the bank', tone: 'accent' },
  paid: { label: 'Paid', tone: 'success' },
  'nothing-due': { label: 'Nothing due', tone: 'plain' },
}

export const fileStates: Record<MerchantFile['state'], { label: string; tone: Tone }> = {
  built: { label: 'Waits for release', tone: 'warning' },
  released: { label: 'Released', tone: 'success' },
  discarded: { label: 'Discarded', tone: 'plain' },
}

export const lineKinds: Record<MerchantStatementLine['kind'], string> = {
  redemption: 'Redeemed',
  'supplied-code': 'Code given out',
  correction: 'Correction',
  carried: 'Carried over',
}

export const formatLabels: Record<MerchantFile['format'], string> = {
  csv: 'CSV (Faster Payments, 40 columns)',
  'pain.001': 'ISO 20022 pain.001',
}
