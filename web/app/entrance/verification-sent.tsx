import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './entrance.module.css'

/** A link is on its way to an address, or the word that it has an account: this page cannot tell which. */
export function VerificationSent({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      <title>Look at your inbox · Posy</title>
      <div className="stack">
        <h1>Look at your inbox</h1>
        <p className={styles.lead}>
          We have written to <strong className={styles.address}>{to}</strong>. Open the link in the mail within two
          days.
        </p>
      </div>
      <Notice role="status">{children}</Notice>
      <p>
        Nothing there? Look among the spam, or <Link to={paths.verifyEmail}>ask for another link</Link>.
      </p>
    </>
  )
}
