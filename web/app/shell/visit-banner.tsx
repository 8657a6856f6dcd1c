import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import type { Visit } from './visit.server.ts'
import styles from './visit-banner.module.css'

const TICK_MS = 10_000

/** On every page that an operator sees with another’s eyes: whose, for how long, and the way out. */
export function VisitBanner({ visit: { userName, mayChange, secondsLeft } }: { visit: Visit }) {
  const left = useSecondsLeft(secondsLeft)
  return (
    <aside className={styles.banner} aria-label="Support visit">
      <p>
        <strong>You see this as {userName}.</strong>{' '}
        {mayChange ? 'An admin lets you change things.' : 'You can look, and change nothing.'}{' '}
        <span className={styles.left}>
          {left < 60 ? 'Less than a minute left' : `${plural(Math.floor(left / 60), 'minute')} left`}
        </span>
      </p>
      <Form method="post" action={paths.endVisit} reloadDocument>
        <button type="submit">End visit</button>
      </Form>
    </aside>
  )
}

/** As told, less what has passed since; at the end the page is asked for once more, which leads back to the console. */
function useSecondsLeft(told: number): number {
  const [left, setLeft] = useState(told)
  useEffect(() => {
    const startedAt = performance.now()
    const timer = setInterval(() => {
      const now = told - Math.floor((performance.now() - startedAt) / 1000)
      setLeft(Math.max(0, now))
      if (now <= 0) location.reload()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [told])
  return left
}
