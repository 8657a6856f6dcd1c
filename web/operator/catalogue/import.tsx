import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { stageCatalogueFile } from '#contract/operator/catalogue.ts'
import { exactText, file, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  if (!getOperatorSession(context).may('manage-catalogue')) throw data(null, { status: 403 })
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { file: chosen, reason } = readForm(form, { file, reason: exactText })
  if (!chosen) return refused(invalidForm({ file: 'Choose a catalogue file' }, form))
  const staged = await session.call(stageCatalogueFile, { body: { file: chosen, reason } })
  if (staged.ok) return redirect(paths.operatorCatalogueFile(staged.value.data.id), 303)
  const failure = toFormFailure(staged.problem, form)
  if (failure.status === 401) session.unwrap(staged)
  return refused(failure)
}

export default function ImportCatalogue() {
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Catalogue"
        lead="You see what a file would change, field by field, before any of it is used."
      />
      <div className="narrow">
        <Card title="Review a file">
          <ActionForm failure={failure} encType="multipart/form-data">
            <TextField
              name="file"
              type="file"
              accept=".json,application/json"
              label="Catalogue file"
              description="JSON as docs/catalogue-format.md says, at most 8 MB. What it does not mention stays as it is."
              required
            />
            <TextField
              name="reason"
              label="Reason"
              description="Kept in the record, beside your name."
              required
              minLength={3}
              maxLength={500}
              autoComplete="off"
            />
            <div>
              <SubmitButton>Review it</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      </div>
    </>
  )
}
