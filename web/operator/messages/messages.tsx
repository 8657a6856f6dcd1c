import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listOperatorMessages, messageStates } from '#contract/operator/messages.ts'
import styles from '#web/operator/console.module.css'
import { messageLabels } from '#web/operator/labels.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { MessageTable } from './message-table.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { searchParams } = new URL(request.url)
  const to = searchParams.get('to')?.trim().slice(0, 254) ?? ''
  const state = messageStates.find((each) => each === searchParams.get('state'))
  const next = searchParams.get('next') ?? undefined
  const team = searchParams.get('team') ?? ''
  const query = {
    limit: 50,
    ...(next && { next }),
    ...(state && { state }),
    ...(to && { to }),
    ...(team && { teamId: team }),
  }
  const page = session.unwrap(await session.call(listOperatorMessages, { query }))
  return { messages: page.data, next: page.next, to, state: state ?? '', team }
}

export default function Messages() {
  const { messages, next, to, state, team } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Messages"
        lead={
          team
            ? 'Emails and texts of one customer and its subteams, and their status.'
            : 'Emails and texts and their status.'
        }
      />
      <Form method="get" className={styles.search} key={`${to} ${state} ${team}`}>
        {team ? <input type="hidden" name="team" value={team} /> : null}
        <TextField name="to" label="To" description="An email address or number" defaultValue={to} autoComplete="off" />
        <SelectField
          name="state"
          label="State"
          defaultValue={state}
          data={[
            { value: '', label: 'Any' },
            ...messageStates.map((value) => ({ value, label: messageLabels[value].label })),
          ]}
        />
        <Button type="submit" look="quiet">
          Show
        </Button>
        {team ? <Link to={paths.operatorMessages}>All customers</Link> : null}
      </Form>
      <Card flush>
        <MessageTable messages={messages} caption="Messages, the newest first" />
        <CursorPagination next={next} label="messages" />
      </Card>
    </>
  )
}
