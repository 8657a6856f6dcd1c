import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { awardLanguages } from '#contract/awards/languages.ts'
import { formatMoney } from '#kit/money.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { ActionForm, SelectField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { ChooseGrant } from './choose-grant.tsx'
import { deliveryLabels, usualReasons } from './labels.ts'
import { loadNewAward } from './load-new-award.server.ts'
import { submitAward } from './read-award.server.ts'
import styles from './support.module.css'
import { AmountAndWays } from './ways-to-pay.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('make-awards')) throw data(null, { status: 403 })
  return { key: randomUUID(), ...(await loadNewAward(session, new URL(request.url).searchParams)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const outcome = await submitAward(session, await request.formData())
  if ('status' in outcome) return refused(outcome)
  return session.redirect(
    paths.award(outcome.id),
    outcome.waits ? 'It waits for a second person. Its money is held.' : 'The award is made.',
  )
}

export default function NewAward() {
  const { key, grants, grant, person } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const header = <PageHeader title="New award" back={{ to: paths.awards, label: 'Support' }} />
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
            An award is paid out of a grant: someone who manages grants opens one and puts money in.
          </EmptyState>
        </Card>
      </>
    )
  return (
    <>
      {header}
      <div className="narrow stack">
        <Card>
          {grants.length > 1 ? <ChooseGrant grants={grants} grant={grant} personId={person?.id} /> : null}
          <p className="muted">
            Out of {grant.name}: {formatMoney(grant.available, grant.currency)} left
            {grant.maxAward === null ? '' : `, up to ${formatMoney(grant.maxAward, grant.currency)} each`}.
          </p>
          <ActionForm failure={failure} key={grant.id}>
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="grantId" value={grant.id} />
            {person ? <KnownPerson {...person} /> : <NewPerson />}
            <TextField name="caseReference" label="Case reference" required maxLength={100} autoComplete="off" />
            <TextField
              name="reason"
              label="What it is for"
              required
              maxLength={100}
              list="usual-reasons"
              autoComplete="off"
            />
            <datalist id="usual-reasons">
              {usualReasons.map((reason) => (
                <option key={reason} value={reason} />
              ))}
            </datalist>
            <AmountAndWays currency={grant.currency} rails={grant.rails} />
            <SelectField
              name="deliverBy"
              label="How its link reaches them"
              data={Object.entries(deliveryLabels).map(([value, label]) => ({ value, label }))}
            />
            {failure?.fields.duplicateReason ? <HelpedAgain /> : null}
            <div>
              <SubmitButton>{failure?.fields.duplicateReason ? 'Make it all the same' : 'Make the award'}</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      </div>
    </>
  )
}

const KnownPerson = ({ id, name }: { id: string; name: string }) => (
  <>
    <input type="hidden" name="personId" value={id} />
    <p>
      For <strong>{name}</strong>
    </p>
  </>
)

const NewPerson = () => (
  <>
    <TextField name="name" label="Name of the person" required maxLength={100} autoComplete="off" />
    <TextField name="dateOfBirth" type="date" label="Date of birth (optional)" autoComplete="off" />
    <div className={styles.pair}>
      <TextField name="phoneNumber" type="tel" label="Mobile number (optional)" autoComplete="off" />
      <TextField name="email" type="email" label="Email (optional)" autoComplete="off" maxLength={254} />
    </div>
    <TextAreaField
      name="postalAddress"
      label="Postal address (optional)"
      description="For a letter"
      rows={3}
      grows
      autoComplete="off"
    />
    <div className={styles.pair}>
      <TextField name="postcode" label="Postcode (optional)" maxLength={10} autoComplete="off" />
      <SelectField
        name="language"
        label="Language of letters"
        data={Object.entries(awardLanguages).map(([value, { name }]) => ({ value, label: name }))}
      />
    </div>
  </>
)

/** What a colleague knows is not shown: that there was help, and about when, stands above. */
const HelpedAgain = () => (
  <TextField
    name="duplicateReason"
    label="Why they are helped again"
    description="Kept in the award’s history"
    required
    maxLength={500}
  />
)
