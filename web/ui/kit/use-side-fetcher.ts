import { useEffect } from 'react'
import { useFetcher, useNavigation } from 'react-router'

/**
 * A fetcher that asks or saves beside a form, and gives up once the form is sent or the page left. Where its answer comes
 * while the browser is led on, React Router shows the page that is left at the address of the next one, for good.
 */
export function useSideFetcher<T>() {
  const fetcher = useFetcher<T>()
  const { state, reset } = fetcher
  const isLeaving = useNavigation().state !== 'idle'
  useEffect(() => {
    if (isLeaving && state !== 'idle') reset()
  }, [isLeaving, state, reset])
  return fetcher
}
