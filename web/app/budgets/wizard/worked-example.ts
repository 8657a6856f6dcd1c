/** What a run does for someone who has something left, under either rule. */
export interface WorkedExample {
  leftPence: number
  reset: { paidPence: number; afterPence: number }
  rollover: { paidPence: number; afterPence: number }
}

/** Someone who spent half (the odd penny too) before the next run. */
export function workedExample(amountPence: number): WorkedExample {
  const leftPence = Math.floor(amountPence / 2)
  return {
    leftPence,
    reset: { paidPence: amountPence - leftPence, afterPence: amountPence },
    rollover: { paidPence: amountPence, afterPence: leftPence + amountPence },
  }
}
