import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Asks the server again, while something is still under way there and someone looks; at once when they come back. A page
 * is read piece by piece: once it is over, all of it is read once more, for some may be from before the end.
 */
export function usePolling(isGoingOn: boolean, everyMs = 1000): void {
  const { revalidate, state } = useRevalidator()
  const isOutdated = useRef(false)
  useEffect(() => {
    if (isGoingOn) isOutdated.current = true
    if (!isOutdated.current || state !== 'idle') return
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      isOutdated.current = isGoingOn
      void revalidate()
    }
    const timer = setTimeout(ask, isGoingOn ? everyMs : 0)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isGoingOn, state, revalidate, everyMs])
}
