import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './offline-notice.module.css'

const isOffline = () => !navigator.onLine

function subscribe(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

const leadsAway = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('a[href]:not([href^="#"])') !== null

/**
 * Without a connection a press would end in the browser's error page, and lose what was typed: it is held back, and
 * said. The page stays as it is, to be used again when the connection is back.
 */
export function OfflineNotice() {
  const offline = useSyncExternalStore(subscribe, isOffline, () => false)
  const [presses, setPresses] = useState(0)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!offline) return setPresses(0)
    const hold = (event: Event) => {
      if (event.type === 'click' && !leadsAway(event)) return
      event.preventDefault()
      event.stopPropagation()
      setPresses((count) => count + 1)
    }
    document.addEventListener('click', hold, true)
    document.addEventListener('submit', hold, true)
    return () => {
      document.removeEventListener('click', hold, true)
      document.removeEventListener('submit', hold, true)
    }
  }, [offline])
  useEffect(() => {
    if (presses) notice.current?.focus()
  }, [presses])
  // The region is there before its words are, so that they are read out.
  return (
    <div role="status" className={styles.place}>
      {offline ? (
        <div ref={notice} tabIndex={-1} className={styles.notice}>
          <Notice tone="warning" title="You are offline">
            {presses
              ? 'Nothing was sent, and nothing you typed is lost. Press again when you are connected.'
              : 'This page stays as it is. Links and buttons work again when you are connected.'}
          </Notice>
        </div>
      ) : null}
    </div>
  )
}
