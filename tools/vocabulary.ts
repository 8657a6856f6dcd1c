/** `npm run words`: one word for a thing, in plain current English (STYLE.md). */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Names of files that say nothing of what is in them, or say it in a word that was given up. */
const OLD_FILES = ['present.ts', 'words.ts', 'place.ts', 'tell.ts', 'life.tsx']
const MOST_EXCEPTIONS = 10
/** Where texts stand that people read: screens, emails, and what the API says of itself and answers. */
const READ_BY_PEOPLE = /^(?:web|contract|server\/domains)\/(?!.*\.test\.tsx?$)/
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

export interface WordRules {
  /** Names that were given up. */
  oldNames: ReadonlySet<string>
  quaintWords: readonly string[]
  /** Regular expressions that no text for people matches. */
  quaintPhrases: readonly string[]
  /** Those that no comment, title or document matches either. */
  quaintAnywhere: readonly string[]
  exceptions: ReadonlySet<string>
}

const DEFINITION = /\b(?:function\*?|const|let|type|interface|class|enum) +([A-Za-z_]\w*)/g

/** Why a definition's name may not be; null where it may. */
function nameProblem(name: string, { oldNames, exceptions }: WordRules): string | null {
  if (exceptions.has(name)) return null
  if (oldNames.has(name)) return 'was given up'
  if (/^[a-z]\w*Of$/.test(name)) return 'says what it takes, not what it does or returns'
  if (/^present[A-Z]/.test(name)) return 'is called serialize…'
  return null
}

/** The words of a file that are against the rules, each with its line. */
export function wordProblems(path: string, text: string, rules: WordRules): string[] {
  const quaint = new RegExp(`\\b(?:${rules.quaintWords.join('|')})\\b`, 'i')
  const isCode = /\.tsx?$/.test(path)
  const found: string[] = []
  if (OLD_FILES.includes(basename(path))) found.push(`${path}: a file is named by what is in it`)
  for (const [index, line] of text.split('\n').entries()) {
    const at = `${path}:${index + 1}`
    const word = line.match(quaint)?.[0]
    if (word) found.push(`${at}: “${word}” in plain words`)
    for (const [, name] of isCode ? line.matchAll(DEFINITION) : []) {
      const problem = nameProblem(name!, rules)
      if (problem) found.push(`${at}: ${name} ${problem}`)
    }
  }
  return found
}

const STACKED = /^\s*\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?=[ \t]*\/\*\*)/gm

/** Comments that stand above another comment: what they were about has moved away. */
export const strayComments = (path: string, text: string): string[] =>
  /\.tsx?$/.test(path)
    ? [...text.matchAll(STACKED)].map(
        ({ index }) => `${path}:${text.slice(0, index).split('\n').length}: a comment above a comment`,
      )
    : []

/** A comment's marks at the start of its lines: a phrase may run over them. */
const COMMENT_MARKS = /^\s*(?:\*|\/\/|--)(?= )/gm
const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

function findPhrases(path: string, text: string, phrases: readonly string[]): string[] {
  const quaint = new RegExp(`\\b(?:${phrases.join('|').replaceAll(' ', '\\s+')})\\b`, 'gi')
  return [...text.matchAll(quaint)].map(
    ({ 0: phrase, index }) =>
      `${path}:${text.slice(0, index).split('\n').length}: “${phrase.replace(/\s+/g, ' ')}” in plain words`,
  )
}

/** Quaint phrases, which may run over several lines: some in texts for people, some anywhere but in migrations that ran. */
export function phraseProblems(path: string, text: string, { quaintPhrases, quaintAnywhere }: WordRules): string[] {
  const inTexts = READ_BY_PEOPLE.test(path) ? findPhrases(path, text.replace(COMMENTS, blank), quaintPhrases) : []
  if (path.endsWith('.sql')) return inTexts
  return [...inTexts, ...findPhrases(path, text.replace(COMMENT_MARKS, blank), quaintAnywhere)]
}

const TITLES =
  /^(?:test(?:\.\w+)*(?:\(.*\)(?= ?\())?|[\]}`][^('"`]*\))(?: as const\))?\(\s*(?:'((?:\\.|[^'\\])+)'|"([^"]+)"|`([^`]+)`)/gm
const WITHOUT_SUBJECT =
  /^(?:of|and|also|but|that|which|who|whom|whose|it|its|they|their|these|those|this|such|so|as|by|from|with|again|is|are|was|were|has|had|can|cannot|may|must|does|never|accepts|allows|answers|asks|calls|counts|cancels|changes|ends|escapes|expires|finds|follows|forgets|gets|gives|goes|holds|keeps|knows|leaves|lets|makes|marks|moves|needs|offers|opens|pays|reads|refuses|rejects|returns|says|sends|shows|signs|slows|starts|stays|stops|stores|takes|tells|waits|wants|warns|writes)\b/

/** Titles of tests outside any describe that cannot be read alone: a failing line has to say what is wrong. */
export function titleProblems(path: string, text: string): string[] {
  if (!/\.test\.tsx?$/.test(path)) return []
  return [...text.matchAll(TITLES)].flatMap(({ index, ...groups }) => {
    const title = groups[1] ?? groups[2] ?? groups[3]!
    if (!WITHOUT_SUBJECT.test(title) && title.split(' ').length > 2) return []
    return [`${path}:${text.slice(0, index).split('\n').length}: “${title}” says not of what`]
  })
}

/** The first word of each line that is no remark. */
const listed = (path: string): string[] =>
  readFileSync(join(import.meta.dirname, path), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('\t')[0]!)

export const readWordRules = (): WordRules => ({
  oldNames: new Set(listed('old-names.txt')),
  quaintWords: listed('quaint-words.txt'),
  quaintPhrases: listed('quaint-phrases.txt'),
  quaintAnywhere: listed('quaint-anywhere.txt'),
  exceptions: new Set(listed('word-exceptions.txt')),
})

/** Every file that people write words in. The changelog tells what was; what is recorded or generated follows the rest. */
function writtenFiles(root: string): string[] {
  const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.md', '*.sql'], {
    cwd: root,
    encoding: 'utf8',
  })
  return tracked
    .split('\0')
    .filter((path) => path && path !== 'CHANGELOG.md' && path !== 'server/platform/database/schema.ts')
}

if (import.meta.filename === process.argv[1]) {
  const root = join(import.meta.dirname, '..')
  const rules = readWordRules()
  const found = writtenFiles(root).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [
      ...wordProblems(path, text, rules),
      ...phraseProblems(path, text, rules),
      ...titleProblems(path, text),
      ...strayComments(path, text),
    ]
  })
  if (rules.exceptions.size > MOST_EXCEPTIONS)
    found.push(`tools/word-exceptions.txt: at most ${MOST_EXCEPTIONS} exceptions`)
  for (const problem of found) console.error(problem)
  if (found.length) process.exitCode = 1
}
