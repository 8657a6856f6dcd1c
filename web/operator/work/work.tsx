import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { operatorMay } from '#contract/core/operators.ts'
import { getWork, releaseWork, retryJobs } from '#contract/operator/work.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { choice, exactText, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import styles from '#web/operator/console.module.css'
import { useOperator } from '#web/operator/console.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatMoment, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const query = { page: readPageNumber(new URL(request.url).searchParams) }
  return session.unwrap(await session.call(getWork, { query })).data
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { intent, which, reason } = readForm(form, {
    intent: choice('retry', 'release'),
    which: exactText,
    reason: exactText,
  })
  const asked = { form, page: paths.operatorWork }
  if (intent === 'retry') {
    const [kind, name = ''] = which.split(/:(.*)/s)
    const body = kind === 'job' ? { jobId: name, reason } : { queue: name, reason }
    return runAct(
      session,
      asked,
      () => session.call(retryJobs, { body }),
      ({ data: { retried } }) => `${plural(retried, 'job is', 'jobs are')} tried again.`,
    )
  }
  if (intent !== 'release') throw data(null, { status: 400 })
  return runAct(
    session,
    asked,
    () => session.call(releaseWork, { params: { id: which }, body: { reason } }),
    () => 'It runs within a second.',
  )
}

export default function Work() {
  const { queues, failed, pages, holds } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { role } = useOperator()
  const failedQueues = [...new Set(failed.map(({ queue }) => queue))]
  return (
    <>
      <PageHeader title="Work" lead="Queues, jobs that were given up, and what is on hold." />
      <Card title="Given up" flush>
        <DataTable
          caption="Jobs that were tried as often as they may be, the newest first"
          rows={failed}
          rowKey={({ id }) => id}
          empty={<p className="panel muted">No job has been given up.</p>}
          columns={[
            {
              key: 'queue',
              header: 'Job',
              cell: ({ queue, payload }) => (
                <span className="two-lines">
                  {queue}
                  <code className={styles.code}>{payload}</code>
                </span>
              ),
            },
            {
              key: 'reason',
              header: 'Why',
              cell: ({ reason, tries }) => `${reason} (${plural(tries, 'try', 'tries')})`,
            },
            {
              key: 'at',
              header: 'When',
              cell: ({ failedAt }) => <time dateTime={failedAt}>{formatMoment(failedAt, BUSINESS_ZONE)}</time>,
            },
          ]}
        />
        <Pagination {...pages} label="jobs that were given up" />
      </Card>
      {failed.length && operatorMay(role, 'retry-work') ? (
        <Card title="Try again">
          <ActForm
            intent="retry"
            title="Put jobs back in their queue"
            button="Try again"
            consequence="Each job has its effect once, however often it is tried."
            failure={failure}
          >
            <SelectField
              name="which"
              label="Which"
              data={[
                ...failedQueues.map((queue) => ({ value: `queue:${queue}`, label: `All of ${queue}` })),
                ...failed.map(({ id, queue }) => ({ value: `job:${id}`, label: `${queue}, ${id}` })),
              ]}
            />
          </ActForm>
        </Card>
      ) : null}
      <Card title="On hold">
        {holds.length === 0 ? <p className="muted">Nothing is on hold.</p> : null}
        {holds.map(({ id, source, size, usual, heldAt }) => (
          <div key={id}>
            <p>
              {source}: {formatCount(size)} due, {formatCount(usual)} expected; since{' '}
              {formatMoment(heldAt, BUSINESS_ZONE)}
            </p>
            {operatorMay(role, 'release-work') ? (
              <ActForm
                intent="release"
                title="Let it run"
                button="Let it run"
                danger
                consequence="All that is due happens at once. Be sure that it is meant."
                failure={failure}
              >
                <input type="hidden" name="which" value={id} />
              </ActForm>
            ) : null}
          </div>
        ))}
      </Card>
      <Card title="Queues" flush>
        <DataTable
          caption="What waits in the queues now"
          rows={queues}
          rowKey={({ queue }) => queue}
          empty={<p className="panel muted">All queues are empty.</p>}
          columns={[
            { key: 'queue', header: 'Queue', cell: ({ queue }) => queue },
            { key: 'ready', header: 'Ready', numeric: true, cell: ({ ready }) => formatCount(ready) },
            { key: 'later', header: 'Later', numeric: true, cell: ({ later }) => formatCount(later) },
            { key: 'running', header: 'Running', numeric: true, cell: ({ running }) => formatCount(running) },
          ]}
        />
      </Card>
    </>
  )
}
