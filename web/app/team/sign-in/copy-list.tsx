import { CopyButton } from '#web/ui/kit/copy-button.tsx'
import styles from './sign-in.module.css'

interface CopyListProps {
  entries: readonly { name: string; text: string; label: string }[]
}

/** Long texts to carry to another system, each under its name. */
export const CopyList = ({ entries }: CopyListProps) => (
  <dl className={styles.list}>
    {entries.map(({ name, text, label }) => (
      <div key={name} className={styles.entry}>
        <dt className="muted small">{name}</dt>
        <dd className={styles.address}>
          <code>{text}</code>
          <CopyButton text={text} label={label} />
        </dd>
      </div>
    ))}
  </dl>
)
