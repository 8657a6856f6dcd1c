import { expect, test } from 'vitest'
import { printedCode } from '#server/domains/hugggs/links/index.ts'
import { readLinkCode } from './link-code.ts'

test('the code of a letter is read however it is typed, the letters o, i and l for a zero and a one, and out of its whole address', () => {
  const code = '0a1b23c4d5e6'
  const printed = printedCode(code)
  for (const typed of [
    ...[code, printed, printed.toLowerCase(), printed.replaceAll('-', ' '), printed.replaceAll('0', 'O')],
    ...[printed.replaceAll('1', 'l'), printed.replaceAll('1', 'I'), `posy.example/a/${printed}`],
    `https://posy.example/a/${code}?lang=ar`,
  ])
    expect([typed, readLinkCode(typed)]).toEqual([typed, code])
  for (const other of ['HSF-1047', 'Ann Example', '07700 900123', `${printed.slice(0, -1)}u`])
    expect([other, readLinkCode(other)]).toEqual([other, null])
})
