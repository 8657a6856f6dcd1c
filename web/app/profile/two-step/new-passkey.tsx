import { makePasskey, PasskeyButton } from '#web/app/entrance/passkey/passkey-button.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'

/** The account is shown to be theirs: now their device makes the passkey. */
export const NewPasskey = ({ options, suggestion }: { options: object; suggestion: string }) => (
  <Card title="Make the passkey">
    <p>Your browser asks where to keep it, and for your fingerprint, face or PIN.</p>
    <ActionForm>
      <input type="hidden" name="intent" value="add-passkey" />
      <TextField
        name="name"
        label="Name"
        description="So that you know it again."
        defaultValue={suggestion}
        maxLength={60}
        required
      />
      <PasskeyButton look="primary" perform={() => makePasskey(options)}>
        Make the passkey
      </PasskeyButton>
      <div>
        <LinkButton look="plain" to={paths.twoStep}>
          Cancel
        </LinkButton>
      </div>
    </ActionForm>
  </Card>
)
