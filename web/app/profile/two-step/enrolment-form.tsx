import { PasskeyButton, signWithPasskey } from '#web/app/entrance/passkey/passkey-button.tsx'
import { CodeField } from '#web/app/entrance/second-step/code-field.tsx'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { CopyButton } from '#web/ui/kit/copy-button.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { type Owner, OwnPasswordField } from './proof-fields.tsx'
import styles from './two-step.module.css'

export interface Enrolment {
  /** In groups of four. */
  secret: string
  /** In whole modules. */
  qr: { width: number; path: string }
}

/** Light around it, or scanners do not find it. */
const QUIET_ZONE = 4

interface EnrolmentFormProps {
  enrolment: Enrolment
  owner: Owner
  failure: Failure | null
}

/** The secret, until a first code shows that the app has it. */
export function EnrolmentForm({ enrolment, owner, failure }: EnrolmentFormProps) {
  return (
    <div className="columns">
      <Card title="1. Add Posy to your app">
        <p>Scan this with your authenticator app.</p>
        <EnrolmentKey enrolment={enrolment} />
      </Card>
      <Card title="2. Enter the first code">
        <p>
          From then on signing in asks for a code. Everywhere else you are signed out, and you get ten recovery codes
          for when your phone is not at hand.
        </p>
        <ActionForm failure={failure}>
          <input type="hidden" name="intent" value="confirm" />
          <CodeField kind="app" />
          <OwnPasswordField {...owner} />
          {owner.hasPasskey ? <CodeField name="recoveryCode" kind="recovery" isOptional /> : null}
          <div className={styles.ways}>
            <SubmitButton>{owner.hasPasskey ? 'Add the app' : 'Turn on two-step sign-in'}</SubmitButton>
            {owner.hasPasskey ? (
              <PasskeyButton perform={() => signWithPasskey(paths.twoStepPasskeyChallenge)}>
                Add the app with a passkey
              </PasskeyButton>
            ) : null}
          </div>
        </ActionForm>
      </Card>
    </div>
  )
}

/** The key as a picture and as letters. */
export function EnrolmentKey({ enrolment: { secret, qr } }: { enrolment: Enrolment }) {
  const size = qr.width + 2 * QUIET_ZONE
  return (
    <>
      <svg
        className={styles.qr}
        viewBox={`-${QUIET_ZONE} -${QUIET_ZONE} ${size} ${size}`}
        role="img"
        aria-label="QR code with the key below"
        shapeRendering="crispEdges"
      >
        <path d={qr.path} fill="#000" />
      </svg>
      <p>Or type this key into it:</p>
      <p className={styles.secret}>
        <code>{secret}</code>
        <CopyButton text={secret.replaceAll(' ', '')} label="Copy the key" />
      </p>
    </>
  )
}
