import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { stageBankStatement, statementLayouts } from '#contract/operator/bank.ts'
import { choice, exactText, file, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { layoutLabels } from './labels.ts'

export function loader({ context }: LoaderFunctionArgs) {
  if (!getOperatorSession(context).may('manage-bank')) throw data(null, { status: 403 })
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { account, ...typed } = readForm(form, {
    file,
    layout: choice(...statementLayouts),
    account: text,
    reason: exactText,
  })
  if (!typed.file) return refused(invalidForm({ file: 'Choose the file that you downloaded from the bank' }, form))
  const { layout, reason } = typed
  const staged = await session.call(stageBankStatement, {
    body: { file: typed.file, layout: layout ?? 'auto', reason, ...(account && { account }) },
  })
  if (staged.ok) return redirect(paths.operatorBankStatement(staged.value.data.id), 303)
  const failure = toFormFailure(staged.problem, form)
  if (failure.status === 401) session.unwrap(staged)
  return refused(failure)
}

export default function ImportStatement() {
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Import a statement"
        lead="You see what would happen to each line before any of it is used."
        back={{ to: paths.operatorBank, label: 'Bank' }}
      />
      <div className="narrow">
        <Card>
          <ActionForm failure={failure} encType="multipart/form-data">
            <TextField
              name="file"
              type="file"
              accept=".csv,.xml,text/csv,application/xml,text/xml"
              label="Statement file"
              description="As your bank lets you download it, at most 4 MB. A file that overlaps an earlier one is fine: each line is kept once."
              required
            />
            <SelectField
              name="layout"
              label="Layout"
              data={statementLayouts.map((value) => ({ value, label: layoutLabels[value] }))}
            />
            <TextField
              name="account"
              label="Account (optional)"
              description="Sort code and account number, where the file does not say: HSBC’s CSV does not."
              autoComplete="off"
            />
            <TextField
              name="reason"
              label="Reason"
              description="Kept in the record, beside your name."
              defaultValue="Daily statement"
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
