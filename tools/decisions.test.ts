import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = 'docs/decisions'
const files = readdirSync(FOLDER).filter((name) => name !== 'README.md')
const numbers = new Set(files.map((name) => Number(name.slice(0, 4))))
const index = readFileSync(`${FOLDER}/README.md`, 'utf8')

const read = (name: string) => {
  const [heading, , status] = readFileSync(`${FOLDER}/${name}`, 'utf8').split('\n')
  return { heading: heading!, status: status! }
}

test.each(files)('decision %s says its number, date and status, and stands in the index under its title', (name) => {
  const { heading, status } = read(name)
  const title = heading.match(/^# (\d+)\. (.+)$/)
  expect(Number(title?.[1])).toBe(Number(name.slice(0, 4)))
  expect(status).toMatch(
    /^Date: 20\d\d-\d\d-\d\d(, changed 20\d\d-\d\d-\d\d)?\. Status: (accepted|superseded by \[.+\]\(.+\))\./,
  )
  expect(index).toContain(`| [${title?.[1]}](${name}) | ${title?.[2]} |`)
})

test('every reference to a decision, in code and in documents, is to one that stands', () => {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(tsx?|mjs|sql|md|ya?ml)$/.test(path) && existsSync(path))
  const dead = tracked.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const listed = [...text.matchAll(/\bdecisions? \[?(\d{1,4})\b((?:, \d{1,4})*(?: and \d{1,4})?)/gi)].flatMap(
      ([, first, rest]) => [first!, ...(rest!.match(/\d+/g) ?? [])],
    )
    const linked = [...text.matchAll(/\bdecisions\/(\d{4})\b/g)].map(([, number]) => number!)
    return [...listed, ...linked].filter((number) => !numbers.has(Number(number))).map((number) => `${path}: ${number}`)
  })
  expect(dead).toEqual([])
})
