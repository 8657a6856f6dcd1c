import type { RemittanceAdvice, Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { BankLines } from '#web/app/billing/bank-lines.tsx'
import { wayBackLabel } from '#web/app/billing/way-back.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'

/** How to pay by bank, to be copied line by line. It stands at an address of its own until the money has arrived. */
export function AdviceCard({
  advice,
  wallet,
  from,
}: {
  advice: RemittanceAdvice
  wallet: Wallet
  from: string | null
}) {
  const { bankDetails: bank, amount, currency, reference } = advice
  return (
    <div className="narrow">
      <Card title={`Pay ${formatMoney(amount, currency)} to ${bank.accountName}`}>
        <Notice tone="info" role="status">
          No money has moved yet. It is in {wallet.name} as soon as your payment with this reference arrives. We have
          emailed you these details too.
        </Notice>
        <BankLines bank={bank} pence={amount} currency={currency} reference={reference} />
        <div className="row">
          {from ? <LinkButton to={from}>{wayBackLabel(from)}</LinkButton> : null}
          <LinkButton look="quiet" to={paths.walletTab(wallet.id, 'top-up')}>
            All payments on their way
          </LinkButton>
        </div>
      </Card>
    </div>
  )
}
