import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import type { PageAnswer } from './browser.ts'
import type { Entry } from './hostile-input.ts'
import { type Control, formsOnPage, type PageForm } from './page-forms.ts'

/** What was sent by a person, and how it was answered. */
export interface Exchange {
  form: PageForm
  /** The page that the form stands on. */
  page: string
  entries: Entry[]
  answer: PageAnswer
}

/** Titles of `web/ui/error-page.tsx`. */
const ERROR_PAGE = /<h1>(Page not found|Something went wrong|That cannot be done here|One moment, please)<\/h1>/
/** What the schema library, a parser or a program says, and no person. */
const FOREIGN =
  /invalid (input|email|url|uuid|iso|option)|expected (string|number|boolean|array|object|nonoptional)|\breceived\b|too (big|small):|must be [<>]=?|[<>]=\d|unrecognized key|\bzod\b|\bundefined\b|\bNaN\b|\[object|must match pattern|unexpected token|idempotency-key|retry-after|content-type|listed under details|such huggg|what can be stored|none of the forms|larger than \d+ bytes|2026-03-02T/i

const TYPED: readonly Control['kind'][] = ['text', 'textarea', 'number', 'day']
export const isTypedText = ({ kind }: Control): boolean => TYPED.includes(kind)

/** Cleaning, spaces and the way that a line ends may change; no letter may. */
const letters = (text: string): string => text.normalize('NFKC').replaceAll(/[\p{C}\s\ufffd]/gu, '')

/** Nothing is told of it by an error page, a page of text or a thrown error. */
export function errorInstead({ answer }: Exchange, error: unknown): string | null {
  const title = ERROR_PAGE.exec(answer.text)?.[1]
  if (title) return `an error page: ${title}`
  if (error !== undefined) return `an error in place of the page: ${JSON.stringify(error)}`
  const isPage = /html|x-script|json/.test(answer.headers.get('content-type') ?? 'none')
  return answer.status >= 400 && !isPage ? `no page: ${answer.text.slice(0, 100)}` : null
}

/** A sentence that is not one of ours, unless it repeats what was typed. */
export function foreignSentence(sentences: readonly string[], entries: readonly Entry[]): string | null {
  const typed = entries.flatMap(([, value]) => (typeof value === 'string' && value.trim() ? [value.trim()] : []))
  const own = (sentence: string) => typed.reduce((left, value) => left.replaceAll(value, ' '), sentence)
  const found = sentences.map(own).find((sentence) => FOREIGN.test(sentence))
  return found ? `words for programs: ${found.slice(0, 200)}` : null
}

/** What was typed and is nowhere in the form that came back. */
export function lostText({ form, page, entries, answer }: Exchange): string | null {
  const cookie = answer.headers.getSetCookie().find((line) => line.includes('flash=')) ?? ''
  const told = decodeURIComponent(cookie.split(';')[0]!)
  const typed = entries.filter(([name, value]) => typeof value === 'string' && letters(value) && isTyped(form, name))
  if (typed.length === 0) return null
  if (answer.status === 303) {
    const location = decodeURIComponent((answer.headers.get('location') ?? '').replaceAll('+', ' '))
    const isKept = typed.every(([, value]) => letters(location).includes(letters(value as string)))
    return told.includes('"danger"') && !isKept ? `refused elsewhere: ${told.slice(0, 200)}` : null
  }
  const returned = formsOnPage(answer.text, page).flatMap(({ controls }) => controls)
  const everything = letters(returned.map(({ value }) => value).join(' '))
  const lost = typed.find(([, value]) => !everything.includes(letters(value as string)))
  return lost ? `lost what was typed: ${lost[0]}=${JSON.stringify(lost[1]).slice(0, 100)}` : null
}

const isTyped = (form: PageForm, name: string) =>
  form.controls.some((control) => control.name === name && isTypedText(control))

/** What a page says, without its scripts and styles and what stands in its fields. */
export const textOnPage = (html: string): string =>
  html.replaceAll(/<(script|style|textarea|svg)\b.*?<\/\1>|<[^>]*>/gs, ' ')

interface ActionData {
  sentences: string[]
  error: unknown
}

/** What an action answers to the page's script. */
export async function actionData({ text }: PageAnswer): Promise<ActionData> {
  const { value } = await decode(new Blob([text]).stream(), globalThis as never)
  const { data, error } = value as { data?: unknown; error?: unknown }
  return { sentences: textsIn(data), error }
}

/** Every text in it but what repeats the form. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (name === 'values' ? [] : textsIn(inner)))
}
