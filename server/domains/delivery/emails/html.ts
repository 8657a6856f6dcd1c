/** A piece of HTML that is safe to put into a page: only `html` makes one. */
export interface Html {
  readonly html: string
}

type Piece = string | number | Html | readonly Html[] | null | undefined | false

/** Escapes text for element content and for quoted attributes alike. */
const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)

const render = (piece: Piece): string => {
  if (piece === null || piece === undefined || piece === false) return ''
  if (typeof piece === 'string') return escapeHtml(piece)
  if (typeof piece === 'number') return String(piece)
  return 'html' in piece ? piece.html : piece.map(render).join('')
}

/** A template whose values are escaped unless they are HTML already. Absent values leave nothing. */
export const html = (literal: TemplateStringsArray, ...pieces: Piece[]): Html => ({
  html: literal.reduce((before, after, index) => `${before}${render(pieces[index - 1])}${after}`),
})

/** Lines that a person wrote, as lines. */
export const lines = (text: string): Html => ({ html: text.split('\n').map(escapeHtml).join('<br>') })

/** A name or title in one line, never a link: without line breaks, and without the invisible marks that turn the direction of text. */
export const inline = (text: string): string => oneLine(text).replace(DOT_OF_A_DOMAIN, '\u2060.\u2060')

/** The same of what is an address, and is to be read and copied as one. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** A mail program makes a link of `Booking.com` unless something that is not seen stands beside its dot. */
const DOT_OF_A_DOMAIN = /(?<=[\p{L}\d])\.(?=\p{L}{2,})/gu

/** A sender's words, in which no mail program finds a link: theirs may not borrow our name for an address of their own. */
export const unlinked = (message: string): string =>
  message.replace(/:\/\//g, ':\u2060//\u2060').replace(DOT_OF_A_DOMAIN, '\u2060.\u2060')

/** Marked line by line, so that no one takes a sender's words for ours. */
export const quoted = (message: string): string =>
  message
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
