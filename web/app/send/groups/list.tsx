import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { RecipientGroup } from '#contract/orders/recipient-groups.ts'
import { isUuid } from '#kit/uuid.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { webContext } from '#web/context.ts'
import { exactText, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { requireSender } from '../load-draft.server.ts'
import { groupSize } from './labels.ts'
import { addedTo, peopleFailure, readNewPeople } from './new-people.server.ts'
import { PeopleFields } from './people-fields.tsx'
import { purchaseOptions } from './purchase-options.server.ts'

/** Groups of people whom the team sends to together, and a form for another. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  requireSender(session)
  const wanted = new URL(request.url).searchParams.get('purchase') ?? ''
  const purchase = isUuid(wanted) ? wanted : ''
  const [groups, purchases] = await Promise.all([
    session.api.listRecipientGroups(),
    purchaseOptions(session, purchase || null),
  ])
  return {
    key: randomUUID(),
    groups: session.unwrap(groups).data,
    ...{ purchases, purchase, sendsTexts: context.get(webContext).sendsTexts },
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  requireSender(session)
  const form = await request.formData()
  const { key, name, transactionId } = readForm(form, { key: text, name: exactText, transactionId: text })
  const brought = await readNewPeople(session, form)
  if (brought.refused) return refused(brought.refused)
  const made = await session.api.createRecipientGroup(
    { body: { name, people: brought.people, ...(transactionId && { transactionId: readId(transactionId) }) } },
    { idempotencyKey: key },
  )
  if (!made.ok) return refused({ failure: peopleFailure(toFormFailure(made.problem, form)), question: null })
  const { id, added } = made.value.data
  return session.redirect(paths.group(id), [addedTo(made.value.data.name, added), ...brought.notices].join(' '))
}

export default function Groups() {
  const { key, groups, purchases, purchase, sendsTexts } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const zone = useZone()
  const columns: TableColumn<RecipientGroup>[] = [
    { key: 'name', header: 'Group', cell: ({ id, name }) => <Link to={paths.group(id)}>{name}</Link> },
    { key: 'people', header: 'People', cell: groupSize },
    { key: 'maker', header: 'Made by', wideOnly: true, cell: ({ madeBy }) => madeBy.name },
    {
      key: 'changed',
      header: 'Changed',
      wideOnly: true,
      cell: ({ dateModified }) => formatDay(dateModified, zone),
    },
  ]
  return (
    <>
      <PageHeader
        title="Groups of recipients"
        lead="People you send to together. Choose a group in the recipients step of a gift."
        back={{ to: paths.send, label: 'Send a gift' }}
      />
      <div className="stack">
        <Card title={plural(groups.length, 'group')} flush>
          <DataTable
            caption="Groups of recipients"
            columns={columns}
            rows={groups}
            rowKey={({ id }) => id}
            empty={
              <EmptyState picture="sprout" title="No groups yet">
                Keep the people of a purchase, or a list of your own, under a name below.
              </EmptyState>
            }
          />
        </Card>
        <Card title="New group">
          <ActionForm failure={outcome?.failure} encType="multipart/form-data">
            <input type="hidden" name="key" value={key} />
            <TextField name="name" label="Name" description="For example “Leeds office”" required maxLength={100} />
            <PeopleFields {...{ purchases, purchase, sendsTexts, question: outcome?.question ?? null }} />
            <div>
              <SubmitButton>Make the group</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      </div>
    </>
  )
}
