import { withoutControls } from './clean-text.ts'
import { decodeWindowsText } from './windows-text.ts'

/** Why a file is no list of text, for the caller to word. */
export type TextFileProblem = 'workbook' | 'not_text'

const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, place) => bytes[place] === byte)

/**
 * A file as Excel, Numbers, banks and mail programs save it, as text: UTF-8, UTF-16 (Excel’s “Unicode Text”) or what Windows
 * wrote before in Western or Central Europe (Excel’s plain CSV). What is no text at all is told apart from it, never read as some.
 */
export function readTextFile(bytes: Uint8Array): { text: string } | { problem: TextFileProblem } {
  const isZip = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
  if (isZip) return { problem: holds(bytes, 'xl/') ? 'workbook' : 'not_text' }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { problem: 'workbook' }
  const text = decode(bytes).replace(/^\uFEFF/, '')
  return isJunk(text) ? { problem: 'not_text' } : { text: withoutControls(text) }
}

function holds(bytes: Uint8Array, name: string): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1_000_000)).includes(name)
}

function decode(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeWindowsText(bytes)
  }
}

/** By its mark; without one, by the empty half of its letters. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  const start = bytes.subarray(0, 1000)
  const empty = [0, 0]
  start.forEach((byte, place) => {
    if (byte === 0) empty[place % 2]!++
  })
  const [even, odd] = empty as [number, number]
  if (even + odd < start.length / 4) return null
  return odd > even * 4 ? 'utf-16le' : even > odd * 4 ? 'utf-16be' : null
}

/** Some control characters are pasted along with text; a picture or a program is full of them. */
function isJunk(text: string): boolean {
  const controls = text.match(/[\u0000-\u0008\u000e-\u001f\u007f\uFFFD\uFFFE\uFFFF]/g)?.length ?? 0
  return controls > 4 && controls > text.length / 50
}
