import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { type OperatorRole, operatorRoles } from '#contract/core/operators.ts'
import * as contract from '#contract/operator/operators.ts'
import { choice, exactText, readForm, text } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { roleLabels } from '#web/operator/labels.ts'
import { runAct, TAKES_TWO } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { data: operators } = session.unwrap(await session.call(contract.listOperators, {}))
  return { operators: operators.toSorted((a, b) => Number(b.isActive) - Number(a.isActive)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const sent = readForm(form, {
    intent: exactText,
    email: text,
    name: text,
    role: choice(...operatorRoles),
    reason: exactText,
  })
  const { reason, role } = sent
  const [what, id = ''] = sent.intent.split(' ')
  const asked = { form, page: paths.operatorOperators }
  if (what === 'add') {
    const body = { email: sent.email, name: sent.name, role: role ?? 'support', reason }
    return runAct(
      session,
      asked,
      () => session.call(contract.askForOperator, { body }),
      () => TAKES_TWO,
    )
  }
  if (what === 'reset') {
    const call = { params: { id }, body: { ...(role && { role }), reason } }
    return runAct(
      session,
      asked,
      () => session.call(contract.askForOperatorReset, call),
      () => TAKES_TWO,
    )
  }
  if (what === 'end') {
    const call = { params: { id }, body: { reason } }
    return runAct(
      session,
      asked,
      () => session.call(contract.askForOperatorEnd, call),
      () => TAKES_TWO,
    )
  }
  throw data(null, { status: 400 })
}

const roleMay: Record<OperatorRole, string> = {
  support: 'looks up customers, and visits them',
  finance: 'also moves money and confirms',
  owner: 'also operators, people’s data and plans',
}
const roles = operatorRoles.map((value) => ({ value, label: `${roleLabels[value]}: ${roleMay[value]}` }))

export default function Operators() {
  const { operators } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Operators"
        lead="Who may use this console. Each change takes two operators; at the command line of the machine it takes one."
      />
      <Card title="New operator">
        <ActForm
          intent="add"
          title="Add an operator"
          button="Ask for it"
          consequence="Another operator confirms it. Then they are emailed a link to choose a password with, good for a day."
          failure={failure}
        >
          <TextField name="email" type="email" label="Email address" required autoComplete="off" />
          <TextField name="name" label="Name" required maxLength={100} autoComplete="off" />
          <SelectField name="role" label="Role" data={roles} defaultValue="support" />
        </ActForm>
      </Card>
      {operators.map((operator) => (
        <OperatorCard key={operator.id} operator={operator} />
      ))}
    </>
  )
}

function OperatorCard({
  operator: { id, email, name, role, isActive, hasSecondFactor },
}: {
  operator: contract.OperatorEntry
}) {
  const failure = useActionData<typeof action>()
  const state = hasSecondFactor ? 'Active' : 'Has not signed in yet'
  return (
    <Card title={name}>
      <Facts
        facts={[
          { name: 'Email address', value: email },
          { name: 'Role', value: roleLabels[role] },
          { name: 'State', value: isActive ? state : 'Ended' },
        ]}
      />
      <ActForm
        intent={`reset ${id}`}
        title={isActive ? `Send ${name} a new link` : `Let ${name} in again`}
        button="Ask for it"
        consequence="Another operator confirms it. Their password and authenticator app are forgotten then, they are signed out, and are emailed a link to new ones."
        failure={failure}
      >
        <SelectField name="role" label="Role" data={roles} defaultValue={role} />
      </ActForm>
      {isActive ? (
        <ActForm
          intent={`end ${id}`}
          title={`End what ${name} may do`}
          button="Ask for it"
          danger
          consequence="Another operator confirms it. They are signed out then, and their visits to customers end. What they did stays on record."
          failure={failure}
        />
      ) : null}
    </Card>
  )
}
