import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** What the documents name is there: files, links, headings, scripts, commands of `posy`. */

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(path))
const documents = tracked.filter((path) => path.endsWith('.md'))
const text = new Map(documents.map((path) => [path, readFileSync(path, 'utf8')]))

/** Each file, and each folder that one is in, by all endings of its path: docs leave out `server/domains/` and the like. */
const endings = new Set<string>()
for (const path of tracked) {
  const parts = path.split('/')
  for (let end = 1; end <= parts.length; end++)
    for (let start = 0; start < end; start++) endings.add(parts.slice(start, end).join('/'))
}

/** Made while Posy runs or is built, on an operator's machine, or said on the wire. */
const elsewhere =
  /^((build|\.posy|\.react-router|node_modules|looks|privacy|data-[\w-]+|posy-client|etc|var|opt)\/|pin\.svg$)/

const lines = (path: string) => (text.get(path) ?? '').split('\n')

interface Said {
  at: string
  what: string
}

/** What stands in `code` between two backticks, outside blocks. */
function inlineCode(path: string): Said[] {
  let inBlock = false
  return lines(path).flatMap((line, index) => {
    if (line.trimStart().startsWith('```')) inBlock = !inBlock
    if (inBlock) return []
    return [...line.matchAll(/`([^`]+)`/g)].map((match) => ({ at: `${path}:${index + 1}`, what: match[1]! }))
  })
}

/** The lines of blocks that a shell is meant to read, or nothing says what they are. */
function blockLines(path: string): Said[] {
  let language: string | undefined
  return lines(path).flatMap((line, index) => {
    const fence = line.trimStart().match(/^```(\w*)/)
    if (fence) {
      language = language === undefined ? fence[1] : undefined
      return []
    }
    return language === 'sh' || language === '' ? [{ at: `${path}:${index + 1}`, what: line.trim() }] : []
  })
}

const code = documents.flatMap((path) => [...inlineCode(path), ...blockLines(path)])

function braces(path: string): string[] {
  const match = path.match(/^(.*?)\{([^{}]+)\}(.*)$/)
  return match ? match[2]!.split(',').flatMap((each) => braces(`${match[1]}${each}${match[3]}`)) : [path]
}

const isPath = (what: string) =>
  !/^\.\w+$/.test(what) &&
  /^[\w.@*{][\w.@*{},<>$-]*(\/[\w.@*{},<>$-]*)*$/.test(what) &&
  (/\.(tsx?|mjs|sql|md|json|ya?ml|css|txt|service|cfg|ini|env|webp|svg)$/.test(what) || what.endsWith('/'))

/** `<area>` and `*` stand for any name. */
function isThere(path: string): boolean {
  const wanted = path.replace(/\/$/, '')
  if (endings.has(wanted)) return true
  if (!/[*<]/.test(wanted)) return false
  const pattern = wanted.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/<[^>]*>|\*/g, '[^/]*')
  return [...endings].some((ending) => new RegExp(`^${pattern}$`).test(ending))
}

test('every path that a document names is there', () => {
  const missing = code
    .filter(({ what }) => isPath(what) && !elsewhere.test(what))
    .flatMap(({ at, what }) => braces(what).flatMap((path) => (isThere(path) ? [] : [`${at}: ${path}`])))
  expect(missing).toEqual([])
})

/** What `name` in `file`, or `name` (`file`), promises. */
function namedInFiles(path: string): { at: string; name: string; file: string }[] {
  const pattern = /`(\w+)`(?: and `(\w+)`)?(?: in |,? \(|, )`([\w./-]+\.(?:tsx?|sql))`/g
  return [...(text.get(path) ?? '').replace(/\s+/g, ' ').matchAll(pattern)].flatMap(([said, one, other, file]) =>
    [one, other].flatMap((name) => (name ? [{ at: `${path}: ${said}`, name, file: file! }] : [])),
  )
}

test('what ARCHITECTURE.md says is in a file is in that file', () => {
  const said = namedInFiles('ARCHITECTURE.md')
  expect(said.length).toBeGreaterThan(12)
  const wrong = said.filter(({ name, file }) => {
    const holds = new RegExp(`(function|const|class|table|trigger) ${name}\\b`)
    return !tracked.some((path) => `/${path}`.endsWith(`/${file}`) && holds.test(readFileSync(path, 'utf8')))
  })
  expect(wrong).toEqual([])
})

/** What a newcomer looks for first: README.md leads to ARCHITECTURE.md, and that to the file. */
const soughtFirst = [
  'How a page gets its data',
  'A purchase.s price',
  'VAT',
  'An email',
  'A webhook',
  'A gift.s states',
  'What a run gives each',
  'How to add',
  'Permissions',
  'Forms',
]

test.each(soughtFirst)('%s: found in ARCHITECTURE.md in bold, with the files where it is done', (what) => {
  const entry = new RegExp(`^- \\*\\*${what}[^*]*\\*\\*(?:(?!^- |^#)[\\s\\S])*`, 'm').exec(text.get('ARCHITECTURE.md')!)
  expect(entry?.[0]).toMatch(/`[\w./-]+\.tsx?`|CONTRIBUTING\.md/)
})

/** As GitHub makes them of a heading. */
const anchor = (heading: string) =>
  heading
    .replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const headings = (path: string) =>
  lines(path).flatMap((line) => {
    const match = line.match(/^#{1,6} (.*)$/)
    return match ? [anchor(match[1]!)] : []
  })

test('every link between documents leads to a file that is there, and to a heading of it', () => {
  const dead = documents.flatMap((path) =>
    lines(path).flatMap((line, index) =>
      [...line.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, address]) => {
        if (/^(https?:|mailto:)/.test(address!)) return []
        const [file, heading] = address!.split('#')
        const target = file ? normalize(join(dirname(path), file)) : path
        const there = existsSync(target) && (!heading || headings(target).includes(heading))
        return there ? [] : [`${path}:${index + 1}: ${address}`]
      }),
    ),
  )
  expect(dead).toEqual([])
})

test('every script of npm that a document names is one of package.json', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const named = documents.flatMap((path) =>
    lines(path).flatMap((line, index) =>
      [...line.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map((match) => ({
        at: `${path}:${index + 1}`,
        script: (match[1] ?? match[2])!,
      })),
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([])
})

/** The words that `posy help` lists: `bank import`, `doctor`, … */
function listedCommands(): Set<string> {
  const help = execFileSync(process.execPath, ['server/app/cli.ts', 'help'], { encoding: 'utf8' })
  return new Set(
    [...help.matchAll(/\bposy ([a-z-]+)(?: ([a-z-]+)\b)?/g)].flatMap(([, group, word]) =>
      word ? [group!, `${group} ${word}`] : [group!],
    ),
  )
}

test('every command of posy that a document names is one that posy help lists', () => {
  const listed = listedCommands()
  expect(listed).toContain('bank import')
  const groups = new Set([...listed].flatMap((each) => (each.includes(' ') ? [each.split(' ')[0]!] : [])))
  const wrong = code.flatMap(({ at, what }) => {
    const command = what.match(/^(?:[A-Z_]+=\S+ )*(?:npm run posy -- |posy )([a-z-]+)(?: ([a-z-]+)(?= |$))?/)
    if (!command || command[1] === 'help') return []
    const [, group, word] = command
    const isListed = word && groups.has(group!) ? listed.has(`${group} ${word}`) : listed.has(group!)
    return isListed ? [] : [`${at}: ${what}`]
  })
  expect(wrong).toEqual([])
})

test('every page of docs/ that code names is there', () => {
  const code = tracked.filter((path) => /\.(tsx?|mjs|sql|json|ya?ml)$/.test(path) && statSync(path).size < 1_000_000)
  const dead = code.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bdocs\/[\w/-]+\.(?:md|ya?ml|json|webp)\b/g)].flatMap(([page]) =>
      existsSync(page) ? [] : [`${path}: ${page}`],
    ),
  )
  expect(dead).toEqual([])
})

test('the README is read in two minutes: at most 75 lines of at most 140 characters', () => {
  const readme = lines('README.md')
  expect(readme.length).toBeLessThanOrEqual(76)
  expect(readme.filter((line) => line.length > 140)).toEqual([])
})
