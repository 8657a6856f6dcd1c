import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Asks the server again, while something is still under way there and someone looks. */
export function usePolling(isGoingOn: boolean, everyMs = 1000): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isGoingOn || state !== 'idle') return
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    return () => clearTimeout(timer)
  }, [isGoingOn, state, revalidate, everyMs])
}
