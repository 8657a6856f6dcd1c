import { Link } from 'react-router'
import type { AwardDetail } from '#contract/awards/awards.ts'
import { cannotUseLabels } from '#contract/awards/cannot-use.ts'
import type { Rail } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { TickList } from '#web/ui/kit/tick-list.tsx'
import type { AwardIntent } from './award-actions.server.ts'
import { usableRails } from './award-like.ts'
import { payingRails } from './cannot-use.tsx'
import {
  deliveryLabels,
  hasLink,
  isToBePrinted,
  LIMITS_COUNT,
  mayBeAwardedAgain,
  mayBeCancelled,
  mayBeReissued,
  railOptions,
  whyItWaits,
} from './labels.ts'
import styles from './support.module.css'

interface AwardFormsProps {
  award: AwardDetail
  /** The ways that its grant pays by. */
  granted: readonly Rail[]
  /** Why an award that expired is not sent again out of its grant. */
  grantEnd: string | null
  /** Tells one press of a button from the next. */
  attempt: string
  sent: { intent: AwardIntent; failure: Failure } | { link: { url: string; typed: string } } | null
  mayDecide: boolean
  mayMake: boolean
}

/** What may be done about an award as it stands, by who looks at it. */
export function AwardForms({ award, granted, grantEnd, attempt, sent, mayDecide, mayMake }: AwardFormsProps) {
  const failure = (intent: AwardIntent) => (sent && 'failure' in sent && sent.intent === intent ? sent.failure : null)
  const link = sent && 'link' in sent ? sent.link : null
  const waits = award.status === 'referred'
  // Where the person cannot use it, what helps comes first.
  const linkCard = mayMake && hasLink(award) ? <HandOver {...{ attempt, link }} failure={failure('link')} /> : null
  return (
    <>
      {waits && !mayDecide ? (
        <Notice tone="warning" title="It waits for approval">
          Another person than the one who asked decides. Its money is held, and the person has heard nothing yet.
        </Notice>
      ) : null}
      {waits && mayDecide ? (
        <>
          <Card title="Approve">
            <ActionForm failure={failure('approve')}>
              <Hidden intent="approve" attempt={attempt} />
              <p>
                {award.createdBy.name} asks for it. {whySentence(award)}Once approved, it goes to the person.
              </p>
              {award.waiting?.approvalAbove ? <p className="muted small">{LIMITS_COUNT}</p> : null}
              <div>
                <SubmitButton>Approve {formatMoney(award.amount, award.currency)}</SubmitButton>
              </div>
            </ActionForm>
          </Card>
          <WithReason intent="decline" title="Decline" button="Decline" {...{ attempt }} failure={failure('decline')}>
            Its money is available to the grant again.
          </WithReason>
        </>
      ) : null}
      {mayMake && award.isLocked ? (
        <WithReason intent="unlock" title="Unlock" button="Unlock it" {...{ attempt }} failure={failure('unlock')}>
          Three wrong dates of birth have locked it. Be sure whom you speak to.
        </WithReason>
      ) : null}
      {award.cannotUse ? null : linkCard}
      {mayMake && isToBePrinted(award) ? <ToBePrinted award={award} /> : null}
      {mayMake && mayBeAwardedAgain(award, grantEnd) ? <Again award={award} grantEnd={grantEnd} /> : null}
      {mayMake && mayBeReissued(award) && grantEnd === null ? (
        <Reissue {...{ award, granted, attempt }} failure={failure('reissue')} />
      ) : null}
      {mayMake && mayBeCancelled(award) ? <Cancel {...{ award, attempt }} failure={failure('cancel')} /> : null}
      {mayMake && award.cannotUse ? (
        <WithReason
          intent="settle"
          title="Helped as it is"
          button="It is settled"
          {...{ attempt }}
          failure={failure('settle')}
        >
          The award stays as it is, and is no longer shown as one that its person cannot use.
        </WithReason>
      ) : null}
      {award.cannotUse ? linkCard : null}
    </>
  )
}

const whySentence = (award: AwardDetail): string => {
  const why = whyItWaits(award)
  return why ? `${why}. ` : ''
}

/** What a new award begins with is what this one had. */
const Again = ({ award, grantEnd }: { award: AwardDetail; grantEnd: string | null }) => (
  <Card title="Award again">
    <div className="stack">
      <p>{whyAgain(award, grantEnd)} A new award to the same person opens, filled in.</p>
      <div>
        <LinkButton look="quiet" to={paths.newAward({ like: award.id })}>
          Award again
        </LinkButton>
      </div>
    </div>
  </Card>
)

function whyAgain({ isUndecided, status, paid, grantName }: AwardDetail, grantEnd: string | null): string {
  if (isUndecided) return 'No one decided on it in 14 days, so it was never sent, and its money went back to the grant.'
  if (grantEnd) return `${grantName} ${grantEnd}, so it is not sent another way: another grant has to pay.`
  if (paid > 0) return 'What was not used of it went back to the grant.'
  return status === 'cancelled' ? 'It was cancelled, and its money went back to the grant.' : ''
}

/** Its letter waits to be printed; without an address it cannot be. */
const ToBePrinted = ({ award: { person } }: { award: AwardDetail }) => (
  <Notice tone="warning" title="Its letter is not printed yet">
    {person.postalAddress ? (
      <>
        The person hears of it by letter: print it under <Link to={paths.awardLetters}>Letters</Link>.
      </>
    ) : (
      <>
        The person has no postal address: <Link to={paths.editHelpedPerson(person.id)}>write down where it goes</Link>,
        then print it under Letters.
      </>
    )}
  </Notice>
)

interface HandOverProps {
  attempt: string
  link: { url: string; typed: string } | null
  failure: Failure | null
}

const HandOver = ({ attempt, link, failure }: HandOverProps) => (
  <Card title="Hand it over">
    {link ? (
      <Notice tone="success" title="Its link" role="status">
        <a className={styles.link} href={link.url}>
          {link.url}
        </a>
        <p>As it is typed: {link.typed}</p>
      </Notice>
    ) : (
      <ActionForm failure={failure}>
        <Hidden intent="link" attempt={attempt} />
        <p>People who have its link can open it. Its history keeps that you saw it.</p>
        <div>
          <SubmitButton look="quiet">Show its link</SubmitButton>
        </div>
      </ActionForm>
    )}
  </Card>
)

interface FormProps {
  award: AwardDetail
  attempt: string
  failure: Failure | null
}

/** What the person said, as the reason that is kept. */
const knownReason = ({ cannotUse }: AwardDetail) =>
  cannotUse ? `They cannot use it: ${lowerFirst(cannotUseLabels[cannotUse])}` : ''

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const Reissue = ({ award, granted, attempt, failure }: FormProps & { granted: readonly Rail[] }) => (
  <Card title="Send it another way">
    <ActionForm failure={failure}>
      <Hidden intent="reissue" attempt={attempt} />
      <p>The person gets a new link, and the old one leads nowhere.</p>
      <TickList
        name="rails"
        legend="How it may be paid"
        hint="The person chooses from these"
        options={railOptions(payingRails(award, granted))}
        ticked={usableRails(award)}
      />
      <SelectField
        name="deliverBy"
        label="How its link reaches them"
        defaultValue={award.deliverBy ?? 'hand'}
        data={Object.entries(deliveryLabels).map(([value, label]) => ({ value, label }))}
      />
      <Why known={knownReason(award)} />
      <div>
        <SubmitButton look="quiet">Issue a new link</SubmitButton>
      </div>
    </ActionForm>
  </Card>
)

/** Once there is a code, nothing but a new award pays another way: it is one press further. */
const Cancel = ({ award, attempt, failure }: FormProps) => {
  const isAgain = award.person.name !== null && hasLink(award) && !mayBeReissued(award)
  return (
    <Card title="Cancel">
      <ActionForm failure={failure}>
        <Hidden intent="cancel" attempt={attempt} />
        <p>Its link stops working, and its money goes back to the grant.</p>
        {isAgain ? <p>To award it again, another way: a new award to the same person opens, filled in.</p> : null}
        <Why known={knownReason(award)} />
        <div className={styles.buttons}>
          {isAgain ? (
            <SubmitButton look="quiet" name="after" value="again">
              Cancel and award again
            </SubmitButton>
          ) : null}
          <SubmitButton look="danger">Cancel the award</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}

const Why = ({ known }: { known?: string }) => (
  <TextField
    name="reason"
    label="Reason"
    description="Kept in its history"
    defaultValue={known}
    required
    maxLength={500}
  />
)

interface WithReasonProps {
  intent: AwardIntent
  title: string
  button: string
  attempt: string
  failure: Failure | null
  /** What follows. */
  children: string
}

const WithReason = ({ intent, title, button, attempt, failure, children }: WithReasonProps) => (
  <Card title={title}>
    <ActionForm failure={failure} noValidate>
      <Hidden intent={intent} attempt={attempt} />
      <p>{children}</p>
      <Why />
      <div>
        <SubmitButton look={intent === 'settle' ? 'quiet' : 'danger'}>{button}</SubmitButton>
      </div>
    </ActionForm>
  </Card>
)

const Hidden = ({ intent, attempt }: { intent: AwardIntent; attempt: string }) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="key" value={`${intent} ${attempt}`} />
  </>
)
