import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

const CHECK_AFTER_MS = 500

/**
 * Sends what is typed to be checked, once the typing pauses.
 * @param action the address that looks at the form and saves nothing
 */
export function useLiveCheck<Checked>(action: string) {
  const fetcher = useFetcher<Checked>({ key: action })
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTypedSince = useRef(false)
  const [isCurrent, setIsCurrent] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const checkSoon = () => {
    isTypedSince.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!form.current) return
      const fields = new FormData(form.current)
      // Only a button adds a list.
      for (const name of ['pasted', 'file']) fields.delete(name)
      isTypedSince.current = false
      setIsCurrent(true)
      void fetcher.submit(fields, { method: 'post', encType: 'multipart/form-data', action })
    }, CHECK_AFTER_MS)
  }
  const forget = () => {
    clearTimeout(timer.current)
    setIsCurrent(false)
  }
  return {
    live: isCurrent ? ((fetcher.data ?? undefined) as Checked | undefined) : undefined,
    isChecking: fetcher.state !== 'idle',
    checkSoon,
    /** Whether something was typed since the last look. */
    isTypedSince,
    /** What makes a form one that is looked at. */
    form: {
      ref: form,
      onInput: checkSoon,
      onSubmit: forget,
      encType: 'multipart/form-data',
      noValidate: true,
    } as const,
  }
}
