/**
 * The order in which mixed lines are set: the Unicode Bidirectional Algorithm (UAX #9) for text without explicit marks
 * of direction, which names and messages do not keep. Rules are named as they are there. A letter has its marks with it,
 * so that W1 has nothing to do.
 */

/** A letter for each class: A is AL, E is EN, N is AN, + is ES, T is ET, S is WS, O is ON. */
const classes: readonly (readonly [string, RegExp])[] = [
  ['E', /^[0-9²³¹⁰⁴-⁹₀-₉۰-۹\u2488-\u249b０-９]/u],
  ['N', /^[\u0600-\u0605\u0660-\u0669\u066b\u066c\u06dd]/u],
  ['T', /^[#%°±\p{Sc}٪؉؊‰‱′-‴℮∓＃％]/u],
  [',', /^[,./:\u00a0\u202f،⁄，．／：]/u],
  ['A', /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\u061b\u061f\u0640]/u],
  ['R', /^[\p{Script=Hebrew}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}]/u],
  ['+', /^[+\-⁺⁻₊₋−＋－]/u],
  ['S', /^\s/u],
  ['O', /^[\p{P}\p{S}½¼¾]/u],
]
const classify = (letter: string): string => classes.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'L'

const PAIRS = ['()', '[]', '{}', '⁅⁆', '〈〉', '《》', '「」', '『』', '【】', '〔〕', '（）', '［］', '｛｝']
const closing = new Map(PAIRS.map(([open, close]) => [open!, close!]))
const mirrored = new Map([...PAIRS, '<>', '«»', '‹›', '≤≥'].flatMap(([a, b]) => [[a!, b!] as const, [b!, a!] as const]))

/** A bracket as it looks where text runs from right to left. */
export const mirror = (letter: string): string => mirrored.get(letter) ?? letter

export type Direction = 'ltr' | 'rtl'

/** P2: that of the first letter which has one. */
export function strongDirection(text: string): Direction | null {
  for (const letter of text) {
    const found = classify(letter)
    if (found === 'L') return 'ltr'
    if (found === 'R' || found === 'A') return 'rtl'
  }
  return null
}

/** P3 */
export const textDirection = (text: string): Direction => strongDirection(text) ?? 'ltr'

const repeat = (kind: string) => (run: string) => kind.repeat(run.length)

/** W2 to W7: what digits and the signs between them count as. */
function resolveWeak(kinds: string, base: 'L' | 'R'): string {
  return kinds
    .replace(/A[^LRA]*/g, (run) => run.replaceAll('E', 'N'))
    .replaceAll('A', 'R')
    .replace(/(?<=E)[+,](?=E)/g, 'E')
    .replace(/(?<=N),(?=N)/g, 'N')
    .replace(/T+(?=E)|(?<=E)T+/g, repeat('E'))
    .replace(/[+T,]/g, 'O')
    .replace(base === 'L' ? /(L|^)[^LR]*/g : /L[^LR]*/g, (run) => run.replaceAll('E', 'L'))
}

const strong = (kind: string | undefined, base: string) => (!kind ? base : kind === 'L' ? 'L' : 'R')

/** N0: both brackets of a pair go the way of what they enclose. */
function resolveBrackets(kinds: string, letters: readonly string[], base: 'L' | 'R'): string {
  const resolved = [...kinds]
  const pairs: [number, number][] = []
  const open: { close: string; at: number }[] = []
  letters.forEach((letter, at) => {
    if (kinds[at] !== 'O') return
    const close = closing.get(letter)
    if (close) open.push({ close, at })
    const match = open.findLastIndex((bracket) => bracket.close === letter)
    if (match >= 0) pairs.push([open.splice(match)[0]!.at, at])
  })
  for (const [from, to] of pairs.sort(([a], [b]) => a - b)) {
    const inside = new Set(
      resolved.slice(from + 1, to).flatMap((kind) => ('LREN'.includes(kind) ? strong(kind, base) : [])),
    )
    if (inside.size === 0) continue
    const before = resolved.slice(0, from).findLast((kind) => 'LREN'.includes(kind))
    const kind = inside.has(base) ? base : strong(before, base) === base ? base : [...inside][0]!
    resolved[from] = resolved[to] = kind
  }
  return resolved.join('')
}

/** N1 and N2: spaces and signs go with what stands on both sides of them, else the way of the paragraph. */
const resolveNeutral = (kinds: string, base: 'L' | 'R'): string =>
  kinds.replace(/[SO]+/g, (run, at: number) => {
    const [before, after] = [strong(kinds[at - 1], base), strong(kinds[at + run.length], base)]
    return (before === after ? before : base).repeat(run.length)
  })

const LEVELS = { ltr: { L: 0, R: 1, E: 2, N: 2 }, rtl: { L: 2, R: 1, E: 2, N: 2 } }

/** The level of each letter: even ones run to the right. */
function levels(letters: readonly string[], direction: Direction): number[] {
  const base = direction === 'ltr' ? 'L' : 'R'
  const kinds = letters.map(classify).join('')
  const weak = resolveWeak(kinds, base)
  const resolved = resolveNeutral(resolveBrackets(weak, letters, base), base)
  const end = kinds.length - /S*$/.exec(kinds)![0].length
  return [...resolved].map((kind, at) =>
    // L1: what is blank at the end of a line stays there.
    at >= end ? (base === 'L' ? 0 : 1) : LEVELS[direction][kind as 'L' | 'R' | 'E' | 'N'],
  )
}

export interface VisualRun {
  /** Where it begins and ends among the line's letters. */
  from: number
  to: number
  direction: Direction
}

/** The last letter of the lines before that has a direction: figures follow it. None where it runs to the right. */
export type StrongLetter = string

export function lastStrong(text: string, before: StrongLetter): StrongLetter {
  const letter = [...text].findLast((letter) => 'LRA'.includes(classify(letter)))
  if (!letter) return before
  return classify(letter) === 'L' ? '' : letter
}

/** The parts of a line that run one way, as they stand on paper from left to right (L2). */
export function visualRuns(letters: readonly string[], direction: Direction, before: StrongLetter = ''): VisualRun[] {
  const found = before ? levels([before, ...letters], direction).slice(1) : levels(letters, direction)
  let runs: (VisualRun & { level: number })[] = []
  found.forEach((level, at) => {
    const last = runs.at(-1)
    if (last?.level === level) last.to = at + 1
    else runs.push({ from: at, to: at + 1, level, direction: level % 2 ? 'rtl' : 'ltr' })
  })
  for (const level of [2, 1]) {
    const ordered: typeof runs = []
    for (let at = 0; at < runs.length; at++) {
      const start = at
      while (at < runs.length && runs[at]!.level >= level) at++
      ordered.push(...runs.slice(start, at).reverse())
      if (at < runs.length) ordered.push(runs[at]!)
    }
    runs = ordered
  }
  return runs.map(({ from, to, direction }) => ({ from, to, direction }))
}
