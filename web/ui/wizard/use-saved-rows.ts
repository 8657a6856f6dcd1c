import { type RefObject, useEffect, useRef, useState } from 'react'

type Fields = [name: string, value: string][]

interface Kept {
  version: string
  fields: Fields
  /** How often it was brought back without an answer: what breaks its page is let go. */
  tries?: number
}

const MOST_TRIES = 2

interface SavedRows {
  form: RefObject<HTMLFormElement | null>
  /** What it is kept under, in this tab. */
  name: string
  /** Of what is saved: typing over an earlier one is not brought back. */
  version: string
  /** When the rows were last kept on the server as they were typed: by what was drawn, and by what was looked at since. */
  savedAt: string | null
  lastSavedAt: string | null | undefined
  /** Something was typed since the server last looked. */
  isTypedSince: RefObject<boolean>
  /** The form shows what was sent, and the answer to it. */
  isAnswer: boolean
  /** All that it shows is on the server. */
  isSaved: boolean
  restore(fields: FormData): void
}

/** What the server has not kept of a list yet survives a reload, and signing in again: the tab has it meanwhile. */
export function useSavedRows({ form, name, restore, lastSavedAt, isTypedSince, ...saved }: SavedRows): void {
  const { isAnswer, isSaved } = saved
  const [savedAt, setSavedAt] = useState(saved.savedAt)
  if (typeof lastSavedAt === 'string' && lastSavedAt !== savedAt) setSavedAt(lastSavedAt)
  const version = `${saved.version} ${savedAt ?? ''}`
  const isTyped = useRef(false)
  const latest = useRef(restore)
  latest.current = restore
  useEffect(() => {
    const kept = read(name)
    if (!kept) return
    if (!isSaved) return write(name, { ...kept, tries: 0 })
    const { tries = 0 } = kept
    if (isAnswer || kept.version !== version || tries >= MOST_TRIES) return sessionStorage.removeItem(name)
    write(name, { ...kept, tries: tries + 1 })
    const fields = new FormData()
    for (const [field, value] of kept.fields) fields.append(field, value)
    latest.current(fields)
  }, [name, version, isAnswer, isSaved])
  useEffect(() => {
    const typed = form.current
    if (!typed) return
    // Of another version: the server has kept what it was sent.
    if (!isTypedSince.current) isTyped.current = false
    const note = () => {
      isTyped.current = true
    }
    const keep = () => {
      if (isSaved && !isTyped.current) return
      const fields = [...new FormData(typed)].filter(([, value]) => typeof value === 'string') as Fields
      write(name, { version, fields })
    }
    typed.addEventListener('input', note)
    for (const type of ['change', 'submit']) typed.addEventListener(type, keep)
    addEventListener('pagehide', keep)
    return () => {
      typed.removeEventListener('input', note)
      for (const type of ['change', 'submit']) typed.removeEventListener(type, keep)
      removeEventListener('pagehide', keep)
    }
  }, [form, name, version, isSaved, isTypedSince])
}

/** A tab keeps a few megabytes: a list beyond them is on the page alone. */
function write(name: string, kept: Kept): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(kept))
  } catch {
    sessionStorage.removeItem(name)
  }
}

function read(name: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}
