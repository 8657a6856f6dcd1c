import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { choice, id, readForm, textOrNull } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { getSession } from '#web/session/middleware.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { useBudget } from '../budget-context.ts'
import { OpenMovements } from './open-movements.tsx'
import { BudgetPeriodForm } from './period-form.tsx'
import { PeriodList } from './period-list.tsx'

const PER_PAGE = 24

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { searchParams } = new URL(request.url)
  const cursor = searchParams.get('next')
  const answer = await session.api.listBudgetInvoices({
    params: { id: readId(params.id) },
    query: { limit: PER_PAGE, ...(cursor && { next: cursor }) },
  })
  const { data: periods, next, open } = session.unwrap(answer)
  const chosen = session.can('manage-billing') && periods.find(({ id }) => id === searchParams.get('invoice'))
  return { periods, next, open, chosen: chosen || null }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { invoiceId, notes, ...sent } = readForm(form, {
    invoiceId: id,
    notes: textOrNull,
    published: choice('true', 'false'),
  })
  const published = sent.published === 'true'
  const result = await session.api.updateBudgetInvoice({
    params: { id: readId(params.id), invoiceId },
    body: { published, notes },
  })
  if (!result.ok) return refused<Failure>(toFormFailure(result.problem, form))
  session.flash(
    published ? 'Published: everyone who may see this budget sees it.' : 'Saved. Only those who manage billing see it.',
  )
  const address = new URL(request.url)
  address.searchParams.delete('invoice')
  return redirect(`${address.pathname.replace(/\.data$/, '')}${address.search}`, 303)
}

export default function BudgetInvoices() {
  const { periods, next, open, chosen } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { budget } = useBudget()
  return (
    <>
      {chosen ? <BudgetPeriodForm period={chosen} failure={failure} /> : null}
      {open ? <OpenMovements open={open} currency={budget.currency} /> : null}
      <PeriodList periods={periods} next={next} />
    </>
  )
}
