import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { HelpedPerson } from '#contract/awards/people.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { FailureContext } from '#web/ui/kit/failure-context.ts'
import { ActionForm, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { ChooseGrant } from './choose-grant.tsx'
import { GrantRoom } from './grant-room.tsx'
import { HelpedAgain, isTelling, KnownPeople, useKnownPeople } from './known-people.tsx'
import { deliveryLabels, householdOptions, usualReasons } from './labels.ts'
import { loadNewAward } from './load-new-award.server.ts'
import { AddressField, EmailField, LanguageField, MobileField, PostcodeField } from './person-fields.tsx'
import { submitAward } from './read-award.server.ts'
import styles from './support.module.css'
import { AmountAndWays } from './ways-to-pay.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('make-awards')) throw data(null, { status: 403 })
  return {
    key: randomUUID(),
    ...(await loadNewAward(session, new URL(request.url).searchParams, await businessNow(context.get(webContext)))),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const outcome = await submitAward(session, await request.formData())
  if ('failure' in outcome) return refused(outcome)
  if ('known' in outcome) return data(outcome)
  return session.redirect(
    paths.award(outcome.id),
    outcome.waits ? 'It waits for a second person. Its money is held.' : 'The award is made.',
  )
}

/** Looking who is known changes nothing. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') === 'check' ? false : defaultShouldRevalidate

export default function NewAward() {
  const { key, grants, grant, person, like } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { known: seen, look } = useKnownPeople()
  const failure = answer && 'failure' in answer ? answer.failure : null
  // By Enter a check is asked for before its field is left: what was seen then is of something else.
  const known = (failure?.fields.who || !seen?.length ? answer?.known : seen) ?? []
  /** What was typed before a check, for browsers without scripts. */
  const typed = answer && 'values' in answer ? { ...answer, message: '', status: 200, fields: {} } : failure
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
          {grants.length > 1 ? (
            <ChooseGrant grants={grants} grant={grant} personId={person?.id} likeId={like?.id} />
          ) : null}
          <GrantRoom grant={grant} />
          <ActionForm
            failure={failure}
            key={grant.id}
            onBlur={({ currentTarget }) => (person ? undefined : look(currentTarget))}
          >
            <FailureContext value={typed}>
              <input type="hidden" name="key" value={key} />
              <input type="hidden" name="grantId" value={grant.id} />
              {person ? <ThisPerson person={person} /> : <NewPerson />}
              {person ? null : (
                <Checked known={known.length} typed={answer && 'values' in answer ? answer.values : null} />
              )}
              {person?.isHelpedLately && !failure?.fields.duplicateReason ? <HelpedAgain isNeeded /> : null}
              {known.length ? (
                <KnownPeople
                  key={known.map(({ id }) => id).join()}
                  known={known}
                  failure={failure}
                  who={typed?.values.who}
                />
              ) : null}
              <TextField
                name="caseReference"
                label="Case reference"
                required
                maxLength={100}
                autoComplete="off"
                defaultValue={like?.caseReference}
              />
              <TextField
                name="reason"
                label="What it is for"
                required
                maxLength={100}
                list="usual-reasons"
                autoComplete="off"
                defaultValue={like?.reason}
              />
              <datalist id="usual-reasons">
                {usualReasons.map((reason) => (
                  <option key={reason} value={reason} />
                ))}
              </datalist>
              <SelectField
                name="householdType"
                label="Household"
                description="Optional. Reports of the grant are divided by it."
                defaultValue={like?.householdType ?? ''}
                data={[{ value: '', label: 'Not said' }, ...householdOptions]}
              />
              <AmountAndWays currency={grant.currency} rails={grant.rails} like={like} />
              <SelectField
                name="deliverBy"
                label="How its link reaches them"
                defaultValue={like?.deliverBy ?? undefined}
                data={Object.entries(deliveryLabels).map(([value, label]) => ({ value, label }))}
              />
              {failure?.fields.duplicateReason ? <HelpedAgain isNeeded /> : null}
              <div>
                <SubmitButton>
                  {failure?.fields.duplicateReason ? 'Make it all the same' : 'Make the award'}
                </SubmitButton>
              </div>
            </FailureContext>
          </ActionForm>
        </Card>
      </div>
    </>
  )
}

/** What came of a look: who is found is shown below; of a press that no one is, or what to type for it. */
const Checked = ({ known, typed }: { known: number; typed: Record<string, string> | null }) => {
  const none = isTelling(typed ?? {})
    ? 'No one your team has helped is known by this.'
    : 'Type a name, a number, an email address or a case first.'
  return (
    <p role="status" className={known || !typed ? 'visually-hidden' : undefined}>
      {known ? `${plural(known, 'person', 'people')} you may have helped before` : typed ? none : ''}
    </p>
  )
}

/** Someone who is helped already: what is not known of them can be told here, and is kept with them. */
const ThisPerson = ({ person }: { person: HelpedPerson }) => {
  const { phoneNumber, email, postalAddress, postcode } = person
  const reached = [phoneNumber, email, postalAddress && [...postalAddress, postcode].filter(Boolean).join(', ')]
  return (
    <>
      <input type="hidden" name="personId" value={person.id} />
      <p>
        For <strong>{person.name}</strong>
        <span className="muted"> {reached.filter(Boolean).join(' · ')}</span>{' '}
        <Link to={paths.helpedPerson(person.id)}>Change their details</Link>
      </p>
      {phoneNumber ? null : <MobileField />}
      {email ? null : <EmailField />}
      {postalAddress ? null : <AddressField />}
      {postcode ? null : <PostcodeField />}
    </>
  )
}

const NewPerson = () => (
  <>
    <TextField name="name" label="Name of the person" required maxLength={100} autoComplete="off" />
    <TextField name="dateOfBirth" type="date" label="Date of birth (optional)" autoComplete="off" />
    <div className={styles.pair}>
      <MobileField />
      <EmailField />
    </div>
    <AddressField />
    <div className={styles.pair}>
      <PostcodeField />
      <LanguageField />
    </div>
    <div>
      {/* The first button is what the Enter key presses: it never makes an award. */}
      <SubmitButton look="quiet" name="intent" value="check" formNoValidate>
        Check whom you have helped
      </SubmitButton>
    </div>
  </>
)
