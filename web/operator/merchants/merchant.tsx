import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { askForTillProgram, listMerchantPrograms } from '#contract/operator/programs.ts'
import {
  approveBankDetails,
  correctMerchant,
  drawMerchantStatements,
  getMerchant,
  proposeBankDetails,
} from '#contract/operator/settlements.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { amountRefusal, choice, pence, readForm, text } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { formatSortCode } from '#web/operator/labels.ts'
import { Programs } from '#web/operator/programs/program-acts.tsx'
import { isProgramIntent, programIntents, runProgramAct } from '#web/operator/programs/run-program-act.server.ts'
import { runAct, TAKES_TWO, WAITS } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { invalidForm } from '#web/ui/kit/failure.ts'
import { AmountField, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { DrawForm } from './draw-form.tsx'
import { endOfLastMonth } from './last-month.server.ts'
import { StatementTable } from './statement-table.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const merchant = session.unwrap(await session.call(getMerchant, { params: { id: params.id! } })).data
  const programs = session.unwrap(await session.call(listMerchantPrograms, { params: { id: params.id! } })).data
  return {
    merchant,
    programs,
    mayChangePrograms: session.may('change-members'),
    lastDay: endOfLastMonth(new Date()),
    mayAct: session.may('manage-settlements'),
    me: session.operator!.email,
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const asked = { form, page: paths.operatorMerchant(params.id!) }
  const { intent, ...body } = readForm(form, {
    intent: choice('draw', 'propose', 'approve', 'correct', 'program', ...programIntents),
    reason: text,
  })
  const call = { params: { id: params.id! } }
  if (isProgramIntent(intent)) return runProgramAct(session, { ...asked, intent })
  switch (intent) {
    case 'draw': {
      const { until } = readForm(form, { until: text })
      return runAct(
        session,
        asked,
        () => session.call(drawMerchantStatements, { body: { ...body, until, merchantId: params.id! } }),
        ({ data: { merchants } }) =>
          merchants ? 'Its statement is being drawn.' : 'There is nothing to draw up to that day.',
      )
    }
    case 'propose': {
      const account = readForm(form, { accountName: text, sortCode: text, accountNumber: text, email: text })
      return runAct(
        session,
        asked,
        () => session.call(proposeBankDetails, { ...call, body: { ...body, ...account } }),
        () => 'The bank details wait for another operator. Nothing is paid there yet.',
      )
    }
    case 'approve': {
      const { detailsId } = readForm(form, { detailsId: text })
      return runAct(
        session,
        asked,
        () => session.call(approveBankDetails, { ...call, body: { ...body, detailsId } }),
        () => 'Approved. Payment files that are built from now on pay there.',
      )
    }
    case 'program': {
      const program = readForm(form, { clientId: text, name: text })
      return runAct(
        session,
        asked,
        () => session.call(askForTillProgram, { ...call, body: { ...body, ...program } }),
        () => TAKES_TWO,
      )
    }
    case 'correct': {
      const typed = readForm(form, { amountPence: pence, direction: choice('more', 'less'), redemptionId: text })
      if (!typed.amountPence)
        return data(
          { ...invalidForm({ amountPence: amountRefusal(form, 'amountPence') }, form), intent },
          { status: 422 },
        )
      const amountPence = typed.direction === 'less' ? -typed.amountPence : typed.amountPence
      const { redemptionId } = typed
      return runAct(
        session,
        asked,
        () =>
          session.call(correctMerchant, {
            ...call,
            body: { ...body, amountPence, ...(redemptionId && { redemptionId }) },
          }),
        ({ data: { waits } }) => (waits ? WAITS : 'It is a line on the next statement.'),
      )
    }
    default:
      throw data(null, { status: 400 })
  }
}

export default function MerchantPage() {
  const { merchant, programs, mayAct, mayChangePrograms } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { name, balances, accountHint, statements } = merchant
  return (
    <>
      <PageHeader
        title={name}
        lead={accountHint ? `Paid to the account ending in ${accountHint}.` : 'No bank details are approved yet.'}
        back={{ to: paths.operatorMerchants, label: 'Merchants' }}
      />
      {balances.map(({ currency, openPence, statedPence }) => (
        <Card key={currency} title="Owed">
          <Facts
            facts={[
              { name: 'On statements to pay', value: <Money pence={statedPence} currency={currency} /> },
              { name: 'On no statement yet', value: <Money pence={openPence} currency={currency} /> },
            ]}
          />
        </Card>
      ))}
      {mayAct ? <Acts /> : null}
      <Programs programs={programs} mayAct={mayChangePrograms} failure={failure} />
      <Card title="Statements" flush>
        <StatementTable rows={statements} />
      </Card>
    </>
  )
}

function Acts() {
  const { merchant, lastDay } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <BankDetails />
      <Card title="Settle" key={merchant.statements[0]?.id}>
        <DrawForm title="Draw a statement" lastDay={lastDay} failure={failure} />
        <ActForm
          intent="correct"
          title="Correct what it is paid"
          button="Correct it"
          consequence="It is a line on the next statement; what the merchant gets more or less is ours to bear or to keep."
          failure={failure}
        >
          <SelectField
            name="direction"
            label="The merchant gets"
            data={[
              { value: 'less', label: 'less' },
              { value: 'more', label: 'more' },
            ]}
          />
          <AmountField name="amountPence" label="Amount" currency="GBX" required />
          <TextField
            name="redemptionId"
            label="Redemption (optional)"
            description="Its reference, as the statement’s CSV has it."
            autoComplete="off"
          />
        </ActForm>
      </Card>
      <Card title="Tills">
        <ActForm
          intent="program"
          title="Make a program for its tills"
          button="Ask for it"
          consequence="Another operator confirms it, and is shown its secret once. It redeems gifts of this merchant."
          failure={failure}
        >
          <TextField
            name="clientId"
            label="Client id"
            description="Lower-case letters, digits and hyphens"
            required
            maxLength={61}
            autoComplete="off"
          />
          <TextField name="name" label="Name" required maxLength={100} autoComplete="off" />
        </ActForm>
      </Card>
    </>
  )
}

function BankDetails() {
  const { merchant, me } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { proposed } = merchant
  return (
    <Card title="Bank details" key={proposed?.id}>
      {proposed ? (
        <>
          <Facts
            facts={[
              { name: 'Name on the account', value: proposed.accountName },
              { name: 'Sort code', value: formatSortCode(proposed.sortCode) },
              { name: 'Account number', value: proposed.accountNumber },
              { name: 'Statements go to', value: proposed.email },
              {
                name: 'Proposed',
                value: `${formatMoment(proposed.proposedAt, BUSINESS_ZONE)} by ${proposed.proposedBy}: ${proposed.reason}`,
              },
            ]}
          />
          <p className="muted">
            {proposed.proposedBy === me
              ? 'You proposed these: another operator approves them.'
              : 'Call the merchant on a number that you knew before. A letter with new details is the usual fraud.'}
          </p>
          <ActForm
            intent="approve"
            title="Approve them"
            button="Approve"
            consequence="Payment files that are built from now on pay there."
            failure={failure}
          >
            <input type="hidden" name="detailsId" value={proposed.id} />
          </ActForm>
        </>
      ) : null}
      <ActForm
        intent="propose"
        title={proposed || merchant.accountHint ? 'Propose other bank details' : 'Propose bank details'}
        button="Propose"
        consequence="Nothing is paid there until another operator approves it."
        failure={failure}
      >
        <TextField name="accountName" label="Name on the account" required maxLength={70} autoComplete="off" />
        <TextField name="sortCode" label="Sort code" inputMode="numeric" required maxLength={10} autoComplete="off" />
        <TextField
          name="accountNumber"
          label="Account number"
          inputMode="numeric"
          required
          maxLength={10}
          autoComplete="off"
        />
        <TextField
          name="email"
          type="email"
          label="Where statements are emailed"
          required
          maxLength={254}
          autoComplete="off"
        />
      </ActForm>
    </Card>
  )
}
