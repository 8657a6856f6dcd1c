import { Link } from 'react-router'
import type { Grant } from '#contract/awards/grants.ts'
import type { Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField, SelectField } from '#web/ui/kit/form.tsx'

interface FundingProps {
  wallets: readonly Wallet[]
  grant: Grant
  /** Tells one press of the button from the next. */
  attempt: string
  failure: Failure | null
}

export const Funding = ({ wallets, grant, attempt, failure }: FundingProps) => (
  <Card title="Put money in, or move it back">
    <ActionForm failure={failure}>
      <input type="hidden" name="intent" value="fund" />
      <input type="hidden" name="key" value={`fund ${attempt}`} />
      <SelectField
        name="direction"
        label="Direction"
        data={[
          ...(grant.dateClosed ? [] : [{ value: 'in', label: 'From the wallet into the grant' }]),
          { value: 'out', label: `Back into the wallet (${formatMoney(grant.available, grant.currency)} can be)` },
        ]}
      />
      <SelectField
        name="walletId"
        label="Wallet"
        data={wallets.map(({ id: value, name, available, currency }) => ({
          value,
          label: `${name} (${formatMoney(available, currency)})`,
        }))}
      />
      <AmountField name="amount" label="Amount" currency={grant.currency} required />
      <div>
        <SubmitButton>Move it</SubmitButton>
      </div>
    </ActionForm>
  </Card>
)

export const LowerLimit = ({ grant, failure }: { grant: Grant; failure: Failure | null }) => (
  <Card title="Approval">
    <ActionForm failure={failure}>
      <input type="hidden" name="intent" value="limit" />
      <AmountField
        name="approvalAbove"
        label="A second person approves above"
        description="It can be lowered, and never raised; 0: every award"
        currency={grant.currency}
        required
      />
      <div>
        <SubmitButton look="quiet">Lower the limit</SubmitButton>
      </div>
    </ActionForm>
  </Card>
)

export const CloseGrant = ({ grant, attempt, failure }: { grant: Grant; attempt: string; failure: Failure | null }) => (
  <Card title="Close">
    {grant.locked > 0 && !failure ? (
      <p>
        Requests for {formatMoney(grant.locked, grant.currency)} wait for approval: it can be closed once{' '}
        <Link to={paths.awardApprovals}>they are decided on</Link>.
      </p>
    ) : (
      <ActionForm failure={failure}>
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="key" value={`close ${attempt}`} />
        <p>No more awards are made out of it, for good. Those that were made stay good.</p>
        <div>
          <SubmitButton look="danger">Close the grant</SubmitButton>
        </div>
      </ActionForm>
    )}
  </Card>
)
