import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { paths } from '#web/paths.ts'
import { fieldsIn, fillForm, type TypedField } from '#web/ui/typed-fields.ts'

const KEY = 'form-recovery'

interface RecoveredForm {
  path: string
  fields: TypedField[]
  /** The session had ended: it was not sent. */
  isLost: boolean
}
function read(): RecoveredForm | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}
const keep = (unsent: RecoveredForm) => sessionStorage.setItem(KEY, JSON.stringify(unsent))
const forget = () => sessionStorage.removeItem(KEY)

/** What someone sends, until it is known to have arrived. */
function noteSending({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || target.method !== 'post' || read()?.isLost) return
  keep({ path: `${location.pathname}${location.search}`, fields: fieldsIn(target), isLost: false })
}

/** Into the form that has just those fields; a page that has changed meanwhile is left alone. */
const restore = ({ fields }: RecoveredForm) => [...document.forms].some((form) => fillForm(form, fields))

/** Someone who presses a button after their session has ended signs in, comes back, and finds what they had typed. Nothing secret is kept. */
export function useFormRecovery(): void {
  const { pathname, search, key } = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    document.addEventListener('submit', noteSending, true)
    return () => document.removeEventListener('submit', noteSending, true)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is there
  useEffect(() => {
    const unsent = read()
    if (!unsent || state !== 'idle') return
    if (pathname.startsWith(paths.signIn)) return keep({ ...unsent, isLost: true })
    if (unsent.isLost && unsent.path === `${pathname}${search}`) restore(unsent)
    forget()
  }, [key, state])
}

/** Whether something that was typed elsewhere waits for them to sign in. */
export function useUnsentForm(): boolean {
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    const unsent = read()
    setKept(unsent !== null && unsent.fields.length > 0 && !unsent.path.startsWith(paths.signIn))
  }, [])
  return isKept
}
