import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { CopyButton } from '#web/ui/kit/copy-button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './two-step.module.css'

/** The file itself: our server hands them out once, and keeps no copy that could be read. */
const asFile = (codes: readonly string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes for Posy. Each signs you in once.\r\n\r\n${codes.join('\r\n')}\r\n`)}`

/** Shown once. */
export const RecoveryCodes = ({ codes, isNew, next }: { codes: readonly string[]; isNew: boolean; next: string }) => (
  <>
    <Notice
      tone="success"
      role="status"
      title={isNew ? 'Two-step sign-in is on' : 'Your old recovery codes no longer work'}
    >
      Keep these ten recovery codes somewhere safe now. We cannot show them again.
    </Notice>
    <Card title="Your recovery codes" action={<CopyButton text={codes.join('\n')} label="Copy all recovery codes" />}>
      <p>Each signs you in once when your phone or passkey is not at hand.</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>
        <a href={asFile(codes)} download="posy-recovery-codes.txt">
          Download them as a text file
        </a>
      </p>
      <div>
        <LinkButton to={next}>I have saved them</LinkButton>
      </div>
    </Card>
  </>
)
