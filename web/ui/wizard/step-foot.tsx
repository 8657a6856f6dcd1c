import type { ReactNode } from 'react'
import { LinkButton, SubmitButton } from '../kit/button.tsx'
import styles from './wizard.module.css'

interface StepFootProps {
  back: string
  /** What the button does; by default it saves and continues. */
  next?: ReactNode
  /** The id of the form that it sends, where it stands outside. */
  form?: string
}

/** The way back, and the way on. Going back loses nothing that was saved. */
export const StepFoot = ({ back, next = 'Save and continue', form }: StepFootProps) => (
  <div className={styles.foot}>
    <LinkButton look="quiet" to={back}>
      Back
    </LinkButton>
    <SubmitButton name="intent" value="next" form={form}>
      {next}
    </SubmitButton>
  </div>
)
