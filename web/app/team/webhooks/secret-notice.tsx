import { CopyButton } from '#web/ui/kit/copy-button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import teamStyles from '../team.module.css'

/** The secret, in the one moment that it can be seen. */
export const SecretNotice = ({ secret }: { secret: string }) => (
  <Notice tone="success" role="status" title="Here is what to verify signatures with. It is shown this once.">
    <div className="stack">
      <p>Copy it to the system that receives the events. Any Standard Webhooks library takes it as it is.</p>
      <code className={teamStyles.key}>{secret}</code>
      <div>
        <CopyButton text={secret} label="Copy the secret" />
      </div>
    </div>
  </Notice>
)
