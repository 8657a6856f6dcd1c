import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { ExportCard } from '#web/app/activity/export-card.tsx'
import { webContext } from '#web/context.ts'
import { readPeriod } from '#web/http/period.server.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { londonToday, requireBills } from './billing.server.ts'
import { carriedChoice } from './carried.ts'
import styles from './invoices.module.css'
import { InvoicesFrame } from './invoices-frame.tsx'
import { PeriodLinks } from './period-links.tsx'
import { recentPeriods } from './recent-periods.server.ts'

/** The team acted in, for who sees statements of wallets too. @throws 403 */
function requireStatements(session: Session): string {
  if (!session.can('view-team-transactions')) throw data(null, { status: 403 })
  return requireBills(session)
}

/** Without days: of the quarter that ended last. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = requireStatements(session)
  const { searchParams } = new URL(request.url)
  const fileId = searchParams.get('file')
  const periods = recentPeriods(await londonToday(context.get(webContext)))
  const asked = readPeriod(searchParams, 'UTC')
  const { from, to } = asked.from || asked.to ? asked : periods.at(-1)!
  const file = fileId ? await session.api.getPapersExport({ params: { id, exportId: readId(fileId) } }) : null
  // The file has both; it is kept for the pages beside this one.
  const { currency } = carriedChoice(searchParams)
  return { from, to, currency, periods, file: file && session.unwrap(file).data }
}

/** Asks for the file; a job makes it, and it is offered on the same page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { from, to } = readForm(form, { from: text, to: text })
  const asked = await session.api.createPapersExport({
    params: { id: requireStatements(session) },
    body: { from, until: to },
  })
  if (!asked.ok) return refused(toFormFailure(asked.problem, form, { until: 'to' }))
  const { currency } = carriedChoice(new URL(request.url).searchParams)
  return redirect(paths.papersOf({ from, until: to, file: asked.value.data.id, currency }), 303)
}

export default function PeriodPapers() {
  const { from, to, currency, periods, file } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <InvoicesFrame>
      {file ? (
        <ExportCard file={file} row="file" here={paths.papersOf({ from, until: to, file: file.id, currency })} />
      ) : null}
      <Card title="A period’s papers in one file">
        <p>One ZIP archive for your records or your accountant, with:</p>
        <ul className={styles.holds}>
          <li>every receipt, invoice and credit note of these days as PDF, your plan’s and your budgets’ too</li>
          <li>
            a list of them by rate of VAT, which adds up to the{' '}
            <Link to={paths.vatOf({ from, until: to, currency })}>VAT page</Link>
          </li>
          <li>the statement of account, and each wallet’s statement from its opening to its closing balance</li>
        </ul>
        <ActionForm failure={failure} key={`${from} ${to}`}>
          <div className={styles.filters}>
            <TextField name="from" type="date" label="From" defaultValue={from} required />
            <TextField name="to" type="date" label="Until" defaultValue={to} required />
            <SubmitButton>Make the file</SubmitButton>
            <PeriodLinks periods={periods} />
          </div>
        </ActionForm>
      </Card>
    </InvoicesFrame>
  )
}
