import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { AmountField, TextField } from '#web/ui/kit/form.tsx'

/** Asks for a payout; another operator releases it. */
export const RequestForm = ({ failure }: { failure: ActFailure | undefined }) => (
  <ActForm
    intent="request"
    title="Ask for a payout"
    button="Ask for it"
    consequence="Nothing moves until another operator releases it."
    failure={failure}
  >
    <TextField name="walletReference" label="Wallet" description="Its reference, HG…" required autoComplete="off" />
    <AmountField name="amountPence" label="Amount" currency="GBX" required />
    <TextField name="payee" label="Name on the account" required maxLength={18} autoComplete="off" />
    <TextField name="sortCode" label="Sort code" inputMode="numeric" required maxLength={10} autoComplete="off" />
    <TextField
      name="accountNumber"
      label="Account number"
      inputMode="numeric"
      required
      maxLength={10}
      autoComplete="off"
    />
  </ActForm>
)
