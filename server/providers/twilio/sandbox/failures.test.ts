import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specialNumbers } from './failures.ts'

test('the page on the demo world names every number that always fails, and the mailboxes', () => {
  const page = readFileSync('docs/demo.md', 'utf8')
  for (const number of Object.keys(specialNumbers))
    expect(page).toContain(`| ${number.replace('+44', '0').replace(/(\d{5})(\d{6})/, '$1 $2')} |`)
  for (const mailbox of ['bounce', 'blocked']) expect(page).toContain(`| \`${mailbox}@\` any domain |`)
})
