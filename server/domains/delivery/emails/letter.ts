import type { EmailContent } from '../messages/message-kind.ts'
import { copy } from './copy.en-GB.ts'
import { html, inline, lines } from './html.ts'
import { button, emailPage, heading, link, paragraph, quotation, small } from './layout.ts'

/** A paragraph, or lines that are not our words: addresses, say. */
type Block = string | { label?: string; quote: readonly string[] } | false

/** What an email says that looks as most of them do. */
export interface Letter {
  subject: string
  preheader: string
  heading: string
  body: readonly Block[]
  /** The one thing to do, and its page. */
  action?: string
  path?: string
  /** Below the button: what to do if it was not meant. */
  aside?: string
  /** Why it comes, below everything. */
  why?: string
  /** The link stands below once more, to be copied. */
  showsLink?: boolean
  /** What every letter says alike, where it is not in our own language, or not about gifts. */
  frame?: LetterFrame
}

interface LetterFrame {
  locale: string
  direction: 'ltr' | 'rtl'
  linkHint: string
  sentWith: string
}

const ours: LetterFrame = {
  ...{ locale: copy.locale, direction: 'ltr', linkHint: copy.linkHint, sentWith: copy.sentWith },
}

/** Of letters about help for people: without a word of gifts. */
export const ofHelp: LetterFrame = { ...ours, sentWith: 'Sent by Posy.' }

/** How a letter begins that knows its reader. */
export const hello = ({ firstName }: { firstName: string }): string => copy.greeting(inline(firstName))

const drawBlock = (block: Block) => {
  if (block === false) return false
  if (typeof block === 'string') return paragraph(block)
  return html`${block.label && paragraph(block.label)}${quotation(lines(block.quote.join('\n')))}`
}

const blockText = (block: Block): string | false =>
  typeof block === 'object' ? [block.label, ...block.quote].filter(Boolean).join('\n') : block

export function renderLetter(letter: Letter, publicUrl = ''): EmailContent {
  const { subject, preheader, body, action, aside, why, showsLink, frame = ours } = letter
  const url = `${publicUrl}${letter.path ?? ''}`
  const page = emailPage({
    locale: frame.locale,
    direction: frame.direction,
    subject,
    preheader,
    body: html`${heading(letter.heading)}${body.map((block) => html`${drawBlock(block)}`)}${action && button(action, url)}${aside && small(aside)}`,
    footer: html`${why && small(why)}${showsLink && small(html`${frame.linkHint} ${link(url, url)}`)}${small(frame.sentWith)}`,
  })
  const text = [letter.heading, ...body.map(blockText), action && `${action}: ${url}`, aside, why, frame.sentWith]
  return { subject, html: page, text: text.filter(Boolean).join('\n\n') }
}
