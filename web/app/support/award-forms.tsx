import type { AwardDetail } from '#contract/awards/awards.ts'
import { formatMoney } from '#kit/money.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import type { AwardIntent } from './award-actions.server.ts'
import { hasLink, mayBeCancelled, mayBeReissued } from './labels.ts'
import styles from './support.module.css'

interface AwardFormsProps {
  award: AwardDetail
  /** Tells one press of a button from the next. */
  attempt: string
  sent: { intent: AwardIntent; failure: Failure } | { link: { url: string; typed: string } } | null
  mayDecide: boolean
  mayMake: boolean
}

/** What may be done about an award as it stands, by who looks at it. */
export function AwardForms({ award, attempt, sent, mayDecide, mayMake }: AwardFormsProps) {
  const failure = (intent: AwardIntent) => (sent && 'failure' in sent && sent.intent === intent ? sent.failure : null)
  const link = sent && 'link' in sent ? sent.link : null
  const waits = award.status === 'referred'
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
              <p>{award.createdBy.name} asks for it. Once approved, it goes to the person.</p>
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
      {mayMake && hasLink(award) ? <HandOver {...{ attempt, link }} failure={failure('link')} /> : null}
      {mayMake && mayBeReissued(award) ? (
        <WithReason
          intent="reissue"
          title="Issue it again"
          button="Issue a new link"
          {...{ attempt }}
          failure={failure('reissue')}
        >
          The person gets a new link, and the old one leads nowhere.
        </WithReason>
      ) : null}
      {mayMake && mayBeCancelled(award) ? (
        <WithReason
          intent="cancel"
          title="Cancel"
          button="Cancel the award"
          {...{ attempt }}
          failure={failure('cancel')}
        >
          Its link stops working, and its money goes back to the grant.
        </WithReason>
      ) : null}
    </>
  )
}

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
    <ActionForm failure={failure}>
      <Hidden intent={intent} attempt={attempt} />
      <p>{children}</p>
      <TextField name="reason" label="Reason" description="Kept in its history" required maxLength={500} />
      <div>
        <SubmitButton look={intent === 'reissue' ? 'quiet' : 'danger'}>{button}</SubmitButton>
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
