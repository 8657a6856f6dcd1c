import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { GroupPerson } from '#contract/orders/recipient-groups.ts'
import { isUuid } from '#kit/uuid.ts'
import { webContext } from '#web/context.ts'
import { choice, exactText, readForm, text, texts } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { requireSender } from '../load-draft.server.ts'
import { groupSize } from './labels.ts'
import { addedTo, peopleFailure, readNewPeople } from './new-people.server.ts'
import { PeopleFields } from './people-fields.tsx'
import { purchaseOptions } from './purchase-options.server.ts'

const intents = ['rename', 'add', 'remove', 'delete'] as const
type Intent = (typeof intents)[number]

const PAGE_SIZE = 100

/** The people of one group. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  requireSender(session)
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
  const [found, purchases] = await Promise.all([
    session.api.listGroupPeople({
      params: { id: readId(params.groupId) },
      query: { page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1, per_page: PAGE_SIZE },
    }),
    purchaseOptions(session, null),
  ])
  const { group, data: people, current_page: current, last_page: lastPage } = session.unwrap(found)
  return { group, people, current, lastPage, purchases, sendsTexts: context.get(webContext).sendsTexts }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  requireSender(session)
  const group = { id: readId(params.groupId) }
  const here = paths.group(group.id)
  const form = await request.formData()
  const { intent, name, person, transactionId } = readForm(form, {
    ...{ intent: choice(...intents), name: exactText, person: texts, transactionId: text },
  })
  if (!intent) throw data(null, { status: 400 })
  if (intent === 'delete') {
    const deleted = await session.api.deleteRecipientGroup({ params: group })
    // One that is deleted twice is deleted.
    if (!deleted.ok && deleted.problem.status !== 404) session.unwrap(deleted)
    return session.redirect(paths.groups, 'The group is deleted. What was sent to its people stays as it is.')
  }
  if (intent === 'remove') {
    const remove = [...new Set(person.filter(isUuid))]
    if (remove.length === 0) return session.redirect(here, 'No one was ticked. Nothing was changed.')
    const changed = await session.api.updateRecipientGroup({ params: group, body: { remove } })
    if (!changed.ok && changed.problem.status === 404)
      return session.redirect(here, 'The group has changed meanwhile. Nothing was taken out.', 'danger')
    const { removed } = session.unwrap(changed).data
    return session.redirect(here, `${plural(removed, 'person', 'people')} taken out of the group.`)
  }
  const brought = intent === 'add' ? await readNewPeople(session, form) : null
  if (brought?.refused) return refused({ intent, ...brought.refused })
  const body =
    brought === null
      ? { name }
      : { people: brought.people, ...(transactionId && { transactionId: readId(transactionId) }) }
  const changed = await session.api.updateRecipientGroup({ params: group, body })
  if (!changed.ok)
    return refused({ intent, failure: peopleFailure(toFormFailure(changed.problem, form)), question: null })
  if (brought === null) return session.redirect(here, 'The name is saved.')
  return session.redirect(
    here,
    [addedTo(changed.value.data.name, changed.value.data.added), ...brought.notices].join(' '),
  )
}

const address = ({ email, phoneNumber }: GroupPerson): string => email ?? phoneNumber ?? ''

const columns: TableColumn<GroupPerson>[] = [
  {
    key: 'person',
    header: 'Person',
    cell: (person) => (
      <label className="row">
        <input type="checkbox" name="person" value={person.id} />
        <span>{person.name ? `${person.name}, ${address(person)}` : address(person)}</span>
      </label>
    ),
  },
  {
    key: 'state',
    header: 'Delivery',
    cell: ({ isBlocked }) => (isBlocked ? <StatusBadge status="Gets no messages" tone="warning" /> : null),
  },
]

export default function Group() {
  const { group, people, current, lastPage, purchases, sendsTexts } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const failureIn = (intent: Intent) => (outcome?.intent === intent ? outcome.failure : undefined)
  const [search] = useSearchParams()
  const here = paths.group(group.id)
  return (
    <>
      <PageHeader
        title={group.name}
        lead={`${groupSize(group)}. Made by ${group.madeBy.name}.`}
        back={{ to: paths.groups, label: 'Groups of recipients' }}
        actions={
          <LinkButton look="danger" to={`${here}?ask=delete`} preventScrollReset>
            Delete the group
          </LinkButton>
        }
      />
      <div className="stack">
        <Card title="People" flush={people.length === 0}>
          {people.length ? (
            <Form method="post" className="stack">
              <input type="hidden" name="intent" value="remove" />
              <DataTable caption={`People of ${group.name}`} columns={columns} rows={people} rowKey={({ id }) => id} />
              <Pagination page={current} lastPage={lastPage} label="people" />
              <div>
                <SubmitButton look="quiet">Take the ticked people out</SubmitButton>
              </div>
            </Form>
          ) : (
            <EmptyState picture="sprout" title="No one is in it">
              Add people below.
            </EmptyState>
          )}
        </Card>
        <Card title="Add people">
          <ActionForm failure={failureIn('add')} encType="multipart/form-data">
            <input type="hidden" name="intent" value="add" />
            <PeopleFields {...{ purchases, sendsTexts, question: outcome?.question ?? null }} />
            <div>
              <SubmitButton>Add to the group</SubmitButton>
            </div>
          </ActionForm>
        </Card>
        <Card title="Name">
          <ActionForm failure={failureIn('rename')}>
            <input type="hidden" name="intent" value="rename" />
            <TextField name="name" label="Name" defaultValue={group.name} required maxLength={100} />
            <div>
              <SubmitButton look="quiet">Save name</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      </div>
      {search.get('ask') === 'delete' ? (
        <ConfirmDialog
          title={`Delete ${group.name}?`}
          confirm="Delete the group"
          fields={{ intent: 'delete' }}
          closeTo={here}
        >
          Its list of people is forgotten. What was sent to them stays as it is.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
