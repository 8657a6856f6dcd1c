import { Temporal } from 'temporal-polyfill'

export interface NamedPeriod {
  name: string
  /** Days of the address: the first and the last. */
  from: string
  to: string
}

/** Months and quarters that people ask for, as days of the address. @param today the present day in London */
export function recentPeriods(today: string): NamedPeriod[] {
  const month = Temporal.PlainDate.from(today).with({ day: 1 })
  const quarter = month.subtract({ months: (month.month - 1) % 3 })
  const span = (name: string, first: Temporal.PlainDate, months: number): NamedPeriod => ({
    name,
    from: first.toString(),
    to: first.add({ months }).subtract({ days: 1 }).toString(),
  })
  return [
    span('This month', month, 1),
    span('Last month', month.subtract({ months: 1 }), 1),
    span('This quarter', quarter, 3),
    span('Last quarter', quarter.subtract({ months: 3 }), 3),
  ]
}
