import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { londonToday, requireBills } from './billing.server.ts'
import { InvoiceTable } from './invoice-table.tsx'
import styles from './invoices.module.css'
import { InvoicesFrame } from './invoices-frame.tsx'

const PER_PAGE = 25

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const params = { id: requireBills(session) }
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1) || 1
  const today = await londonToday(context.get(webContext))
  const [list, account] = await Promise.all([
    session.api.listTeamInvoices({ params, query: { page, per_page: PER_PAGE } }),
    session.api.getAccountStatement({ params, query: { from: today, until: today } }),
  ])
  const { data: invoices, current_page, last_page } = session.unwrap(list)
  const { closing, currency } = session.unwrap(account).data
  return { invoices, page: current_page, lastPage: last_page, today, owed: closing, currency }
}

export default function Invoices() {
  const { invoices, page, lastPage, today, owed, currency } = useLoaderData<typeof loader>()
  return (
    <InvoicesFrame>
      <Card>
        <p className={styles.owed}>
          <span className="muted">{owed < 0 ? 'In your favour' : 'Outstanding'}</span>
          <strong>
            <Money pence={Math.abs(owed)} currency={currency} />
          </strong>
          <span className="muted small">
            Pay by bank transfer, quoting the number of the invoice; the bank details are on it. What budgets were
            charged is paid already: its invoices are with <Link to={paths.budgets}>each budget</Link>.
          </span>
        </p>
      </Card>
      <Card flush>
        <InvoiceTable invoices={invoices} today={today} />
        <Pagination page={page} lastPage={lastPage} label="invoices" />
      </Card>
    </InvoicesFrame>
  )
}
