import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData } from 'react-router'
import { importPlansFile, type PlanDifference } from '#contract/operator/plans.ts'
import { choice, exactText, file, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import styles from '#web/operator/console.module.css'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { describeDifference } from './differences.ts'

export function loader({ context }: LoaderFunctionArgs) {
  if (!getOperatorSession(context).may('change-plans')) throw data(null, { status: 403 })
  return null
}

/** A file is looked at first; then the same bytes are imported, from the page that shows what they change. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const {
    intent,
    file: chosen,
    document: shown,
    reason,
  } = readForm(form, { intent: choice('look', 'import'), file, document: exactText, reason: exactText })
  const isDryRun = intent !== 'import'
  if (isDryRun && !chosen) return refused(invalidForm({ file: 'Choose a file of plans' }, form))
  const document = isDryRun ? await chosen!.text() : shown
  const result = await session.call(importPlansFile, { body: { document, isDryRun, reason } })
  if (!result.ok) {
    const failure = toFormFailure(result.problem, form)
    if (failure.status === 401) session.unwrap(result)
    return refused(failure)
  }
  const plans = result.value.data
  if (isDryRun) return { looked: { plans, document, reason } }
  const changed = plans.filter(({ change }) => change !== 'unchanged').length
  return session.redirect(paths.operatorPlans, `${plural(changed, 'plan is', 'plans are')} made or changed.`)
}

const changes = {
  created: { label: 'New', tone: 'accent' },
  updated: { label: 'Changed', tone: 'warning' },
  unchanged: { label: 'As it is', tone: 'plain' },
} as const

const columns: readonly TableColumn<PlanDifference>[] = [
  { key: 'name', header: 'Plan', cell: ({ name }) => name },
  {
    key: 'change',
    header: 'Change',
    cell: ({ change }) => <StatusBadge status={changes[change].label} tone={changes[change].tone} />,
  },
  {
    key: 'fields',
    header: 'What differs',
    cell: ({ fields }) => (
      <ul className={styles.fields}>
        {fields.flatMap(describeDifference).map(({ label, before, after }) => (
          <li key={label}>
            <span className="muted">{label}: </span>
            {before ? (
              <>
                <del>{before}</del>
                <span className="visually-hidden"> becomes </span>{' '}
              </>
            ) : null}
            <ins>{after}</ins>
          </li>
        ))}
      </ul>
    ),
  },
]

export default function ImportPlans() {
  const answer = useActionData<typeof action>()
  const looked = answer && 'looked' in answer ? answer.looked : null
  const failure = answer && 'looked' in answer ? undefined : answer
  return (
    <>
      <PageHeader
        title="Plans from a file"
        lead="You see what a file would change before any of it is used."
        back={{ to: paths.operatorPlans, label: 'Plans' }}
      />
      {looked ? <Looked {...looked} /> : null}
      <div className="narrow">
        <Card title={looked ? 'Another file' : 'Review a file'}>
          <ActionForm failure={failure} encType="multipart/form-data">
            <input type="hidden" name="intent" value="look" />
            <TextField
              name="file"
              type="file"
              accept=".json,application/json"
              label="File of plans"
              description="JSON as docs/operations/plans.md says. Plans that it does not name stay as they are; roles that a plan leaves out do too."
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

function Looked({ plans, document, reason }: { plans: PlanDifference[]; document: string; reason: string }) {
  const differing = plans.filter(({ change }) => change !== 'unchanged').length
  return (
    <Card title="What it changes" flush>
      <DataTable
        caption="Plans of the file, with what differs as it is and as it becomes; of a role, the rights it loses and gets"
        columns={columns}
        rows={plans}
        rowKey={({ id }) => id}
      />
      <div className="panel">
        {differing ? (
          <ActionForm failure={undefined}>
            <input type="hidden" name="intent" value="import" />
            <input type="hidden" name="document" value={document} />
            <input type="hidden" name="reason" value={reason} />
            <p>What people of a plan may do changes with their next request. Terms that were accepted still hold.</p>
            <div>
              <SubmitButton>{`Import ${plural(differing, 'plan')}`}</SubmitButton>
            </div>
          </ActionForm>
        ) : (
          <p className="muted">The plans are as the file says already.</p>
        )}
      </div>
    </Card>
  )
}
