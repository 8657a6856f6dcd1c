import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Notice } from './notice.tsx'
import styles from './refusal.module.css'

interface RefusalProps {
  /** What the action answered: another answer is another refusal. */
  answer: unknown
  title: string
  tone?: 'warning' | 'danger'
  children?: ReactNode
  ref?: RefObject<HTMLDivElement | null>
}

/**
 * Why something that was asked for has not been done. It takes the focus and comes into view, again for each answer, so
 * that on a phone too no one is left looking at a button that seems to do nothing.
 */
export function Refusal({ answer, title, tone = 'danger', children, ref }: RefusalProps) {
  const own = useRef<HTMLDivElement>(null)
  const place = ref ?? own
  // With the words themselves: a moment later it would take the focus from a field that someone has turned to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is what it waits for
  useLayoutEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'center' })
  }, [answer, place])
  return (
    <div ref={place} tabIndex={-1} className={styles.refusal}>
      <Notice tone={tone} role="alert" title={title}>
        {children}
      </Notice>
    </div>
  )
}

/** Leads from a refusal to a field that it is about. */
export const LeadButton = ({ label, onPress }: { label: string; onPress(): void }) => (
  <button type="button" className={styles.lead} onClick={onPress}>
    {label}
  </button>
)
