import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listOperatorActs } from '#contract/operator/acts.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readPeriod } from '#web/http/period.server.ts'
import styles from '#web/operator/console.module.css'
import { ActTable } from '#web/operator/customer/tables.tsx'
import { actOptions } from '#web/operator/labels.ts'
import { ListPages, readCursor } from '#web/operator/pages.tsx'
import { getOperatorSession } from '#web/operator/session.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const search = new URL(request.url).searchParams
  const period = readPeriod(search, BUSINESS_ZONE)
  const action = actOptions.find(({ value }) => value === search.get('action'))?.value ?? ''
  const who = search.get('who')?.trim().slice(0, 200) ?? ''
  const query = {
    limit: 50,
    ...readCursor(search),
    ...(action && { action }),
    ...(who && { who }),
    ...(period.start && { from: period.start }),
    ...(period.end && { to: period.end }),
  }
  const page = session.unwrap(await session.call(listOperatorActs, { query }))
  return { ...page, shown: { action, who, from: period.from, to: period.to } }
}

const Filters = ({ action, who, from, to }: Awaited<ReturnType<typeof loader>>['shown']) => (
  <Form method="get" className={styles.filters} key={`${action} ${who} ${from} ${to}`}>
    <SelectField
      name="action"
      label="What"
      defaultValue={action}
      data={[{ value: '', label: 'Anything' }, ...actOptions]}
    />
    <TextField name="who" label="Who" description="A part of a name or address" defaultValue={who} autoComplete="off" />
    <TextField name="from" type="date" label="From" defaultValue={from} />
    <TextField name="to" type="date" label="Until" defaultValue={to} />
    <Button type="submit" look="quiet">
      Show
    </Button>
  </Form>
)

export default function Acts() {
  const { data: acts, next, previous, shown } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Record" lead="What operators did, and why. No one can change it." />
      <Filters {...shown} />
      <ActTable acts={acts} title="Acts" />
      <ListPages next={next} previous={previous} label="the record" />
    </>
  )
}
