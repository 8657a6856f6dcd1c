import type { Copy } from './copy.en-GB.ts'
import { type EmailContent, quoted } from './gift-email.ts'
import { html, inline, lines } from './html.ts'
import { button, emailPage, heading, paragraph, quotation, small } from './layout.ts'

export interface ReactionLine {
  name: string | null
  emoji: string | null
  message: string | null
  giftName: string
}

const SHOWN = 10

/** `reactions` holds at least one, the newest first. */
export function reactionSummaryEmail(
  copy: Copy,
  { reactions, url }: { reactions: readonly ReactionLine[]; url: string },
): EmailContent {
  const words = copy.reactionSummary
  const reactorName = ({ name }: ReactionLine) => inline(name ?? '') || words.unnamed
  const shown = reactions.slice(0, SHOWN)
  const hidden = reactions.length - shown.length
  const subject = words.subject(reactions.length, reactorName(reactions[0]!))
  const about = (reaction: ReactionLine) => words.about(reactorName(reaction), inline(reaction.giftName))
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.preheader,
    body: html`
${heading(words.heading(reactions.length))}
${paragraph(words.intro)}
${shown.map((reaction) => {
  const said = [reaction.emoji, reaction.message?.trim()].filter(Boolean).join(' ')
  return html`${quotation(html`${lines(said)}<br><span class="muted" style="font-family:Arial,sans-serif;font-size:13px;line-height:20px;color:#655c70;">${about(reaction)}</span>`)}`
})}
${hidden > 0 && paragraph(words.more(hidden))}
${button(words.action, url)}`,
    footer: html`${small(words.why)}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading(reactions.length),
    ...shown.map(
      (reaction) =>
        `${quoted([reaction.emoji, reaction.message?.trim()].filter(Boolean).join(' '))}\n${about(reaction)}`,
    ),
    hidden > 0 && words.more(hidden),
    `${words.action}: ${url}`,
    words.why,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.filter(Boolean).join('\n\n') }
}
