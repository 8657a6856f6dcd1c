import styles from './skeleton.module.css'

/** The shape of what is on its way: so many lines, the last one shorter. */
export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map((line) => (
        <span key={line} />
      ))}
    </div>
  )
}
