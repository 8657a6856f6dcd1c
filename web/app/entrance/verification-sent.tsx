import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './entrance.module.css'

/** A link is on its way to an address, or the word that it has an account: this page cannot tell which. */
export function VerificationSent({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      <title>Check your email · Posy</title>
      <div className="stack">
        <h1>Check your email</h1>
        <p className={styles.lead}>
          We have written to <strong className={styles.address}>{to}</strong>. Open the link in the email within two
          days.
        </p>
      </div>
      <Notice role="status">{children}</Notice>
      <p>
        Nothing there? Check your spam folder, or <Link to={paths.verifyEmail}>ask for another link</Link>.
      </p>
    </>
  )
}
