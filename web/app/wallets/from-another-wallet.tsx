import { Link } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { parsePence } from '#web/ui/kit/amount.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useWallet } from './wallet.tsx'

interface Asked {
  /** What is missing, as a field shows it. */
  amount: string | undefined
  from: string | null
}

/** What is missing can come out of another wallet of the team, where one has enough and the reader may move money. */
export function FromAnotherWallet({ amount, from }: Asked) {
  const { wallet, others } = useWallet()
  const can = useCan()
  const pence = parsePence(amount)
  const giver = others
    .filter(({ teamId, available }) => teamId === wallet.teamId && available >= (pence ?? 0))
    .sort((one, other) => other.available - one.available)[0]
  if (!pence || !giver || !can('debit-wallet')) return null
  return (
    <Notice tone="info">
      {giver.name} has {formatMoney(giver.available, giver.currency)}.{' '}
      <Link to={paths.walletTab(giver.id, 'transfer', pence, { to: wallet.id, from })}>
        Move {formatMoney(pence, wallet.currency)} from there
      </Link>{' '}
      instead: no card or bank is needed.
    </Notice>
  )
}
