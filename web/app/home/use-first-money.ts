import { useEffect, useState } from 'react'
import type { Allowance } from '#contract/budgets/participants.ts'
import { usePolling } from '#web/ui/use-polling.ts'

const LOOK_EVERY_MS = 3000
/** Later it waits for something else than its job, such as money in the budget's wallet. */
const LOOK_FOR_MS = 300_000

/** Who has just come in is paid by a job of its own: the page looks again until their first money is there. */
export function useFirstMoney(allowance: Allowance | null): void {
  const isAwaited = allowance?.status === 'live' && allowance.participantStatus === 'active' && allowance.received === 0
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setIsLate(true), LOOK_FOR_MS)
    return () => clearTimeout(timer)
  }, [isAwaited])
  usePolling(isAwaited && !isLate, LOOK_EVERY_MS)
}
