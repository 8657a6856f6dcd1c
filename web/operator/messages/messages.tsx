import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { allowMessagesTo, listOperatorMessages, messageFilters } from '#contract/operator/messages.ts'
import { exactText, readForm, text } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import styles from '#web/operator/console.module.css'
import { messageLabels } from '#web/operator/labels.ts'
import { ListPages, readCursor } from '#web/operator/pages.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { MessageTable } from './message-table.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { searchParams } = new URL(request.url)
  const to = searchParams.get('to')?.trim().slice(0, 254) ?? ''
  const state = messageFilters.find((each) => each === searchParams.get('state'))
  const team = searchParams.get('team') ?? ''
  const purchase = searchParams.get('purchase') ?? ''
  const query = {
    limit: 50,
    ...readCursor(searchParams),
    ...(state && { state }),
    ...(to && { to }),
    ...(team && { teamId: team }),
    ...(purchase && { purchaseId: purchase }),
  }
  const page = session.unwrap(await session.call(listOperatorMessages, { query }))
  return { messages: page.data, next: page.next, previous: page.previous, to, state: state ?? '', team, purchase }
}

/** Of those that did not arrive, all or what is left to mend. */
const filterLabel = (filter: (typeof messageFilters)[number]): string =>
  filter === 'still-failed' ? 'Did not arrive, nothing sent since' : messageLabels[filter].label

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const body = readForm(form, { address: text, reason: exactText })
  return runAct(
    session,
    { form, page: paths.operatorMessages },
    () => session.call(allowMessagesTo, { body }),
    () => 'It gets messages again.',
  )
}

export default function Messages() {
  const { messages, next, previous, to, state, team, purchase } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Messages"
        lead={`Emails and texts${purchase ? ' of one purchase and its gifts,' : team ? ' of one customer and its subteams,' : ''} and their status.`}
      />
      <Form method="get" className={styles.search} key={`${to} ${state} ${team} ${purchase}`}>
        {team ? <input type="hidden" name="team" value={team} /> : null}
        {purchase ? <input type="hidden" name="purchase" value={purchase} /> : null}
        <TextField name="to" label="To" description="An email address or number" defaultValue={to} autoComplete="off" />
        <SelectField
          name="state"
          label="State"
          defaultValue={state}
          data={[{ value: '', label: 'Any' }, ...messageFilters.map((value) => ({ value, label: filterLabel(value) }))]}
        />
        <Button type="submit" look="quiet">
          Show
        </Button>
        {team || purchase ? <Link to={paths.operatorMessages}>All customers</Link> : null}
      </Form>
      <Card flush>
        <MessageTable
          messages={messages}
          caption="Messages, the newest first"
          {...(to && {
            none: `No messages to ${to}. An address or number is looked for as a whole; of people who are helped none is kept here: look for the case number under Customers.`,
          })}
        />
        <ListPages next={next} previous={previous} label="messages" />
      </Card>
      <Card title="Acts">
        <ActForm
          intent="allow"
          title="Let messages to an address go out again"
          button="Let them go out"
          consequence="For an address or number that came back or complained, once its mailbox is there or it was a mistake. Who stopped messages themselves lets them come again themselves."
          failure={failure}
        >
          <TextField name="address" label="Email address or number" required maxLength={254} autoComplete="off" />
        </ActForm>
      </Card>
    </>
  )
}
