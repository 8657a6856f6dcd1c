import { describe, expect, test } from 'vitest'
import { detectFormat, plainSvg } from './picture.ts'

const drawing = (inner: string, encoding = '') =>
  `${encoding && `<?xml version="1.0" encoding="${encoding}"?>\n`}<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50">${inner}</svg>`
const name = drawing('<text y="20">Café Zoë</text>')

describe('an SVG of a design program', () => {
  test.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${drawing('<text y="20">Café Zoë</text>', 'UTF-8')}`)],
    ['Latin-1', Buffer.from(drawing('<text y="20">Café Zoë</text>', 'ISO-8859-1'), 'latin1')],
    ['Windows-1252', Buffer.from(drawing('<text y="20">Café Zoë</text>', 'windows-1252'), 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${drawing('<text y="20">Café Zoë</text>', 'UTF-16')}`, 'utf16le')],
    ['UTF-16 without its mark', Buffer.from(name, 'utf16le')],
    ['UTF-16 with the large half first', Buffer.from(`\ufeff${name}`, 'utf16le').swap16()],
  ])('in %s is drawn as in UTF-8', (_, bytes) => {
    expect(detectFormat(bytes)).toBe('svg')
    expect(
      plainSvg(bytes)
        ?.toString()
        .replace(/^<\?xml[^>]*>\n/, ''),
    ).toBe(name)
  })

  test.each([
    '<title>once = upon a time</title>',
    '<desc>icon on = light, off = dark</desc>',
    '<text y="9">now on = “yes”; see javascript: the good parts</text>',
  ])('says what it likes in its words: %s', (inner) => expect(plainSvg(Buffer.from(drawing(inner)))).not.toBeNull())

  test.each([
    '<text onload="alert(1)">x</text>',
    '<title a=">" onload="alert(1)">x</title>',
    `<text a='"' onload="alert(1)">x</text>`,
    '<title>x</title><rect onload = "alert(1)"/>',
    '<text>x<a href="javascript:alert(1)">y</a></text>',
    '<title><script>alert(1)</script></title>',
  ])('runs nothing all the same: %s', (inner) => expect(plainSvg(Buffer.from(drawing(inner)))).toBeNull())

  test('in an encoding that says one thing and is another is refused', () => {
    for (const encoding of ['utf-7', 'utf-16', 'ebcdic', 'x-user-defined'])
      expect(plainSvg(Buffer.from(drawing('', encoding)))).toBeNull()
  })
})
