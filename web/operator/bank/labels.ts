import type { BankLine, statementLayouts } from '#contract/operator/bank.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const lineStates: Record<BankLine['state'], { label: string; tone: Tone }> = {
  new: { label: 'Being booked', tone: 'accent' },
  booked: { label: 'Booked', tone: 'success' },
  parked: { label: 'Waiting', tone: 'warning' },
  outgoing: { label: 'Money out', tone: 'warning' },
  'set-aside': { label: 'Set aside', tone: 'plain' },
}

export const layoutLabels: Record<(typeof statementLayouts)[number], string> = {
  auto: 'Find out from the file',
  barclays: 'Barclays (CSV)',
  lloyds: 'Lloyds (CSV)',
  natwest: 'NatWest (CSV)',
  hsbc: 'HSBC (CSV)',
  monzo: 'Monzo (CSV)',
  starling: 'Starling (CSV)',
  revolut: 'Revolut (CSV)',
  'revolut-business': 'Revolut Business (CSV)',
  camt053: 'CAMT.053 (XML)',
  mt940: 'MT940 (SWIFT)',
}

export const lineActLabels: Record<string, string> = {
  matched: 'Booked by what it names',
  'found-booked': 'Known as booked by hand',
  parked: 'Put with the unmatched receipts',
  allocated: 'Allocated',
  undone: 'Booking taken back',
  'set-aside': 'Set aside',
  'taken-up': 'Taken up again',
}
