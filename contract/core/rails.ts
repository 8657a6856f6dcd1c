/** The ways in which money is paid out to a person who has no account with us. */
export const railNames = ['cash-out', 'energy', 'post-office', 'pin'] as const
export type RailName = (typeof railNames)[number]

export interface RailRules {
  label: string
  /** When the rail is owed its money: as its code is made, or only once it has paid out. */
  settlement: 'onFetch' | 'onCash'
  leastPence: number
  mostPence: number
  /** Amounts are multiples of it. */
  stepPence: number
  /** How long its codes are good for. A month is counted as the shortest one; what comes with a code counts. */
  validDays: number
  /** Whether a code that was given out can be stopped before it is used. */
  isCancellable: boolean
}

/** What each rail takes. */
export const rails: Record<RailName, RailRules> = {
  'cash-out': {
    label: 'PayPoint CashOut',
    settlement: 'onCash',
    leastPence: 100,
    mostPence: 100_00,
    stepPence: 1,
    validDays: 30,
    isCancellable: true,
  },
  energy: {
    label: 'PayPoint energy',
    settlement: 'onFetch',
    leastPence: 100,
    mostPence: 49_00,
    stepPence: 1,
    validDays: 90,
    isCancellable: false,
  },
  'post-office': {
    label: 'Post Office Payout',
    settlement: 'onCash',
    leastPence: 100,
    mostPence: 100_00,
    stepPence: 1,
    validDays: 28,
    isCancellable: false,
  },
  pin: {
    label: 'Pin4Cash',
    settlement: 'onCash',
    leastPence: 10_00,
    mostPence: 100_00,
    // What a cash machine has notes for.
    stepPence: 10_00,
    validDays: 28,
    isCancellable: true,
  },
}

/** How an award is paid: by a rail, or by a voucher of a supermarket, which an issuer makes. */
export const awardRailNames = ['voucher', ...railNames] as const
export type AwardRail = (typeof awardRailNames)[number]

export const awardRails: Record<AwardRail, RailRules> = {
  voucher: {
    label: 'Supermarket voucher',
    settlement: 'onFetch',
    leastPence: 100,
    mostPence: 500_00,
    stepPence: 1,
    validDays: 365,
    isCancellable: false,
  },
  ...rails,
}

/** Why a rail does not pay this amount out, or null. */
export function whyNotPaidOut(rail: AwardRail, pence: number): string | null {
  const { label, leastPence, mostPence, stepPence } = awardRails[rail]
  if (pence < leastPence || pence > mostPence) return `${label} pays out £${leastPence / 100} to £${mostPence / 100}`
  return pence % stepPence ? `${label} pays out multiples of £${stepPence / 100}` : null
}

/** The rail that an issuer's product is paid out by: PayPoint has two, which its reference tells apart. */
export function findRail(voucherType: string, reference: string | null): RailName | null {
  if (voucherType === 'post-office') return voucherType
  if (voucherType === 'pin4cash') return 'pin'
  if (voucherType !== 'paypoint') return null
  if (reference?.startsWith('cash-out-')) return 'cash-out'
  return reference?.startsWith('energy-') ? 'energy' : null
}
