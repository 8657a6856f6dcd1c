import { lastStrong } from './bidi.ts'
import { splitLetters } from './fonts.ts'
import type { Pdf } from './pdf.ts'
import { type Flow, lineWidth, type Setting, type Span, spansFlow, spansText, withoutValues } from './text.ts'

const OPENING = '「『（【《〈〔［｛'
const CLOSING = '、。，．！？：；」』）】》〉〕］｝ー々ゝゞ・…‥ぁぃぅぇぉっゃゅょァィゥェォッャュョ'
const EAST_ASIAN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff01-\\uff60'
/**
 * What stays on one line: a word with its hyphens, after which a name may be broken but no number (INV-000001), and each
 * letter of Chinese and Japanese with the signs that may not begin or end a line. Hard spaces are of their word.
 */
const UNBROKEN = new RegExp(
  [
    '[^\\S\\u00a0\\u202f]+',
    '-+(?!\\p{N})',
    `[${OPENING}]*(?:[${EAST_ASIAN}]\\p{M}*|$)[${CLOSING}]*`,
    `(?:[^\\s${EAST_ASIAN}-]|[\\u00a0\\u202f]|-+(?=\\p{N}))+-*`,
  ].join('|'),
  'gu',
)

interface BrokenLine {
  spans: Span[]
  flow: Flow
}
interface BrokenLines {
  lines: BrokenLine[]
  /** A word that is wider than a line had to be broken. */
  isBroken: boolean
}

/** Breaks text into lines of a width. */
export function breakLines(
  pdf: Pdf,
  spans: readonly Span[],
  { width, ...setting }: Setting & { width: number },
): BrokenLines {
  const flow = spansFlow(spans)
  let line: BrokenLine = { spans: [], flow }
  const broken: BrokenLines = { lines: [line], isBroken: false }
  let used = 0
  for (const source of spans) {
    const span = { ...source, whole: source.text }
    let isBegun = false
    for (const word of span.text.match(UNBROKEN) ?? []) {
      const isSpace = /^\s/.test(word) && word.trim() === ''
      const parts = isSpace ? [' '] : breakWord(pdf, { ...span, text: word }, { width, ...setting })
      broken.isBroken ||= parts.length > 1
      for (const text of parts) {
        if (isSpace && used === 0) continue
        const wide = lineWidth(pdf, [{ ...span, text }], setting)
        if (!isSpace && used > 0 && used + wide > width + 0.01) {
          const before = lastStrong(spansText(withoutValues(line.spans)), line.flow.before ?? '')
          line = { spans: [], flow: { ...flow, before } }
          broken.lines.push(line)
          used = 0
          isBegun = false
        }
        if (isBegun) line.spans.at(-1)!.text += text
        else line.spans.push({ ...span, text })
        isBegun = true
        used += wide
      }
    }
  }
  for (const { spans } of broken.lines) {
    const last = spans.at(-1)
    if (last) last.text = last.text.trimEnd()
  }
  return broken
}

/** A word, or the parts of it that fit on a line each. */
function breakWord(pdf: Pdf, span: Span, { width, ...setting }: Setting & { width: number }): string[] {
  const isWider = (text: string) => lineWidth(pdf, [{ ...span, text }], setting) > width
  if (!isWider(span.text)) return [span.text]
  const parts: string[] = ['']
  for (const letter of splitLetters(span.text)) {
    if (parts.at(-1) && isWider(parts.at(-1)! + letter)) parts.push('')
    parts[parts.length - 1] += letter
  }
  return parts
}
