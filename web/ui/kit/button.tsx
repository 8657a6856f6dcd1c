import { type ButtonHTMLAttributes, type ReactNode, use, useEffect, useId, useState } from 'react'
import { Link, type LinkProps, useActionData, useNavigation } from 'react-router'
import styles from './button.module.css'
import { FailureContext } from './failure-context.ts'

interface Look {
  /** `primary` once a page at most; `danger` for what cannot be taken back. */
  look?: 'primary' | 'quiet' | 'plain' | 'danger'
  size?: 'medium' | 'small'
  icon?: ReactNode
}

const buttonClass = ({ look = 'primary', size = 'medium' }: Look, more = '') =>
  `${styles.button} ${styles[look]} ${styles[size]} ${more}`

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement>

export function Button({ look, size, icon, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={buttonClass({ look, size }, className)} {...rest}>
      {icon}
      {children}
    </button>
  )
}

export interface SubmitButtonProps extends ButtonProps {
  /** Where a fetcher sends it instead of a navigation. */
  busy?: boolean
  /** Why it cannot be pressed yet: shown beside it and read out with it. It keeps its place in the order of the keyboard. */
  blocked?: string | null
}

/** Sends the form it stands in, and says so while it does. */
export function SubmitButton({ busy, blocked, children, ...rest }: SubmitButtonProps) {
  const reasonId = useId()
  const isFormOnItsWay = useIsFormOnItsWay()
  const isSending = busy ?? isFormOnItsWay
  const rests = isSending || Boolean(blocked)
  const button = (
    <Button
      type="submit"
      aria-disabled={rests}
      aria-busy={isSending || undefined}
      aria-describedby={blocked ? reasonId : undefined}
      onClick={(event) => rests && event.preventDefault()}
      {...rest}
    >
      {children}
      {isSending ? <span className={styles.busy} aria-hidden="true" /> : null}
    </Button>
  )
  if (!blocked) return button
  return (
    <span className={styles.blocked}>
      {button}
      <span id={reasonId} className="muted small">
        {blocked}
      </span>
    </span>
  )
}

/** Until the page has its answer: what was refused can be corrected and sent again while the page around is still loading. */
export function useIsFormOnItsWay(): boolean {
  const { state, formMethod } = useNavigation()
  const answer = useActionData()
  const isRefused = use(FailureContext) !== null
  const [answerBefore, setAnswerBefore] = useState(answer)
  useEffect(() => {
    if (state !== 'loading') setAnswerBefore(answer)
  }, [state, answer])
  if (state === 'idle' || formMethod === undefined || formMethod === 'GET') return false
  return state === 'submitting' || !isRefused || answer === answerBefore
}

export function LinkButton({
  look,
  size,
  icon,
  className,
  children,
  ...rest
}: Look & LinkProps & { className?: string }) {
  return (
    <Link className={buttonClass({ look, size }, className)} {...rest}>
      {icon}
      {children}
    </Link>
  )
}
