import { IconX } from '@tabler/icons-react'
import { Form, useLocation } from 'react-router'
import type { Announcement } from '#contract/announcements/announcements.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './announcements.module.css'

/** What customers are told, at the top of each page, until they put it away. */
export const Announcements = ({
  announcements,
  mayDismiss,
}: {
  announcements: readonly Announcement[]
  mayDismiss: boolean
}) => {
  const { pathname, search } = useLocation()
  if (announcements.length === 0) return null
  return (
    <section aria-label="Announcements" className={styles.list}>
      {announcements.map(({ id, text, level }) => (
        <Notice key={id} tone={level}>
          <div className={styles.one}>
            <span>{text}</span>
            {mayDismiss ? (
              <Form method="post" action={paths.dismissAnnouncement} preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="next" value={`${pathname}${search}`} />
                <button type="submit" className={styles.away} aria-label={`Put away: ${text}`}>
                  <IconX size={18} stroke={1.75} aria-hidden="true" />
                </button>
              </Form>
            ) : null}
          </div>
        </Notice>
      ))}
    </section>
  )
}
