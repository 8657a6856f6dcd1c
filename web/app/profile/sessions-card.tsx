import type { Session } from '#contract/identity/sessions.ts'
import { providerNames } from '#web/app/entrance/sso/labels.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { formatMoment } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from './profile.module.css'

interface SessionsCardProps {
  sessions: readonly Session[]
  failure: Failure | null
}

/** Everywhere this account is signed in. */
export function SessionsCard({ sessions, failure }: SessionsCardProps) {
  return (
    <Card title="Where you are signed in" id="sessions">
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} failure={failure?.values.sessionId === session.id ? failure : null} />
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <ActionForm failure={failure && !failure.values.sessionId ? failure : null}>
          <input type="hidden" name="intent" value="end-other-sessions" />
          <div>
            <SubmitButton look="quiet">Sign out everywhere else</SubmitButton>
          </div>
        </ActionForm>
      ) : null}
    </Card>
  )
}

function SessionRow({ session, failure }: { session: Session; failure: Failure | null }) {
  const zone = useZone()
  const { id, isCurrent, method, browser, address, openedAt, lastUsedAt } = session
  const name = browser ?? 'Unknown browser'
  const how = method === 'password' ? '' : ` with ${providerNames[method]}`
  return (
    <>
      <div className={styles.session}>
        <strong>{name}</strong>
        {isCurrent ? <StatusBadge status="This browser" tone="success" /> : null}
        <span className="muted small">
          Signed in{how} {formatMoment(openedAt, zone)}
          {address ? ` from ${address}` : ''}. Last used {formatMoment(lastUsedAt, zone)}.
        </span>
      </div>
      {isCurrent ? null : (
        <ActionForm failure={failure}>
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="sessionId" value={id} />
          <SubmitButton
            look="quiet"
            size="small"
            aria-label={`Sign out ${name}, signed in ${formatMoment(openedAt, zone)}`}
          >
            Sign out
          </SubmitButton>
        </ActionForm>
      )}
    </>
  )
}
