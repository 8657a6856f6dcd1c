/**
 * What mail programs make of HTML and CSS, after caniemail.com (June 2026), for the little that our emails use. What is
 * not in these tables must not be used: look it up there first.
 */
import { contrast } from '#kit/colour.ts'

type Client = 'Outlook 2019' | 'Gmail' | 'Apple Mail'
const clients: Client[] = ['Outlook 2019', 'Gmail', 'Apple Mail']

const elements = new Set(
  'html head meta title style body div table tr td h1 p a img br span xml o:officedocumentsettings o:pixelsperinch'.split(
    ' ',
  ),
)

/** Gmail drops a larger style sheet, and shows accounts of other providers without any. */
const MAX_STYLE_BYTES = 16 * 1024
/** So nothing may stand on one: it brings colours for the dark, room on a phone, and resets. */
const sheetProperties = new Set(
  `color background-color border-color padding-left padding-right color-scheme supported-color-schemes margin padding
  width border-spacing text-decoration -webkit-text-size-adjust`.split(/\s+/),
)

interface Element {
  name: string
  attributes: Record<string, string>
  styles: Record<string, string>
  parents: readonly Element[]
}

interface Support {
  /** The programs that do not know the property, or not everywhere. */
  lacking: Client[]
  /** Whether nothing depends on it here: something they know stands in for it, or only its looks are lost. */
  unless: (element: Element, value: string) => boolean
}

const isCell = ({ name }: Element) => name === 'td'
const enclosingCell = ({ parents }: Element) => parents.findLast(isCell)
const isHidden = ({ styles }: Element) => styles.display === 'none'
/** A link that is a button takes its room from the cell around it. */
const isInPaddedCell = (element: Element) => 'mso-padding-alt' in (enclosingCell(element)?.styles ?? {})
const isThin = (value: string) => Number.parseFloat(value) <= 8
const isSize = (attribute: string | undefined, value: string) => Number(attribute) === Number.parseFloat(value)
const onlyLooks = () => true

const known = 'background-color border-collapse color font-family font-size font-weight line-height text-decoration'
const partly: Record<string, Support> = {
  border: {
    lacking: ['Outlook 2019'],
    unless: (element, value) => value === '0' || (isCell(element) && isThin(value)),
  },
  'border-left': { lacking: ['Outlook 2019'], unless: (element, value) => isCell(element) && isThin(value) },
  'border-radius': { lacking: ['Outlook 2019'], unless: onlyLooks },
  display: {
    lacking: ['Outlook 2019'],
    unless: (element, value) =>
      value === 'none' ? 'mso-hide' in element.styles : element.name === 'img' || isInPaddedCell(element),
  },
  height: {
    lacking: ['Outlook 2019'],
    unless: (element, value) =>
      isSize((element.name === 'div' ? enclosingCell(element) : element)?.attributes.height, value),
  },
  'letter-spacing': { lacking: ['Outlook 2019'], unless: (_, value) => /^\d+px$/.test(value) },
  margin: {
    lacking: ['Outlook 2019', 'Gmail'],
    unless: ({ name }, value) => name !== 'span' && !/-|auto/.test(value),
  },
  'max-height': { lacking: ['Outlook 2019'], unless: isHidden },
  'max-width': {
    lacking: ['Outlook 2019'],
    unless: (element) => isHidden(element) || element.name === 'table',
  },
  opacity: { lacking: ['Outlook 2019', 'Gmail'], unless: isHidden },
  overflow: { lacking: ['Outlook 2019', 'Gmail'], unless: isHidden },
  'overflow-wrap': { lacking: ['Outlook 2019', 'Gmail'], unless: ({ styles }) => 'word-break' in styles },
  padding: {
    lacking: ['Outlook 2019'],
    unless: (element, value) => value === '0' || isCell(element) || isInPaddedCell(element),
  },
  // Gmail breaks long words anyhow.
  'word-break': { lacking: ['Gmail'], unless: onlyLooks },
  'vertical-align': { lacking: [], unless: onlyLooks },
  width: { lacking: ['Outlook 2019'], unless: ({ attributes }, value) => isSize(attributes.width, value) },
}
for (const property of known.split(' ')) partly[property] = { lacking: [], unless: onlyLooks }

/** The parts of an email that some mail program would not show as meant. */
export function emailFaults(page: string): string[] {
  const faults = sheetFaults(page)
  for (const client of clients)
    for (const element of listElements(page, client).map(({ element }) => element)) {
      const { name, attributes, styles } = element
      if (!elements.has(name)) faults.push(`<${name}> is not known to everyone`)
      if (
        name === 'img' &&
        !(attributes.alt && attributes.width && attributes.height && attributes.src?.startsWith('https://'))
      )
        faults.push('a picture needs alt, width, height and a whole address')
      if (name === 'a' && !/^(https?:\/\/|mailto:)/.test(attributes.href ?? ''))
        faults.push(`a link leads nowhere: ${attributes.href}`)
      for (const [property, value] of Object.entries(styles)) {
        const support = partly[property]
        if (property.startsWith('mso-')) continue
        if (!support) faults.push(`${property} is not in the table`)
        else if (support.lacking.includes(client) && !support.unless(element, value))
          faults.push(`${client} does not know ${property}:${value} on <${name}>`)
      }
    }
  return [...new Set(faults)]
}

const styleSheet = (page: string) => /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''

function sheetFaults(page: string): string[] {
  const sheet = styleSheet(page)
  const used = [...sheet.matchAll(/[{;]\s*([a-z-]+)\s*:[^;{}]+(?=[;}])/g)].map(([, property]) => property!)
  return [
    ...(Buffer.byteLength(sheet) > MAX_STYLE_BYTES ? ['the style sheet is too large for Gmail'] : []),
    ...(/@import|@font-face|url\(/.test(sheet) ? ['the style sheet loads something'] : []),
    ...used
      .filter((property) => !sheetProperties.has(property))
      .map((property) => `${property} stands in the style sheet alone`),
  ]
}

/** What a client reads: Outlook its own comments, the others what is hidden from it. */
const shownTo = (page: string, client: Client) =>
  client === 'Outlook 2019'
    ? page
        .replaceAll(/<!--\[if !mso\]><!-->[\s\S]*?<!--<!\[endif\]-->/g, '')
        .replaceAll(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g, '$1')
    : page.replaceAll(/<!--[\s\S]*?-->/g, '')

const pairs = (text: string, pattern: RegExp) =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, name, value]) => [name!.toLowerCase(), value!.trim()]))

/** Every element with the text directly in it, in the order of the page. */
function listElements(page: string, client: Client): { element: Element; text: string }[] {
  const found: { element: Element; text: string }[] = []
  const open: { element: Element; text: string }[] = []
  for (const [token] of shownTo(page, client).matchAll(/<\/?[a-z][^>]*>|[^<]+/gi)) {
    if (!token.startsWith('<')) {
      if (open.length) open.at(-1)!.text += token
    } else if (token.startsWith('</')) open.pop()
    else {
      const name = /^<([\w:]+)/.exec(token)![1]!.toLowerCase()
      const attributes = pairs(token, /([\w:-]+)="([^"]*)"/g)
      const styles = pairs(attributes.style ?? '', /([\w-]+)\s*:\s*([^;]+)/g)
      const entry = { element: { name, attributes, styles, parents: open.map(({ element }) => element) }, text: '' }
      found.push(entry)
      if (!/^(meta|img|br)$/.test(name)) open.push(entry)
    }
  }
  return found
}

/** Texts that cannot be read on what is behind them: without any style sheet, and as its dark rules would have them. */
export function unreadableTexts(page: string): string[] {
  const dark = darkRules(page)
  const texts = listElements(page, 'Gmail').filter(
    ({ element, text }) =>
      text.replaceAll(/&\w+;|&#\d+;|\s/g, '') !== '' &&
      !['title', 'style'].includes(element.name) &&
      ![element, ...element.parents].some(isHidden),
  )
  return texts.flatMap(({ element, text }) =>
    [{}, dark].flatMap((rules) => {
      const [colour, ground] = [shownColour(element, 'color', rules), shownColour(element, 'background-color', rules)]
      const ratio = contrast(colour, ground)
      return ratio >= 4.5 ? [] : [`${text.trim()}: ${colour} on ${ground}, ${ratio.toFixed(1)}`]
    }),
  )
}

type Rules = Record<string, Record<string, string>>

/** By selector; a later rule goes before an earlier one. */
function darkRules(page: string): Rules {
  const rules: Rules = {}
  for (const [, block] of styleSheet(page).matchAll(/@media\(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*)\}/g))
    for (const [, selector, body] of block!.matchAll(/([^{}]+)\{([^{}]*)\}/g))
      rules[selector!.trim()] = { ...rules[selector!.trim()], ...pairs(body!, /([\w-]+)\s*:\s*([^;!]+)/g) }
  return rules
}

function shownColour(element: Element, property: 'color' | 'background-color', rules: Rules): string {
  for (const each of [element, ...element.parents.toReversed()]) {
    const classes = (each.attributes.class ?? '').split(' ').map((name) => `.${name}`)
    const around = each.parents.flatMap(({ attributes }) =>
      (attributes.class ?? '').split(' ').map((name) => `.${name} ${each.name}`),
    )
    const ruled = [...around, ...classes].map((selector) => rules[selector]?.[property]).find(Boolean)
    const value = ruled ?? each.styles[property]
    if (value) return value
  }
  return property === 'color' ? '#000000' : '#ffffff'
}
