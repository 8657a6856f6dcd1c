import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps, useNavigation } from 'react-router'
import styles from './button.module.css'

interface Look {
  /** `primary` once a page at most; `danger` for what cannot be taken back. */
  look?: 'primary' | 'quiet' | 'plain' | 'danger'
  size?: 'medium' | 'small'
  icon?: ReactNode
}

const classOf = ({ look = 'primary', size = 'medium' }: Look, more = '') =>
  `${styles.button} ${styles[look]} ${styles[size]} ${more}`

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement>

export function Button({ look, size, icon, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={classOf({ look, size }, className)} {...rest}>
      {icon}
      {children}
    </button>
  )
}

export type SubmitButtonProps = ButtonProps & { busy?: boolean }

/** Sends the form it stands in, and says so while it does. `busy` where a fetcher sends it instead of a navigation. */
export function SubmitButton({ busy, children, ...rest }: SubmitButtonProps) {
  const { state, formMethod } = useNavigation()
  const isSending = busy ?? (state !== 'idle' && formMethod !== undefined && formMethod !== 'GET')
  return (
    <Button type="submit" aria-disabled={isSending} onClick={(event) => isSending && event.preventDefault()} {...rest}>
      {children}
      {isSending ? <span className={styles.busy} aria-hidden="true" /> : null}
    </Button>
  )
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
    <Link className={classOf({ look, size }, className)} {...rest}>
      {icon}
      {children}
    </Link>
  )
}
