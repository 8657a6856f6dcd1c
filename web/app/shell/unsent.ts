import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { paths } from '#web/paths.ts'

const KEY = 'unsent'
const neverKept = ['password', 'file', 'hidden', 'submit', 'button']

interface Unsent {
  path: string
  fields: { name: string; value: string }[]
  /** The session had ended: it was not sent. */
  isLost: boolean
}
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isBox = (control: Control): control is HTMLInputElement => ['checkbox', 'radio'].includes(control.type)
const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (each): each is Control =>
      'value' in each && (each as Control).name !== '' && !neverKept.includes((each as Control).type),
  )

function read(): Unsent | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}
const keep = (unsent: Unsent) => sessionStorage.setItem(KEY, JSON.stringify(unsent))
const forget = () => sessionStorage.removeItem(KEY)

/** What somebody sends, until it is known to have arrived. */
function noteSending({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || target.method !== 'post' || read()?.isLost) return
  const fields = controlsOf(target).map((each) => ({
    name: each.name,
    value: isBox(each) ? String(each.checked) : each.value,
  }))
  keep({ path: `${location.pathname}${location.search}`, fields, isLost: false })
}

/** By the element's own setter, so that React takes it for typing. */
function write(control: Control, value: string): void {
  if (isBox(control)) {
    if (String(control.checked) !== value) control.click()
    return
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!.set!.call(control, value)
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Into the form that has just those fields; a page that has changed meanwhile is left alone. */
function restore({ fields }: Unsent): void {
  const names = fields.map(({ name }) => name).join('\n')
  for (const form of document.forms) {
    const controls = controlsOf(form)
    if (!names || controls.map(({ name }) => name).join('\n') !== names) continue
    for (const [index, control] of controls.entries()) write(control, fields[index]!.value)
    return
  }
}

/** Who presses a button after their session has ended signs in, comes back, and finds what they had typed. Nothing secret is kept. */
export function useUnsent(): void {
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
