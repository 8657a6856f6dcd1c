import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

interface PhoneCardProps {
  mobile: string
  isVerified: boolean
  /** A code is on its way, or one was typed that was not right. */
  isCodeSent: boolean
  failure: Failure | null
}

/** Whether the saved number is shown to be its owner's, and the way to show it. */
export const PhoneCard = ({ mobile, isVerified, isCodeSent, failure }: PhoneCardProps) => (
  <Card
    title="Confirm your mobile number"
    action={
      <StatusBadge status={isVerified ? 'Confirmed' : 'Not confirmed'} tone={isVerified ? 'success' : 'warning'} />
    }
  >
    {isVerified ? (
      <p>{mobile} is yours. If you change it, you confirm the new one.</p>
    ) : isCodeSent ? (
      <>
        <p role="status">We have texted a code to {mobile}. It works for ten minutes.</p>
        <ActionForm failure={failure}>
          <input type="hidden" name="intent" value="verify-phone" />
          <TextField
            name="code"
            label="Code from the text"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={20}
          />
          <div>
            <SubmitButton look="quiet">Confirm the number</SubmitButton>
          </div>
        </ActionForm>
        <ActionForm>
          <input type="hidden" name="intent" value="phone-code" />
          <div>
            <SubmitButton look="plain" size="small">
              Send another code
            </SubmitButton>
          </div>
        </ActionForm>
      </>
    ) : (
      <ActionForm failure={failure}>
        <input type="hidden" name="intent" value="phone-code" />
        <p>We text a code to {mobile}, which you enter here.</p>
        <div>
          <SubmitButton look="quiet">Text me a code</SubmitButton>
        </div>
      </ActionForm>
    )}
  </Card>
)
