import { Form } from 'react-router'
import { paths } from '#web/paths.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import type { ListedAttention } from './attention.ts'
import styles from './home.module.css'

const SHOWN = 4

/** The first few, and the others on demand. */
export function AttentionList({ items }: { items: readonly ListedAttention[] }) {
  const others = items.slice(SHOWN)
  return (
    <div className="stack">
      <Items items={items.slice(0, SHOWN)} />
      {others.length ? (
        <details>
          <summary>Show {others.length} more</summary>
          <Items items={others} />
        </details>
      ) : null}
    </div>
  )
}

const Items = ({ items }: { items: readonly ListedAttention[] }) => (
  <ul className={styles.attention}>
    {items.map(({ key, tone, title, name, text, action, level }) => (
      <li key={key} className={styles[tone]}>
        <div>
          <h3>{title}</h3>
          <p className="muted">{text}</p>
        </div>
        {action?.teamId ? (
          <Form method="post" action={paths.switchTeam}>
            <input type="hidden" name="next" value={action.to} />
            <SubmitButton look="quiet" size="small" name="teamId" value={action.teamId}>
              {action.label}
            </SubmitButton>
          </Form>
        ) : action ? (
          <LinkButton look="quiet" size="small" to={action.to} aria-label={`${action.label}: ${name}`}>
            {action.label}
          </LinkButton>
        ) : null}
        <Form method="post" action={paths.home} preventScrollReset>
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="level" value={level} />
          <SubmitButton look="plain" size="small">
            Dismiss<span className="visually-hidden">: {name}</span>
          </SubmitButton>
        </Form>
      </li>
    ))}
  </ul>
)
