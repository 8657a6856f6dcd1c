import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { AmountField, TextField } from '#web/ui/kit/form.tsx'

interface RequestFormProps {
  failure: ActFailure | undefined
  /** What a customer asked for, to be looked over and sent on. */
  wish?: { walletReference: string; amount: string; payee: string; sortCode: string; accountNumber: string }
}

/** Asks for a payout; another operator releases it. */
export const RequestForm = ({ failure, wish }: RequestFormProps) => (
  <ActForm
    intent={wish ? `request:${wish.walletReference}` : 'request'}
    title={wish ? `Ask for a payout of ${wish.walletReference}` : 'Ask for a payout'}
    button="Ask for it"
    consequence="Nothing moves until another operator releases it."
    failure={failure}
  >
    <TextField
      name="walletReference"
      label="Wallet"
      description="Its reference, HG…"
      defaultValue={wish?.walletReference}
      required
      autoComplete="off"
    />
    <AmountField name="amountPence" label="Amount" currency="GBX" defaultValue={wish?.amount} required />
    <TextField
      name="payee"
      label="Name on the account"
      defaultValue={wish?.payee}
      required
      maxLength={18}
      autoComplete="off"
    />
    <TextField
      name="sortCode"
      label="Sort code"
      inputMode="numeric"
      defaultValue={wish?.sortCode}
      required
      maxLength={10}
      autoComplete="off"
    />
    <TextField
      name="accountNumber"
      label="Account number"
      inputMode="numeric"
      defaultValue={wish?.accountNumber}
      required
      maxLength={10}
      autoComplete="off"
    />
  </ActForm>
)
