import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  tone?: 'info' | 'success' | 'warning' | 'danger'
  title?: string
  children?: ReactNode
  /** `alert` is read out at once: what went wrong just now. `status` waits its turn. */
  role?: 'alert' | 'status'
}

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, danger: IconAlertTriangle }

/** What happened, whether money moved, and what to do. */
export function Notice({ tone = 'info', title, children, role }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={role}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>
        {title ? <strong>{title}</strong> : null}
        {children ? <div>{children}</div> : null}
      </div>
    </div>
  )
}
