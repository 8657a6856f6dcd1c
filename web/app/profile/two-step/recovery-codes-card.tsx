import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { type Owner, ProofFields } from './proof-fields.tsx'

/** How many are left, and the way to new ones. */
export const RecoveryCodesCard = ({
  left,
  owner,
  failure,
}: {
  left: number
  owner: Owner
  failure: Failure | null
}) => (
  <Card title="Recovery codes">
    <p>
      {left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left. Each signs you in once when your phone
      or passkey is not at hand.
    </p>
    <ActionForm failure={failure}>
      <input type="hidden" name="intent" value="recovery-codes" />
      <ProofFields owner={owner} submit="Make ten new codes" />
    </ActionForm>
  </Card>
)
