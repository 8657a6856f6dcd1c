import { type RefObject, useEffect, useRef } from 'react'
import { fieldsIn, fillForm, type TypedField } from '../typed-fields.ts'

interface Kept {
  version: string
  fields: TypedField[]
}

/**
 * What is typed into a form of fixed fields survives a reload: it is kept in the tab while its page is open.
 * @param name what it is kept under
 * @param version of what is saved: typing over an earlier one is not brought back
 */
export function useKeptForm(name: string, version: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const typed = form.current
    if (!typed) return
    const kept = read(name)
    if (kept?.version === version) fillForm(typed, kept.fields)
    else if (kept) sessionStorage.removeItem(name)
    const keep = () => sessionStorage.setItem(name, JSON.stringify({ version, fields: fieldsIn(typed) } satisfies Kept))
    typed.addEventListener('input', keep)
    typed.addEventListener('change', keep)
    return () => {
      typed.removeEventListener('input', keep)
      typed.removeEventListener('change', keep)
      // Anyone who continues to another page has saved it, or left it.
      sessionStorage.removeItem(name)
    }
  }, [name, version])
  return form
}

function read(name: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}
