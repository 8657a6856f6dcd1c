import type { ParticipantBalance } from '#contract/budgets/participants.ts'
import { Money } from '#web/ui/kit/money.tsx'

type Sums = Pick<ParticipantBalance, 'available' | 'inGifts' | 'used' | 'returnedToBudget' | 'received' | 'currency'>

/** Where all that runs gave someone is now: the lines before the last one add up to it. */
export const sumFacts = ({ available, inGifts, used, returnedToBudget, received, currency }: Sums) =>
  [
    { name: 'Left', pence: available },
    { name: 'In gifts not used yet', pence: inGifts },
    { name: 'Used, or expired without a refund', pence: used },
    ...(returnedToBudget === 0
      ? []
      : returnedToBudget > 0
        ? [{ name: 'Back to the budget', pence: returnedToBudget }]
        : [{ name: 'Less what came from elsewhere', pence: returnedToBudget }]),
    { name: 'From the budget in all', pence: received },
  ].map(({ name, pence }) => ({ name, value: <Money pence={pence} currency={currency} /> }))
