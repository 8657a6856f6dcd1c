import type { ReactNode } from 'react'
import { LinkButton, SubmitButton, useIsFormOnItsWay } from '../kit/button.tsx'
import styles from './wizard.module.css'

interface StepFootProps {
  back: string
  /** What the button does; by default it saves and continues. */
  next?: ReactNode
  /** The id of the form that it sends, where it stands outside. */
  form?: string
}

/** What Enter in a field of a step presses, a form's first button: the next step, once however often it is pressed. */
export const EnterContinues = ({ form }: Pick<StepFootProps, 'form'>) => (
  <button
    type="submit"
    form={form}
    name="intent"
    value="next"
    className="visually-hidden"
    tabIndex={-1}
    aria-hidden="true"
    // A browser sends nothing by Enter where the first button is disabled.
    disabled={useIsFormOnItsWay()}
  />
)

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
