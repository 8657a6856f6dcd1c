import styles from './avatar.module.css'

/** The first letters of a name, on a colour of its own. */
export function Avatar({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .slice(0, 2)
    .join('')
  return (
    <span className={styles.avatar} aria-hidden="true">
      {letters.toUpperCase()}
    </span>
  )
}
