import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml, page } from '#server/providers/sandbox/page.ts'
import { testCards } from './test-cards.ts'

/** The scripts that browsers run are files of their own: they are checked like all others. */
const readBrowserScript = (name: string): string => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8')
const flowScript = readBrowserScript('flow.js')
const fieldScript = readBrowserScript('field.js')

/** The script that draws Flow's component into a page, as the provider serves it to every shop. */
export const flowScriptResponse = (): Response =>
  new Response(flowScript, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })

const fields = {
  'card-number': { label: 'Card number', placeholder: 'Card number', autocomplete: 'cc-number' },
  'card-expiry-date': { label: 'Expiry date', placeholder: 'MM/YY', autocomplete: 'cc-exp' },
  'card-cvv': { label: 'Security code', placeholder: 'CVV', autocomplete: 'cc-csc' },
} as const
const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name)

const STYLE = `
  :root { color-scheme: light; }
  body { margin: 0; background: transparent; }
  input { width: 100%; height: 100vh; box-sizing: border-box; padding: 0; border: 0; outline: 0; background: transparent; font: 16px system-ui, sans-serif; }
  input::placeholder { color: var(--placeholder, #6b6b6b); opacity: 1; }
  input[aria-invalid=true] { color: var(--invalid, #b42318) !important; }`

/** One input, in a frame of whichever page embeds it; the test cards can be picked. Null where there is no such input. */
export function fieldPage(name: string): Response | null {
  if (!isField(name)) return null
  const { label, placeholder, autocomplete } = fields[name]
  const picks = testCards.map(({ number, scheme, label: says }) => {
    const spaced = number.replace(/(.{4})(?=.)/g, '$1 ')
    return `<option value="${spaced}">${escapeHtml(`${scheme}: ${says}`)}</option>`
  })
  const list = name === 'card-number' ? `<datalist id="cards">${picks.join('')}</datalist>` : ''
  const body = `<input name="${name}" aria-label="${label}" placeholder="${placeholder}" autocomplete="${autocomplete}" inputmode="numeric" ${list && 'list="cards"'}>${list}`
  return page({ title: label, body, style: STYLE, script: fieldScript, ancestors: '*' })
}
