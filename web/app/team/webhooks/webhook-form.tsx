import { useState } from 'react'
import { seesAwards } from '#contract/awards/sees-awards.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { exactText, readForm, text, texts } from '#web/http/read-form.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, CheckField, FormActions, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { offeredGroups, signatureLabels } from './labels.ts'
import styles from './webhooks.module.css'

/** What a form of a webhook says, as the API takes it. None ticked means every event. */
export function webhookBody(form: FormData) {
  const { eventTypes, ...rest } = readForm(form, { url: text, description: exactText, eventTypes: texts })
  return { ...rest, eventTypes: eventTypes as never[] }
}

/** Adds a webhook, or changes one. */
export function WebhookForm({ webhook, failure }: { webhook?: Webhook; failure?: Failure | null | undefined }) {
  const [chooses, setChooses] = useState((webhook?.eventTypes.length ?? 0) > 0)
  const groups = offeredGroups(useCan()(seesAwards), webhook?.eventTypes ?? [])
  return (
    <ActionForm failure={failure} className={styles.form}>
      <input type="hidden" name="do" value="save" />
      <div className={styles.fields}>
        <TextField
          name="url"
          type="url"
          label="Address"
          placeholder="https://hooks.example.com/posy"
          defaultValue={webhook?.url}
          required
          maxLength={2000}
        />
        <TextField
          name="description"
          label="What is it for? (optional)"
          placeholder="Our CRM"
          defaultValue={webhook?.description}
          maxLength={200}
        />
        {webhook ? null : (
          <SelectField
            name="signature"
            label="Signed with"
            data={Object.entries(signatureLabels).map(([value, label]) => ({ value, label }))}
          />
        )}
      </div>
      <details className={styles.choice} open={chooses} onToggle={(event) => setChooses(event.currentTarget.open)}>
        <summary>Choose events (all of them if none is ticked)</summary>
        <div className={styles.groups}>
          {groups.map(({ title, events }) => (
            <fieldset key={title} className={styles.group}>
              <legend>{title}</legend>
              {events.map(([type, label]) => (
                <CheckField
                  key={type}
                  name="eventTypes"
                  value={type}
                  label={label}
                  defaultChecked={webhook?.eventTypes.includes(type) ?? false}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </details>
      <FormActions>
        <SubmitButton>{webhook ? 'Save changes' : 'Add webhook'}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}
