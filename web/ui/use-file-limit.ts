import { useEffect } from 'react'

/** What a form has room for beside its other fields. */
const MAX_FILE_BYTES = 4 * 1024 * 1024

/** A file that no form of ours takes is told of where it was chosen, and is not sent: what was typed stays. */
function refuseLargeFile(event: Event): void {
  const { target } = event
  if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
  const isTooLarge = [...(target.files ?? [])].some(({ size }) => size > MAX_FILE_BYTES)
  target.setCustomValidity(isTooLarge ? 'This file is too large. Choose one of at most 4 MB.' : '')
  if (!isTooLarge) return
  // Some are sent as soon as they are chosen.
  event.stopPropagation()
  target.reportValidity()
}

export function useFileLimit(): void {
  useEffect(() => {
    document.addEventListener('change', refuseLargeFile, true)
    return () => document.removeEventListener('change', refuseLargeFile, true)
  }, [])
}
