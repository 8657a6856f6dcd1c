import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { Grant } from '#contract/awards/grants.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { ActionForm, AmountField, SelectField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { TickList } from '#web/ui/kit/tick-list.tsx'
import { LIST_FILES } from '#web/ui/wizard/rows.ts'
import wizard from '#web/ui/wizard/wizard.module.css'
import { ChooseGrant } from '../choose-grant.tsx'
import { GrantRoom } from '../grant-room.tsx'
import { deliveryLabels, railOptions } from '../labels.ts'
import { loadNewAward } from '../load-new-award.server.ts'
import { CheckedList, HelpedRows, KeptWays, KnownRows, LeftOutFile, Repeats, WrongRows } from './checked-list.tsx'
import { submitBatch } from './submit-batch.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('make-awards')) throw data(null, { status: 403 })
  const { grants, grant } = await loadNewAward(
    session,
    new URL(request.url).searchParams,
    await businessNow(context.get(webContext)),
  )
  return { key: randomUUID(), grants, grant }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const outcome = await submitBatch(session, await request.formData())
  if ('failure' in outcome) return refused(outcome)
  if ('checked' in outcome) return data(outcome)
  const { id, waits } = outcome.made
  return session.redirect(
    paths.awardBatch(id),
    waits ? 'The batch waits for a second person. Its money is held.' : 'All awards of the batch are made.',
  )
}

export default function NewAwardBatch() {
  const { key, grants, grant } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const header = (
    <PageHeader
      title="New batch of awards"
      lead="One list, up to 10,000 people. Nothing is made before you have seen what it does."
      back={{ to: paths.awardBatches, label: 'Batches' }}
    />
  )
  if (!grant)
    return (
      <>
        {header}
        <Card>
          <EmptyState
            picture={null}
            title="No grant is open"
            action={<LinkButton to={paths.grants}>See the grants</LinkButton>}
          >
            Awards are paid out of a grant: someone who manages grants opens one and puts money in.
          </EmptyState>
        </Card>
      </>
    )
  const checked = answer && 'checked' in answer ? answer.checked : null
  const failure = answer && 'failure' in answer ? answer.failure : (checked?.failure ?? null)
  return (
    <>
      {header}
      <div className="narrow stack">
        {checked || grants.length < 2 ? null : <ChooseGrant grants={grants} grant={grant} />}
        <ActionForm failure={failure} key={checked?.key ?? grant.id} encType="multipart/form-data">
          <AskedByEnter />
          <input type="hidden" name="key" value={checked?.key ?? key} />
          <input type="hidden" name="grantId" value={grant.id} />
          {checked?.helpedRows ? <HelpedRows checked={checked} /> : null}
          {checked ? <CheckedList checked={checked} grant={grant} /> : null}
          {checked?.badRows ? <WrongRows checked={checked} /> : null}
          {checked && checked.known.length + checked.unsure.length ? <KnownRows checked={checked} /> : null}
          {checked?.waysRows ? <KeptWays checked={checked} /> : null}
          {checked?.repeats.length ? <Repeats rows={checked.repeats} /> : null}
          {checked ? null : <TheList />}
          <Settings grant={grant} values={checked?.values ?? {}} rails={checked?.rails ?? grant.rails} />
          <div>
            <SubmitButton name="intent" value="check" look={checked?.awards ? 'quiet' : 'primary'} formNoValidate>
              {checked ? 'Check the list again' : 'Check the list'}
            </SubmitButton>
          </div>
        </ActionForm>
        {checked?.badRows ? <LeftOutFile bad={checked.bad} /> : null}
        {checked?.unread.length ? (
          <Notice title={`${plural(checked.unread.length, 'column')} not used`}>{checked.unread.join(', ')}</Notice>
        ) : null}
      </div>
    </>
  )
}

/** The first button of a form is what the Enter key presses: it never makes awards. */
const AskedByEnter = () => (
  <button
    type="submit"
    name="intent"
    value="check"
    formNoValidate
    className="visually-hidden"
    tabIndex={-1}
    aria-hidden="true"
  >
    Check
  </button>
)

const TheList = () => (
  <Card title="The list">
    <div className="stack">
      <TextAreaField
        name="list"
        label="Rows, copied from a spreadsheet"
        description="The first row names the columns: Name and Case reference; Amount, Reason, Date of birth (day first), Mobile, Email, Address, Postcode, Household type and Why helped again where you have them."
        placeholder={'Name, Case reference, Amount, Mobile\nAnn Example, HSF-1041, 49.00, 07700 900123'}
        rows={8}
        autoComplete="off"
      />
      <div className="row">
        <label htmlFor="batch-file">or a file, CSV or Excel</label>
        <input id="batch-file" name="file" type="file" accept={LIST_FILES} className={wizard.file} />
        <a href={paths.emptyAwardList} download>
          An empty file with these columns
        </a>
      </div>
    </div>
  </Card>
)

interface SettingsProps {
  grant: Grant
  values: Record<string, string>
  rails: readonly string[]
}

const Settings = ({ grant, values, rails }: SettingsProps) => (
  <Card title="For all of them">
    <div className="stack">
      <GrantRoom grant={grant} isList />
      <TextField
        name="name"
        label="What to call the list"
        required
        maxLength={100}
        defaultValue={values.name}
        autoComplete="off"
      />
      <TextField
        name="reason"
        label="What it is for (optional)"
        description="For rows that say no reason"
        maxLength={100}
        defaultValue={values.reason}
        autoComplete="off"
      />
      <AmountField
        name="amount"
        label="Amount (optional)"
        description="For rows that say no amount"
        currency={grant.currency}
        defaultValue={values.amount}
      />
      <TickList
        name="rails"
        legend="How they may be paid"
        hint="Each person chooses from these"
        options={railOptions(grant.rails)}
        ticked={rails}
      />
      <SelectField
        name="deliverBy"
        label="How links reach them"
        defaultValue={values.deliverBy ?? 'sms'}
        data={Object.entries(deliveryLabels).map(([value, label]) => ({ value, label }))}
      />
    </div>
  </Card>
)
