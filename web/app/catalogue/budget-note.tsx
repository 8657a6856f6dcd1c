import { Link } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import type { Left } from './load-gift-rules.server.ts'

/** What was left out of the gifts shown, and where it says why. */
export const BudgetNote = ({ left = null }: { left?: Left | null }) => (
  <p className="muted">
    Only gifts that your budget allows{left && !left.showsAll ? ` and your ${inHand(left)} covers, with the fee,` : ''}{' '}
    are shown. <Link to={paths.home}>What it allows</Link>
    {left ? (
      <>
        {' · '}
        <Link to={left.showsAll ? '?' : '?all=1'}>
          {left.showsAll
            ? `Only what your ${inHand(left)} covers`
            : `Dearer ones too, which your ${inHand(left)} does not cover`}
        </Link>
      </>
    ) : null}
  </p>
)

const inHand = ({ pence, currency }: Left) => formatMoney(pence, currency)
