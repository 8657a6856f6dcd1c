import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/** One listener for all links of a list, as the router's own have one each: sixty of those are dear to draw and to wake. */
export function useFollow() {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!link || !isPlain || event.defaultPrevented) return
    event.preventDefault()
    void navigate(link.pathname + link.search)
  }
}
