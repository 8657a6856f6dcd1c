import type { UploadKind } from '#contract/uploads/uploads.ts'

const pictureFormats = ['png', 'jpeg', 'webp', 'svg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Longest side and area that a picture may have as it comes, before anything is decoded. */
export const MAX_SIDE_PX = 10_000
export const MAX_AREA_PX = 50_000_000
/** Smaller ones cannot be told from a mistake. */
export const MIN_SIDE_PX = 16

/** How a picture of each kind is kept: no larger than it is ever shown. */
export const keptAs: Record<UploadKind, { format: 'png' | 'jpeg'; maxSidePx: number }> = {
  logo: { format: 'png', maxSidePx: 1200 },
  cover: { format: 'jpeg', maxSidePx: 1600 },
  pattern: { format: 'png', maxSidePx: 800 },
}

/** Why a picture is refused, for the person who chose it. */
export type PictureFault =
  | 'wrong-type'
  | 'too-large'
  | 'too-small'
  | 'too-thin'
  | 'unreadable'
  | 'svg-active'
  | 'too-complex'

export const faultMessages: Record<PictureFault, string> = {
  'wrong-type': 'must be a PNG, JPEG, WebP or SVG picture',
  'too-large': `must be at most ${MAX_SIDE_PX} pixels on each side and 50 million in all; make it smaller and try again`,
  'too-small': `must be at least ${MIN_SIDE_PX} pixels on each side`,
  'too-thin': `is so long and thin that it would be less than ${MIN_SIDE_PX} pixels high or wide where it is shown; cut it to its middle`,
  unreadable: 'cannot be read as a picture; it may be damaged. Save it again and try once more',
  'svg-active':
    'must be a plain SVG, without scripts, entities or references to other files; export it as plain SVG or as PNG',
  'too-complex': 'takes too long to draw; export it as PNG and try again',
}

const startsWith = (bytes: Uint8Array, at: number, ...values: number[]) =>
  values.every((value, index) => bytes[at + index] === value)

/** What a file is by its first bytes, whatever it is called. Null for what we do not take. */
export function detectFormat(bytes: Uint8Array): PictureFormat | null {
  if (startsWith(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (startsWith(bytes, 0, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (startsWith(bytes, 0, 0x52, 0x49, 0x46, 0x46) && startsWith(bytes, 8, 0x57, 0x45, 0x42, 0x50)) return 'webp'
  const head = bytes.subarray(0, 1024)
  const start = new TextDecoder(wideEncoding(bytes) ?? 'utf-8').decode(head).trimStart()
  return /^<(\?xml|!--|!DOCTYPE\s+svg|([\w-]+:)?svg[\s>])/i.test(start) ? 'svg' : null
}

const ACTIVE = [
  // Markup that runs, embeds or pulls in something. Names may carry a namespace's prefix.
  /<\s*([\w-]+:)?(script|foreignObject|iframe|object|embed|handler|listener|audio|video|use\b[^>]*\bhref\s*=\s*["']?\s*data:)/i,
  /<!ENTITY|<!ATTLIST|<!ELEMENT|<!NOTATION/i,
  /<\?xml-stylesheet/i,
  /<([\w-]+:)?include\b/i,
  /\son[a-z]+\s*=/i,
  /@import/i,
  /javascript\s*:/i,
]
/** A reference that stays inside the file, or carries its picture with it. */
const INNER = /^(#|data:image\/(png|jpe?g|webp);base64,)/i

/**
 * An SVG that draws and does nothing else, ready for the rasteriser; null for any other. What this lets through is still
 * only rasterised: no one is ever sent the file itself.
 */
export function plainSvg(bytes: Uint8Array): Buffer | null {
  const text = decodeSvg(bytes)
  if (text === null) return null
  const doctype = /<!DOCTYPE[^>[]*(\[)?/i.exec(text)
  if (doctype?.[1] || !/<([\w-]+:)?svg[\s>]/i.test(text)) return null
  const body = text.replace(/<!DOCTYPE[^>]*>/i, '')
  const markup = body.replace(WRITING, '$1')
  if (/<!DOCTYPE/i.test(body) || ACTIVE.some((pattern) => pattern.test(markup))) return null
  // Characters written as numbers could spell any of the above.
  if (/&#(x0*)?(6a|4a|106|74);?/i.test(body)) return null
  for (const [, , value = ''] of body.matchAll(/\b(?:xlink:)?(?:href|src)\s*=\s*(["'])([\s\S]*?)\1/gi))
    if (value.trim() && !INNER.test(value.trim())) return null
  for (const [, value = ''] of body.matchAll(/url\(\s*["']?([^"')]*)/gi)) if (!INNER.test(value.trim())) return null
  return Buffer.from(body, 'utf8')
}

/** What is written in a picture or said of it, behind a tag that is whole: words, which run nothing. */
const WRITING = /(<(?:title|desc|text|tspan|textPath)(?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*>)[^<]*/gi

/** By its mark, or by the empty half of its first letter. */
function wideEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : null
}

const DECLARED = /^(<\?xml[^>]*?)\s+encoding\s*=\s*["']([^"']*)["']/i
const ENCODINGS: Record<string, string> = {
  ...{
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    'us-ascii': 'utf-8',
    'utf-16': 'utf-16',
    'utf-16le': 'utf-16',
    'utf-16be': 'utf-16',
  },
  ...{ 'iso-8859-1': 'windows-1252', 'windows-1252': 'windows-1252', 'iso-8859-15': 'iso-8859-15' },
}

/** As text that declares no encoding, which is then UTF-8; null for one in another encoding than design programs write. */
function decodeSvg(bytes: Uint8Array): string | null {
  const wide = wideEncoding(bytes)
  const declared = wide
    ? 'utf-16'
    : (DECLARED.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[2] ?? 'utf-8')
  const encoding = ENCODINGS[declared.toLowerCase()]
  if (!encoding || (encoding === 'utf-16') !== (wide !== null)) return null
  try {
    return new TextDecoder(wide ?? encoding, { fatal: true }).decode(bytes).replace(DECLARED, '$1')
  } catch {
    return null
  }
}
