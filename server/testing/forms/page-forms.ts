/** What is typed into, chosen or sent along: a control of a form, as the page drew it. */
export interface Control {
  name: string
  /** `text` is whatever is typed into, `textarea` too; `hidden` is sent unseen; the others are chosen. */
  kind: 'text' | 'textarea' | 'number' | 'day' | 'password' | 'file' | 'hidden' | 'select' | 'tick' | 'button'
  value: string
  /** What a select offers. */
  options?: string[]
  /** A box that is ticked, or one of several that is chosen. */
  isOn?: boolean
  /** The browser takes no more than this. */
  maxLength?: number
}

/** A form that is sent by POST, as the page drew it. */
export interface PageForm {
  /** Where it is sent to. */
  action: string
  isMultipart: boolean
  controls: Control[]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

const decodeHtml = (html: string): string =>
  html.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    hex || decimal ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)) : (ENTITIES[name] ?? whole),
  )

type Attributes = Record<string, string>

const readAttributes = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/([^\s"'=<>/]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [
      name!.toLowerCase(),
      decodeHtml(value ?? ''),
    ]),
  )

const INPUT_KINDS: Record<string, Control['kind']> = {
  ...{ hidden: 'hidden', password: 'password', file: 'file', number: 'number', checkbox: 'tick', radio: 'tick' },
  ...{ date: 'day', 'datetime-local': 'day', time: 'day', month: 'day', submit: 'button', image: 'button' },
}

const TAGS =
  /<form\b([^>]*)>|<(\/form)>|<input\b([^>]*)>|<textarea\b([^>]*)>([^<]*)<\/textarea>|<select\b([^>]*)>(.*?)<\/select>|<button\b([^>]*)>/gs

function readControl([, , , input, textarea, typed, select, offered, button]: RegExpMatchArray): Control | null {
  const attributes = readAttributes(input ?? textarea ?? select ?? button ?? '')
  const { name, value = '', type = '', maxlength } = attributes
  if (!name || 'disabled' in attributes) return null
  // Sent along, and typed into by no one: the name that a new password belongs to.
  if ('readonly' in attributes) return { name, kind: 'hidden', value }
  const limit = maxlength ? { maxLength: Number(maxlength) } : {}
  // A line's end at the very start belongs to how it is written.
  if (textarea !== undefined)
    return { name, kind: 'textarea', value: decodeHtml(typed!).replace(/^\r?\n/, ''), ...limit }
  if (button !== undefined) return type === 'button' || type === 'reset' ? null : { name, kind: 'button', value }
  if (select === undefined)
    return {
      name,
      kind: INPUT_KINDS[type] ?? 'text',
      value: value || (type === 'checkbox' ? 'on' : ''),
      ...isOn(attributes),
      ...limit,
    }
  const options = [...offered!.matchAll(/<option\b([^>]*)>([^<]*)/g)].map(([, tag, label]) => {
    const option = readAttributes(tag!)
    return { value: option.value ?? decodeHtml(label!), isChosen: 'selected' in option }
  })
  const chosen = options.find(({ isChosen }) => isChosen) ?? options[0]
  return { name, kind: 'select', value: chosen?.value ?? '', options: options.map((option) => option.value) }
}

const isOn = (attributes: Attributes) => ('checked' in attributes ? { isOn: true } : {})

/** Every form of a page that is sent by POST: what our own renderer writes, no HTML of others. */
export function formsOnPage(html: string, address: string): PageForm[] {
  const forms = new Map<string, PageForm & { method: string }>()
  let open: string | null = null
  for (const match of html.replaceAll(/<script\b.*?<\/script>/gs, '').matchAll(TAGS)) {
    const [whole, form, closing] = match
    if (closing) open = null
    else if (form !== undefined) {
      const { id = `form ${forms.size}`, method = 'get', action = address, enctype = '' } = readAttributes(form)
      open = id
      const { pathname, search } = new URL(action, `http://page${address}`)
      const isMultipart = enctype === 'multipart/form-data'
      forms.set(id, { action: `${pathname}${search}`, method: method.toLowerCase(), isMultipart, controls: [] })
    } else {
      const control = readControl(match)
      const owner = readAttributes(whole.slice(0, whole.indexOf('>'))).form ?? open
      if (control && owner) forms.get(owner)?.controls.push(control)
    }
  }
  return [...forms.values()].filter(({ method }) => method === 'post').map(({ method, ...form }) => form)
}
