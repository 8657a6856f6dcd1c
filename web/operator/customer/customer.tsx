import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { operatorMay } from '#contract/core/operators.ts'
import * as customers from '#contract/operator/customers.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { amountRefusal, choice, exactText, pence, readForm, ticked } from '#web/http/read-form.ts'
import styles from '#web/operator/console.module.css'
import { useOperator } from '#web/operator/console.tsx'
import { MessageTable } from '#web/operator/messages/message-table.tsx'
import { NotesCard } from '#web/operator/notes/note-text.tsx'
import { notesAbout } from '#web/operator/notes/notes-about.server.ts'
import { Programs } from '#web/operator/programs/program-acts.tsx'
import { isProgramIntent, programIntents, runProgramAct } from '#web/operator/programs/run-program-act.server.ts'
import { runAct, WAITS } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { invalidForm } from '#web/ui/kit/failure.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CustomerActs } from './customer-acts.tsx'
import { isMemberIntent, memberIntents, runMemberAct } from './run-member-act.server.ts'
import { startVisit } from './start-visit.server.ts'
import { ActTable, BudgetTable, EventTable, MemberTable, PurchaseTable, WalletTable } from './tables.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { data: customer } = session.unwrap(await session.call(customers.getCustomer, { params: { id: params.id! } }))
  return { ...customer, notes: await notesAbout(session, 'team', customer.id) }
}

const intents = [
  ...(['credit', 'visit', 'plan', 'deactivate', 'reactivate'] as const),
  ...memberIntents,
  ...programIntents,
]

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const ids = { id: params.id! }
  const { intent, reason } = readForm(form, {
    intent: choice(...intents),
    reason: exactText,
  })
  const asked = { form, page: paths.operatorCustomer(ids.id) }
  if (intent === 'credit') {
    const { creditLimitPence } = readForm(form, { creditLimitPence: pence })
    if (creditLimitPence === undefined) {
      const failure = invalidForm({ creditLimitPence: amountRefusal(form, 'creditLimitPence') }, form)
      return data({ ...failure, intent }, { status: 422 })
    }
    const call = () => session.call(customers.setCustomerCredit, { params: ids, body: { creditLimitPence, reason } })
    const now = `The credit limit is ${formatMoney(creditLimitPence, 'GBX')} now.`
    return runAct(session, asked, call, ({ data: { waits } }) => (waits ? WAITS : now))
  }
  if (intent === 'visit') {
    const visit = readForm(form, { userId: exactText, mayChange: ticked })
    return startVisit(session, form, { params: ids, body: { ...visit, reason } })
  }
  if (isProgramIntent(intent)) return runProgramAct(session, { ...asked, intent })
  if (isMemberIntent(intent)) return runMemberAct(session, form, { ...ids, intent })
  const body = { params: ids, body: { reason } }
  if (intent === 'plan')
    return runAct(
      session,
      asked,
      () => session.call(customers.approveCustomerPlan, body),
      ({ data: { plan } }) => `The customer is on the plan ${plan} now.`,
    )
  if (intent === 'deactivate')
    return runAct(
      session,
      asked,
      () => session.call(customers.deactivateCustomer, body),
      () => 'The team is deactivated.',
    )
  if (intent === 'reactivate')
    return runAct(
      session,
      asked,
      () => session.call(customers.reactivateCustomer, body),
      () => 'The team is active again.',
    )
  throw data(null, { status: 400 })
}

/** Of each list; the rest is on a page of its own. */
const SHOWN = 5

export default function CustomerScreen() {
  const customer = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const operator = useOperator()
  const may = (permission: Parameters<typeof operatorMay>[1]) => operatorMay(operator.role, permission)
  const { name, plan, credit, parent, domain, territory, subteams, isSupport } = customer
  return (
    <>
      <PageHeader
        title={name}
        back={
          parent
            ? { to: paths.operatorCustomer(parent.id), label: parent.name }
            : { to: paths.operatorSearch, label: 'Customers' }
        }
      />
      <State customer={customer} />
      <div className="columns">
        <Card title="Customer">
          <Facts
            facts={[
              { name: 'Plan', value: plan.name },
              { name: 'Credit limit', value: formatMoney(credit.limitPence, 'GBX') },
              { name: 'Owed', value: formatMoney(credit.owedPence, 'GBX') },
              { name: 'Domain', value: domain },
              { name: 'Territory', value: territory },
              { name: 'Customer since', value: formatDay(customer.createdAt, BUSINESS_ZONE) },
              { name: 'Id', value: <code>{customer.id}</code> },
            ]}
          />
          {subteams.length ? (
            <ul aria-label="Subteams" className={styles.links}>
              {subteams.map((subteam) => (
                <li key={subteam.id}>
                  <Link to={paths.operatorCustomer(subteam.id)}>{subteam.name}</Link>
                </li>
              ))}
            </ul>
          ) : null}
          <ul aria-label="More of this customer" className={styles.links}>
            <li>
              <Link to={paths.operatorCustomerList(customer.id, 'approvals')}>Orders to approve</Link>
            </li>
            <li>
              <Link to={paths.operatorCustomerPapers(customer.id)}>Invoices and bank payments</Link>
            </li>
            <li>
              <Link to={paths.teamOperatorCharges(customer.id)}>Card payments</Link>
            </li>
          </ul>
          {may('announce') ? (
            <Link to={paths.operatorAnnouncementsTo(customer.id)}>Write an announcement for {name}</Link>
          ) : null}
        </Card>
        <CustomerActs customer={customer} may={may} failure={failure} />
      </div>
      <NotesCard notes={customer.notes} kind="team" about={customer.id} />
      <WalletTable wallets={customer.wallets} />
      <BudgetTable budgets={customer.budgets} />
      <MemberTable
        members={customer.members.slice(0, SHOWN)}
        isSupport={isSupport}
        all={paths.operatorCustomerList(customer.id, 'members')}
      />
      <Programs programs={customer.programs} mayAct={may('change-members')} failure={failure} />
      <PurchaseTable
        purchases={customer.purchases.slice(0, SHOWN)}
        all={paths.operatorCustomerList(customer.id, 'purchases')}
      />
      <Card title="Messages" flush action={<Link to={paths.teamOperatorMessages(customer.id)}>All messages</Link>}>
        <MessageTable messages={customer.messages.slice(0, SHOWN)} caption={`The newest messages of ${name}`} />
      </Card>
      <EventTable
        events={customer.events.slice(0, SHOWN)}
        isSupport={isSupport}
        all={paths.operatorCustomerList(customer.id, 'audit')}
      />
      <ActTable acts={customer.acts.slice(0, SHOWN)} all={paths.operatorCustomerList(customer.id, 'acts')} />
    </>
  )
}

function State({ customer }: { customer: customers.Customer }) {
  const { closedAt, deactivatedAt, leavingAskedAt, planRequest } = customer
  if (closedAt) return <Notice>This team was deleted on {formatDay(closedAt, BUSINESS_ZONE)}.</Notice>
  if (deactivatedAt)
    return (
      <Notice tone="danger" title="Deactivated">
        No one has acted in this team since {formatDay(deactivatedAt, BUSINESS_ZONE)}.
      </Notice>
    )
  return (
    <>
      {leavingAskedAt ? (
        <Notice tone="warning" title={`Asked to leave on ${formatDay(leavingAskedAt, BUSINESS_ZONE)}`}>
          What is to be paid out, and to whom, is under <Link to={paths.operatorPayouts}>Payouts</Link>.
        </Notice>
      ) : null}
      {planRequest ? (
        <Notice title={`Waits for the plan ${planRequest.plan.name}`}>
          {planRequest.askedBy} asked for it on {formatDay(planRequest.askedAt, BUSINESS_ZONE)}.
        </Notice>
      ) : null}
    </>
  )
}
