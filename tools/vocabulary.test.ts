import { expect, test } from 'vitest'
import {
  phraseProblems,
  readWordRules,
  strayComments,
  titleProblems,
  type WordRules,
  wordProblems,
} from './vocabulary.ts'

/** Put together, so that this file defines no such name itself. */
const taking = `hat${'Of'}`
const presenting = `present${'Hat'}`

const rules: WordRules = {
  oldNames: new Set(['rememberAll']),
  quaintWords: ['forsooth'],
  quaintPhrases: ['left empty', 'leave it(?! empty)'],
  quaintAnywhere: ['hey presto'],
  exceptions: new Set(['isOneOf']),
}
const problems = (text: string, path = 'kit/money.ts') => wordProblems(path, text, rules)

test.each([
  ['a name that was given up', 'export async function rememberAll() {}', 'rememberAll was given up'],
  ['a name that only says what it takes', `const ${taking} = 1`, `${taking} says what it takes`],
  ['a second word for serialize', `function ${presenting}() {}`, `${presenting} is called serialize…`],
  ['a quaint word in a comment', '/** Forsooth. */', '“Forsooth” in plain words'],
])('npm run words finds %s', (_, text, expected) => {
  expect(problems(text)).toEqual([`kit/money.ts:1: ${expected}`].map((each) => expect.stringContaining(each)))
})

test('npm run words lets an exception, a use of a name and a property be', () => {
  expect(problems(`const isOneOf = 1\nconst { ${taking} } = rates\nexpect(rates.${taking}).toBe(1)`)).toEqual([])
})

test('npm run words reads documents for quaint words, and not for names', () => {
  expect(problems(`const ${taking} = 1`, 'docs/saml.md')).toEqual([])
  expect(problems('Forsooth.', 'docs/saml.md')).toHaveLength(1)
})

test('npm run words finds a comment that was left above another, and lets a comment above code be', () => {
  const left = ['/** What has gone. */', '/** What is here. */', 'const here = 1'].join('\n')
  expect(strayComments('kit/money.ts', left)).toEqual(['kit/money.ts:1: a comment above a comment'])
  expect(strayComments('kit/money.ts', left.split('\n').slice(1).join('\n'))).toEqual([])
})

test('npm run words finds a file of an old name', () => {
  expect(problems('', 'server/domains/teams/present.ts')).toEqual([
    'server/domains/teams/present.ts: a file is named by what is in it',
  ])
})

test.each([
  ['over two lines', 'web/app/new.tsx', '<p>\n  Left\n  empty, the name above.\n</p>', 2],
  ['in an email', 'server/domains/delivery/emails/copy.en-GB.ts', "next: 'Leave it be.'", 1],
  ['in what the API says', 'contract/wallets.ts', "summary: 'The name; left empty, its number.'", 1],
])('npm run words finds a quaint phrase %s', (_, path, text, line) => {
  expect(phraseProblems(path, text, rules)).toEqual([expect.stringMatching(`^${path}:${line}: “.*” in plain words$`)])
})

test('npm run words looks for quaint phrases in texts for people alone', () => {
  const text = "/** Left empty, its number. */\nexport const hint = 'Leave it empty.' // left empty"
  expect(phraseProblems('web/app/new.tsx', text, rules)).toEqual([])
  expect(phraseProblems('server/platform/queue.ts', "'left empty'", rules)).toEqual([])
  expect(phraseProblems('web/app/new.test.tsx', "'left empty'", rules)).toEqual([])
})

test.each([
  ['a comment, over its lines', 'server/platform/queue.ts', '/**\n * It ends hey\n * presto.\n */', 2],
  ['a title', 'kit/money.test.ts', "test('a sum ends hey presto', () => {})", 1],
  ['a document', 'docs/saml.md', 'It ends hey presto.', 1],
])('npm run words finds a phrase that stands nowhere in %s', (_, path, text, line) => {
  expect(phraseProblems(path, text, rules)).toEqual([`${path}:${line}: “hey presto” in plain words`])
})

test('npm run words leaves phrases in migrations, which are never changed once they ran', () => {
  expect(phraseProblems('migrations/0001-platform.sql', '-- It ends hey presto.', rules)).toEqual([])
})

test.each([
  ['begins with its verb', "test('refuses %s', async () => {"],
  ['begins with a preposition', "test.each([1, 2])('of two at once one wins (%i)', async () => {"],
  ['speaks of something that it does not name', "test('it waits until the next day', async () => {"],
  ['has two words', "])('judges %s', (one) => {"],
  ['stands on a line of its own', "test.each(many)(\n  'is sent once',"],
])('npm run words finds a title that %s', (_, line) => {
  expect(titleProblems('kit/money.test.ts', line)).toEqual([expect.stringContaining('says not of what')])
})

test('npm run words lets titles with a subject, titles in a describe and other files be', () => {
  const titles =
    "test('a gift is sent once', () => {})\ndescribe('a gift', () => {\n  test('is sent once', () => {})\n})"
  expect(titleProblems('kit/money.test.ts', titles)).toEqual([])
  expect(titleProblems('kit/money.ts', "test('is sent')")).toEqual([])
})

test('the lists of npm run words hold what was given up', () => {
  const { oldNames, quaintWords, quaintPhrases, quaintAnywhere, exceptions } = readWordRules()
  expect(oldNames.size).toBeGreaterThan(400)
  expect(quaintWords.length).toBeGreaterThan(5)
  expect(quaintPhrases.length + quaintAnywhere.length).toBeGreaterThan(25)
  expect(exceptions.size).toBeLessThan(11)
})
