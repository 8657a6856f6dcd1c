import { LinkButton } from '#web/ui/kit/button.tsx'
import type { Attention } from './attention.ts'
import styles from './home.module.css'

export function AttentionList({ items }: { items: readonly Attention[] }) {
  return (
    <ul className={styles.attention}>
      {items.map(({ key, tone, title, text, action }) => (
        <li key={key} className={styles[tone]}>
          <div>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </div>
          {action ? (
            <LinkButton look="quiet" size="small" to={action.to} aria-label={`${action.label}: ${title}`}>
              {action.label}
            </LinkButton>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
