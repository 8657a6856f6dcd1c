/**
 * `npm run fonts`: makes the fonts for letters that our own has not, one weight a script, each of the letters that are
 * in use. They are committed: nothing runs this but a person who wants other letters.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const packages = join(root, 'build/fonts')
const target = join(root, 'server/platform/pdf/fonts')

/** All letters from one to another, written as Unicode charts name them. */
function range(name: string): string {
  const [first, last = first] = name.split('-').map((hex) => Number.parseInt(hex, 16))
  return String.fromCodePoint(...Array.from({ length: last! - first! + 1 }, (_, index) => first! + index))
}

/** The first level of JIS X 0208: the kanji in use in Japan, read from the encoding that the standard defines. */
function commonKanji(): string {
  const decoder = new TextDecoder('euc-jp')
  let letters = ''
  for (let row = 0xb0; row <= 0xcf; row++)
    for (let cell = 0xa1; cell <= 0xfe; cell++) letters += decoder.decode(Uint8Array.of(row, cell))
  return letters.replaceAll('\ufffd', '')
}

/** Signs that stand between letters of any script, so that they are set in the script's own font. */
const SIGNS = ['20-40', '5B-60', '7B-7E', 'A0', 'AB', 'B7', 'BB', '2010-2026', '2039', '203A', '25CC'].map(range)
const EAST_ASIAN_SIGNS = ['3000-303F', 'FF01-FF65'].map(range)

const fonts: Record<string, { family: string; letters: string[] }> = {
  'noto-sans': {
    family: 'NotoSans',
    letters: [
      ...['20-7E', 'A0-52F', '1C80-1C88', '1D00-1FFF', '2000-206F', '2070-209F', '20A0-20CF', '20F0', '2100-218B'],
      ...['2212', '25CC', '2C60-2C7F', '2DE0-2DFF', '2E00-2E42', 'A640-A69F', 'A700-A7FF', 'AB30-AB65', 'FB00-FB06'],
      ...['FE20-FE2F', 'FFFD'],
    ].map(range),
  },
  // Each of its shapes is of one letter, so that what is copied out of a PDF is what was written: Noto sets dots apart.
  'ibm-plex-sans-arabic': {
    family: 'IBMPlexSansArabic',
    letters: [...SIGNS, ...['600-6FF', '750-77F', '8A0-8FF', '200C-200D'].map(range)],
  },
  'noto-sans-bengali': {
    family: 'NotoSansBengali',
    letters: [...SIGNS, ...['964-965', '980-9FE', '200C-200D'].map(range)],
  },
  'noto-sans-hebrew': { family: 'NotoSansHebrew', letters: [...SIGNS, ...['591-5F4', 'FB1D-FB4F'].map(range)] },
  'noto-sans-jp': {
    family: 'NotoSansJP',
    letters: [...EAST_ASIAN_SIGNS, ...['3041-30FF', '31F0-31FF', 'FF66-FF9F'].map(range), commonKanji()],
  },
  'noto-sans-kr': { family: 'NotoSansKR', letters: ['3131-318E', 'AC00-D7A3'].map(range) },
  'noto-sans-sc': {
    family: 'NotoSansSC',
    letters: [...EAST_ASIAN_SIGNS, ...['2190-21FF', '25A0-25FF', '2600-2606', '3105-312F', '4E00-9FFF'].map(range)],
  },
}

type SubsetFont = (font: Buffer, letters: string, options: { targetFormat: 'truetype' }) => Promise<Buffer>

mkdirSync(packages, { recursive: true })
mkdirSync(target, { recursive: true })
for (const file of ['package.json', 'package-lock.json'])
  copyFileSync(join(root, 'tools/fonts', file), join(packages, file))
execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: packages, stdio: 'inherit' })
const { resolve } = createRequire(join(packages, 'package.json'))
const subset: { default: SubsetFont } = await import(pathToFileURL(resolve('subset-font')).href)
for (const [name, { family, letters }] of Object.entries(fonts)) {
  const whole = resolve(`@expo-google-fonts/${name}/400Regular/${family}_400Regular.ttf`)
  const made = await subset.default(readFileSync(whole), letters.join(''), { targetFormat: 'truetype' })
  writeFileSync(join(target, `${name}.ttf`), made)
  copyFileSync(join(dirname(whole), '../LICENSE_FONT'), join(target, `${name}.OFL.txt`))
  console.log(`${name}: ${(made.length / 1e6).toFixed(2)} MB`)
}
