import type { AccentScheme } from '#kit/accent.ts'
import { type Html, html } from './html.ts'

const light = {
  paper: '#fbf7f2',
  surface: '#ffffff',
  ink: '#241b2f',
  muted: '#655c70',
  line: '#e6ddd5',
  accent: '#b3245b',
  onAccent: '#ffffff',
}
const dark = {
  paper: '#17121d',
  surface: '#211a29',
  ink: '#f3edf5',
  muted: '#b3a8be',
  line: '#3a3145',
  accent: '#f58fb3',
  onAccent: '#241b2f',
}

const SERIF = "'Fraunces',Georgia,'Times New Roman',serif"
const SANS = "'Figtree',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const WIDTH_PX = 560

/** Dark colours by class, for clients that read style sheets; `prefix` is how Outlook's apps name their own dark mode. */
const darkRules = (prefix: string): string =>
  [
    `.paper{background-color:${dark.paper}!important}`,
    `.surface{background-color:${dark.surface}!important}`,
    `.ink{color:${dark.ink}!important}`,
    `.muted{color:${dark.muted}!important}`,
    `.accent{color:${dark.accent}!important}`,
    `.link{color:${dark.accent}!important}`,
    `.line{border-color:${dark.line}!important}`,
    `.quote{border-color:${dark.accent}!important}`,
    `.button{background-color:${dark.accent}!important}`,
    `.button a{color:${dark.onAccent}!important}`,
  ]
    .map((rule) => `${prefix}${rule}`)
    .join('')

const style: Html = {
  html: `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;width:100%!important;-webkit-text-size-adjust:100%}
table{border-spacing:0}a{text-decoration:underline}
@media(max-width:480px){.pad{padding-left:24px!important;padding-right:24px!important}}
@media(prefers-color-scheme:dark){${darkRules('')}}
${darkRules('[data-ogsc] ')}`,
}

/** A team's colours in place of ours, where dark mode would bring ours back. */
const accentRules = ({ accent, onAccent, text }: AccentScheme): Html => {
  const rules = (prefix: string) =>
    `${prefix}.button{background-color:${accent}!important}${prefix}.button a{color:${onAccent}!important}${prefix}.quote{border-color:${text}!important}${prefix}.link{color:${text}!important}`
  return { html: `@media(prefers-color-scheme:dark){${rules('')}}${rules('[data-ogsc] ')}` }
}

/** Keeps the first words of the body out of the preview line after the preheader. */
const filler: Html = { html: '&#847;&zwnj;&nbsp;'.repeat(60) }

export interface EmailParts {
  locale: string
  /** As it is read; from the left unless told. */
  direction?: 'ltr' | 'rtl'
  subject: string
  /** What an inbox shows after the subject. */
  preheader: string
  /** Full width, above the text; our name unless told. */
  header?: Html
  /** Of a team's brand, made readable; ours unless told. */
  accents?: { dark: AccentScheme } | null
  body: Html
  footer: Html
}

const wordmark: Html = html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="pad accent" style="padding:28px 44px 0;font-family:${SERIF};font-size:22px;line-height:26px;font-weight:600;color:${light.accent};">Posy</td></tr></table>`

/** How the email of a gift looks; without a team's brand, its giftwrap alone. */
export interface EmailBrand {
  giftwrap: string
  accentHex: string | null
  /** The picture is 260 × 56 as shown, on white of its own. */
  logoUrl: string | null
}

/** A team's logo; its name where pictures are off. */
export const logoRow = (url: string, name: string): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="#ffffff" style="padding:10px 12px;background-color:#ffffff;border-radius:12px 12px 0 0;"><img src="${url}" alt="${name}" width="260" height="56" style="display:block;width:260px;height:56px;border:0;font-family:${SANS};font-size:18px;line-height:56px;font-weight:600;color:#241b2f;"></td></tr></table>`

/** The frame of every email: tables and inline styles for old clients, a style sheet for dark mode and phones. */
export const emailPage = ({
  locale,
  direction = 'ltr',
  subject,
  preheader,
  header,
  accents,
  body,
  footer,
}: EmailParts): string =>
  html`<!doctype html>
<html lang="${locale}" dir="${direction}" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${subject}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>${style}${accents ? accentRules(accents.dark) : ''}</style>
</head>
<body class="paper" dir="${direction}" style="margin:0;padding:0;background-color:${light.paper};">
<div style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all;">${preheader}${filler}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.paper}" style="background-color:${light.paper};">
<tr><td align="center" style="padding:32px 12px 40px;">
<!--[if mso]><table role="presentation" width="${WIDTH_PX}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${WIDTH_PX}px;">
<tr><td class="surface line" bgcolor="${light.surface}" style="background-color:${light.surface};border:1px solid ${light.line};border-radius:13px;">
${header ?? wordmark}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="pad" style="padding:32px 44px 28px;">
${body}
</td></tr></table>
</td></tr>
<tr><td class="pad" style="padding:24px 44px 0;">
${footer}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>`.html

export const heading = (text: string): Html =>
  html`<h1 class="ink" style="margin:0 0 16px;font-family:${SERIF};font-size:28px;line-height:34px;font-weight:600;color:${light.ink};">${text}</h1>`

export const paragraph = (content: string | Html): Html =>
  html`<p class="ink" style="margin:0 0 16px;font-family:${SANS};font-size:16px;line-height:25px;color:${light.ink};">${content}</p>`

export const small = (content: string | Html): Html =>
  html`<p class="muted" style="margin:0 0 12px;font-family:${SANS};font-size:13px;line-height:20px;color:${light.muted};">${content}</p>`

/** A code to be read and typed: large, its digits apart, and still one word when copied. */
export const bigCode = (code: string): Html =>
  html`<p class="ink" style="margin:8px 0 24px;font-family:${SANS};font-size:36px;line-height:44px;font-weight:600;letter-spacing:8px;color:${light.ink};">${code}</p>`

/** What a person wrote, set apart from our own words. */
export const quotation = (content: Html, accent: string = light.accent): Html => html`
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;"><tr>
<td class="ink quote" dir="auto" style="padding:2px 0 2px 18px;border-left:3px solid ${accent};font-family:${SERIF};font-size:18px;line-height:28px;color:${light.ink};overflow-wrap:anywhere;word-break:break-word;">${content}</td>
</tr></table>`

/** The one thing to do. The cell carries the colour, so that it is a button also where links take no padding. */
export const button = (
  label: string,
  url: string,
  { accent, onAccent }: Pick<AccentScheme, 'accent' | 'onAccent'> = light,
): Html => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;"><tr>
<td class="button" bgcolor="${accent}" align="center" style="border-radius:10px;background-color:${accent};mso-padding-alt:15px 30px;">
<a href="${url}" style="display:inline-block;padding:15px 30px;font-family:${SANS};font-size:17px;line-height:22px;font-weight:600;color:${onAccent};text-decoration:none;border-radius:10px;">${label}</a>
</td></tr></table>`

export const link = (label: string, url: string, colour: string = light.accent): Html =>
  html`<a class="link" href="${url}" style="color:${colour};text-decoration:underline;overflow-wrap:anywhere;word-break:break-all;">${label}</a>`
