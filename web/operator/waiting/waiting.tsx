import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import {
  confirmWaitingAct,
  listWaitingActs,
  refuseWaitingAct,
  type WaitingAct,
} from '#contract/operator/waiting-acts.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { exactText, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import styles from '#web/operator/console.module.css'
import { type ActFailure, runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession, type OperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { data: acts } = session.unwrap(await session.call(listWaitingActs, {}))
  return { acts, me: session.operator!.email }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { intent, id, seen, reason } = readForm(form, {
    intent: exactText,
    id: exactText,
    seen: exactText,
    reason: exactText,
  })
  const [what] = intent.split(' ')
  const asked = { form, page: paths.operatorWaiting }
  if (what === 'confirm') {
    return confirmed(session, form, await confirm(session, id, { seen, reason }))
  }
  if (what === 'refuse') {
    const call = () => session.call(refuseWaitingAct, { params: { id }, body: { reason } })
    return runAct(session, asked, call, () => 'It is refused. Nothing of it is done.')
  }
  throw data(null, { status: 400 })
}

/** A program's secret is shown by the answer itself: nothing keeps it. */
function confirmed(session: OperatorSession, form: FormData, result: Awaited<ReturnType<typeof confirm>>) {
  if (!result.ok) {
    const failure = toFormFailure(result.problem, form)
    if (failure.status === 401) session.unwrap(result)
    return refused({ ...failure, ...readForm(form, { intent: text }) })
  }
  const { program } = result.value.data
  return program ? { program } : session.redirect(paths.operatorWaiting, 'It is done.')
}

const confirm = (session: OperatorSession, id: string, body: { seen: string; reason: string }) =>
  session.call(confirmWaitingAct, { params: { id }, body })

/** Where the console shows what an act is about. */
const pages: Partial<Record<WaitingAct['subject']['kind'], (id: string) => string>> = {
  'bank-line': paths.operatorBankLine,
  charge: paths.operatorCharge,
  merchant: paths.operatorMerchant,
  member: (id) => paths.operatorCustomer(id.split(' ')[0]!),
  team: paths.operatorCustomer,
}

/** Operators have no page of their own, and what is asked for says who they are. */
const aboutNoPage = ({ kind, id }: WaitingAct['subject']) => (kind === 'operator' || kind === 'program' ? null : id)

export default function Waiting() {
  const { acts } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const program = answer && 'program' in answer ? answer.program : null
  return (
    <>
      <PageHeader
        title="To confirm"
        lead="What one operator asked for and another confirms: large sums, operators, members and programs. Bank files that wait are on Bank."
      />
      {program ? (
        <Card title="The program is made">
          <p>Its secret is shown this once. Write it down, or pass it on, before you leave this page.</p>
          <Facts
            facts={[
              { name: 'Client id', value: <code>{program.id}</code> },
              { name: 'Client secret', value: <code className={styles.code}>{program.secret}</code> },
            ]}
          />
        </Card>
      ) : null}
      {acts.length ? (
        acts.map((act) => <Act key={act.id} act={act} />)
      ) : (
        <Card>
          <EmptyState picture="sprout" title="Nothing to confirm">
            What takes two operators waits here, for two weeks.
          </EmptyState>
        </Card>
      )}
    </>
  )
}

function Act({
  act: { id, says, subject, amountPence, currency, askedBy, askedAt, reason, version },
}: {
  act: WaitingAct
}) {
  const { me } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const failure = answer && 'intent' in answer ? (answer as ActFailure) : undefined
  const page = pages[subject.kind]
  const named = (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={version} />
    </>
  )
  return (
    <Card title={says}>
      <Facts
        facts={[
          { name: 'Amount', value: amountPence ? <Money pence={amountPence} currency={currency} /> : null },
          { name: 'Asked for by', value: askedBy === me ? 'You: another operator confirms it.' : askedBy },
          { name: 'When', value: formatMoment(askedAt, BUSINESS_ZONE) },
          { name: 'Reason', value: reason },
          { name: 'About', value: page ? <Link to={page(subject.id)}>View</Link> : aboutNoPage(subject) },
        ]}
      />
      <ActForm
        intent={`confirm ${id}`}
        title="Confirm it"
        button="Confirm"
        consequence="It is done at once, as it stands here."
        failure={failure}
      >
        {named}
      </ActForm>
      <ActForm
        intent={`refuse ${id}`}
        title="Refuse it"
        button="Refuse"
        danger
        consequence="Nothing of it is done. It can be asked for again."
        failure={failure}
      >
        {named}
      </ActForm>
    </Card>
  )
}
