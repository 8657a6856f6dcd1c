import { useEffect, useRef } from 'react'

/** Runs on ⌘ or Ctrl with a key, wherever the focus is. */
export function useHotkey(key: string, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key])
}
