import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For a dialog that is modal for as long as it is drawn. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it is taken away, a modal dialog gives the focus back to what opened it.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.close()
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return dialog
}
