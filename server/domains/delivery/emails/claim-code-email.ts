import { accentSchemes } from '#kit/accent.ts'
import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline } from './html.ts'
import { bigCode, type EmailBrand, emailPage, heading, link, logoRow, paragraph, small } from './layout.ts'

export interface ClaimCodeEmail {
  /** Who gives the gift, as they sign. */
  from: string
  teamName: string
  brand: EmailBrand
  code: string
  minutes: number
  /** The page where the code is asked for. */
  url: string
}

/** No button: the code goes back into the page that asked for it, in the same browser. */
export function claimCodeEmail(
  copy: Copy,
  { from: sender, teamName, brand, code, minutes, url }: ClaimCodeEmail,
): EmailContent {
  const words = copy.claimCode
  const from = inline(sender)
  const accents = accentSchemes(brand.accentHex)
  const subject = words.subject(code, from)
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.preheader(minutes),
    ...(brand.logoUrl && { header: logoRow(brand.logoUrl, inline(teamName)) }),
    accents,
    body: html`${heading(words.heading)}${paragraph(words.intro(from))}${bigCode(code)}${paragraph(words.validity(minutes))}${small(html`${words.page} ${link(url, url, accents?.light.text)}`)}`,
    footer: html`${small(words.notYou)}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading,
    words.intro(from),
    code,
    words.validity(minutes),
    `${words.page} ${url}`,
    words.notYou,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.join('\n\n') }
}
