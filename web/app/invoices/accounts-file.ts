import { type ActionFunctionArgs, redirect } from 'react-router'
import { accountsPackages } from '#contract/reports/accounts-packages.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { monthsBefore } from './accounts-months.server.ts'
import { requireBills } from './billing.server.ts'

/** The address of a file that was downloaded, opened again. */
export const loader = () => redirect(paths.accounts)

/** Months as the import file of a package: the one that was chosen is the last. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = readForm(await request.formData(), {
    package: choice(...accountsPackages),
    month: text,
    months: choice('1', '3'),
    currency: choice('GBX', 'EUX'),
    holds: choice('journals', 'bills'),
  })
  const months = Number(form.months ?? 1)
  const answer = await session.api.exportAccounts({
    params: { id: requireBills(session) },
    body: {
      package: form.package ?? 'xero',
      month: monthsBefore(form.month, months - 1),
      months,
      currency: form.currency ?? 'GBX',
      holds: form.holds ?? 'journals',
    },
  })
  if (!answer.ok && answer.problem.status === 422) {
    const { message, fields } = toFormFailure(answer.problem)
    const why = Object.values(fields)[0] ?? message
    return session.redirect(paths.accountsPackage(form.package ?? 'xero'), `No file was written. ${why}`, 'danger')
  }
  const { content, fileName } = session.unwrap(answer).data
  return new Response(content, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
