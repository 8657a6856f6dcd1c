import { expect, test } from 'vitest'
import { readWordRules, type WordRules, wordProblems } from './vocabulary.ts'

/** Put together, so that this file defines no such name itself. */
const taking = `hat${'Of'}`
const presenting = `present${'Hat'}`

const rules: WordRules = {
  oldNames: new Set(['rememberAll']),
  quaintWords: ['forsooth'],
  exceptions: new Set(['isOneOf']),
}
const problems = (text: string, path = 'server/kit/money.ts') => wordProblems(path, text, rules)

test.each([
  ['a name that was given up', 'export async function rememberAll() {}', 'rememberAll was given up'],
  ['a name that only says what it takes', `const ${taking} = 1`, `${taking} says what it takes`],
  ['a second word for serialize', `function ${presenting}() {}`, `${presenting} is called serialize…`],
  ['a quaint word in a comment', '/** Forsooth. */', '“Forsooth” in plain words'],
])('npm run words finds %s', (_, text, expected) => {
  expect(problems(text)).toEqual([`server/kit/money.ts:1: ${expected}`].map((each) => expect.stringContaining(each)))
})

test('npm run words lets an exception, a use of a name and a property be', () => {
  expect(problems(`const isOneOf = 1\nconst { ${taking} } = rates\nexpect(rates.${taking}).toBe(1)`)).toEqual([])
})

test('npm run words reads documents for quaint words, and not for names', () => {
  expect(problems(`const ${taking} = 1`, 'docs/saml.md')).toEqual([])
  expect(problems('Forsooth.', 'docs/saml.md')).toHaveLength(1)
})

test('npm run words finds a file of an old name', () => {
  expect(problems('', 'server/domains/teams/present.ts')).toEqual([
    'server/domains/teams/present.ts: a file is named by what is in it',
  ])
})

test('the lists of npm run words hold what was given up', () => {
  const { oldNames, quaintWords, exceptions } = readWordRules()
  expect(oldNames.size).toBeGreaterThan(400)
  expect(quaintWords.length).toBeGreaterThan(5)
  expect(exceptions.size).toBeLessThan(11)
})
