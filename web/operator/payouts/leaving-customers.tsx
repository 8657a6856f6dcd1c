import { Link } from 'react-router'
import type { LeavingCustomer } from '#contract/operator/leaving.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { formatSortCode } from '#web/operator/labels.ts'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { RequestForm } from './request-form.tsx'

interface LeavingCustomersProps {
  customers: readonly LeavingCustomer[]
  failure: ActFailure | undefined
  mayAct: boolean
}

/** Customers who asked to leave: what they are to be paid, and to which account. */
export const LeavingCustomers = ({ customers, ...rest }: LeavingCustomersProps) => (
  <>
    {customers.map((customer) => (
      <LeavingCard key={customer.team.id} customer={customer} {...rest} />
    ))}
  </>
)

function LeavingCard({
  customer: { team, askedBy, dateAsked, dateFrom, payment, money, blockedBy, wallets },
  failure,
  mayAct,
}: Omit<LeavingCustomersProps, 'customers'> & { customer: LeavingCustomer }) {
  const { payee, sortCode, accountNumber, isOwnName } = payment
  return (
    <Card title={`${team.name} asked to leave`}>
      <Facts
        facts={[
          { name: 'Asked for', value: `by ${askedBy}, ${formatMoment(dateAsked, BUSINESS_ZONE)}` },
          { name: 'Not before', value: formatMoment(dateFrom, BUSINESS_ZONE) },
          { name: 'Paid to', value: `${payee}, ${formatSortCode(sortCode)}, ${accountNumber}` },
          ...money.map(({ currency, available, inGifts, owed }) => ({
            name: currency === 'GBX' ? 'In pounds' : 'In euros',
            value: `${formatMoney(available, currency)} to pay out, ${formatMoney(inGifts, currency)} in gifts, ${formatMoney(owed, currency)} owed`,
          })),
        ]}
      />
      {isOwnName ? null : (
        <Notice tone="warning">The name on the account is not the customer’s own, {team.name}.</Notice>
      )}
      {blockedBy ? <Notice tone="warning">One of its budgets is not over: the customer stops it first.</Notice> : null}
      {mayAct
        ? wallets
            .filter(({ currency }) => currency === 'GBX')
            .map(({ reference, availablePence }) => (
              <RequestForm
                key={reference}
                failure={failure}
                wish={{
                  ...{ walletReference: reference, payee, sortCode, accountNumber },
                  amount: formatPoundsInput(availablePence),
                }}
              />
            ))
        : null}
      <p className="muted">
        Call the customer by a number that you know before you ask for a payout. Once everything is paid,{' '}
        <Link to={paths.operatorCustomer(team.id)}>deactivate the customer</Link>: that ends the request.
      </p>
    </Card>
  )
}
