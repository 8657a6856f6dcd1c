import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Form, Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { FIRST_STEPS_KEY, type FirstStep } from './first-steps.ts'
import styles from './home.module.css'

/** Shown until all is done, or it is dismissed. */
export const FirstStepsCard = ({ steps }: { steps: readonly FirstStep[] }) => (
  <Card
    title={steps.every(({ isDone, to }) => isDone || to !== paths.send) ? 'Still to do' : 'Your first gift'}
    action={
      <Form method="post">
        <input type="hidden" name="key" value={FIRST_STEPS_KEY} />
        <input type="hidden" name="level" value="1" />
        <Button type="submit" look="plain" size="small">
          Hide these steps
        </Button>
      </Form>
    }
  >
    <ol className={styles.steps}>
      {steps.map(({ title, isDone, to }) => (
        <li key={title}>
          {isDone ? (
            <IconCircleCheck size={22} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconCircle size={22} stroke={1.75} aria-hidden="true" />
          )}
          {isDone ? (
            <span className="muted">
              {title} <span className="visually-hidden">(done)</span>
            </span>
          ) : (
            <Link to={to}>{title}</Link>
          )}
        </li>
      ))}
    </ol>
  </Card>
)
