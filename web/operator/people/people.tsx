import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import {
  erasePerson,
  exportPerson,
  findPerson,
  listPersonRequests,
  liveGiftChoices,
  withdrawErasure,
} from '#contract/operator/people.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { choice, exactText, readForm } from '#web/http/read-form.ts'
import styles from '#web/operator/console.module.css'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { FoundPerson } from './found-person.tsx'
import { Requests } from './requests.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const search = new URL(request.url).searchParams
  const typed = search.get('person')?.trim().slice(0, 254) ?? ''
  const query = {
    exportsPage: readPageNumber(search, 'exportsPage'),
    erasuresPage: readPageNumber(search, 'erasuresPage'),
  }
  const requests = session.unwrap(await session.call(listPersonRequests, { query })).data
  if (!typed) return { typed, person: null, isUnreadable: false, requests }
  const result = await session.call(findPerson, { query: { person: typed } })
  const status = result.ok ? 200 : result.problem.status
  const isUnreadable = status === 422
  const person = isUnreadable || status === 404 ? null : session.unwrap(result).data
  return { typed, person, isUnreadable, requests }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const sent = readForm(form, { intent: exactText, person: exactText, reason: exactText })
  const [intent, id = ''] = sent.intent.split(':')
  const { person, reason } = sent
  const asked = { form, page: paths.operatorPeople }
  switch (intent) {
    case 'export':
      return runAct(
        session,
        asked,
        () => session.call(exportPerson, { body: { person, reason } }),
        () => 'The export is being made. Download it below once it is ready.',
      )
    case 'erase': {
      const typed = readForm(form, { liveGifts: choice(...liveGiftChoices) })
      const liveGifts = typed.liveGifts ?? 'wait'
      return runAct(
        session,
        asked,
        () => session.call(erasePerson, { body: { person, liveGifts, reason } }),
        ({ data: { waitsFor } }) =>
          waitsFor
            ? `They are erased once ${plural(waitsFor, 'gift has', 'gifts have')} ended. Reminders have stopped.`
            : 'They are being erased.',
      )
    }
    case 'withdraw':
      return runAct(
        session,
        asked,
        () => session.call(withdrawErasure, { params: { id }, body: { reason } }),
        () => 'The erasure is withdrawn. Nothing was erased.',
      )
    default:
      throw data(null, { status: 400 })
  }
}

export default function People() {
  const { typed, person, isUnreadable, requests } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="People"
        lead="What is held about someone: give it to them, or erase it. Money stays in the books."
      />
      <Form method="get" className={styles.search} key={typed}>
        <TextField
          name="person"
          label="Person"
          description="An email address, a mobile number or an account’s id"
          defaultValue={typed}
          required
          autoComplete="off"
        />
        <Button type="submit" look="quiet">
          Find
        </Button>
      </Form>
      {person ? <FoundPerson person={person} typed={typed} failure={failure} /> : null}
      {typed && !person ? (
        <Card>
          <EmptyState
            picture="sprout"
            title={isUnreadable ? 'That is no address, number or id' : 'Nothing is held about them'}
          >
            {isUnreadable
              ? 'Give the whole email address, a mobile number, or an account’s id.'
              : 'No account, gift, invite or employee has this address or number.'}
          </EmptyState>
        </Card>
      ) : null}
      <Requests requests={requests} failure={failure} />
    </>
  )
}
