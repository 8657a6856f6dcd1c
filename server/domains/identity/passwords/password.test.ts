import { expect, test } from 'vitest'
import { hashPassword, passwordProblem, verifyPassword } from './password.ts'

test('a password is hashed with argon2id at 19 MiB, two passes, one lane', async () => {
  const hash = await hashPassword('Blue kettle on the moor')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword('Blue kettle on the moor', hash)).toBe(true)
  expect(await verifyPassword('Blue kettle on the moon', hash)).toBe(false)
})

test('the password check treats the same letters as the same password however they were typed', async () => {
  const hash = await hashPassword('caf\u00e9 on the corner')
  expect(await verifyPassword('cafe\u0301 on the corner', hash)).toBe(true)
})

test('the password check says no to an account without a password, after the same work', async () => {
  expect(await verifyPassword('no one has this password', null)).toBe(false)
  expect(await verifyPassword('no one has this password', undefined)).toBe(false)
})

const jane = { email: 'jane.doe@acme.test', teamNames: ['Honey & Bakers Ltd'] }

test.each([
  'short',
  'eleven char',
  'Password1234!',
  'P@ssw0rd2024!!',
  'qwertyuiop123',
  'Manchester-2026',
  'LiverpoolLiverpool',
  'correct horse battery staple',
  '123456789012',
  'aaaaaaaaaaaaaaaa',
  'jane.doe@acme.test',
  'jane.doe-2026-2026',
  // Of the leaked ones, dressed up; and what is tried first for this account: product, company, team.
  'Superman-1987-!',
  'mailcreated5240',
  '1qaz2wsx3edc4rfv',
  'posyposy-2026!!',
  'Acme!Acme!2026',
  'H0ney.Bakers.99',
])('the password check refuses %s', (password) => {
  expect(passwordProblem(password, jane)).not.toBeNull()
})

test('the password check says in plain words that names and common passwords are not enough', () => {
  expect(passwordProblem('Acme!Acme!2026', jane)).toBe('must not be only your name or your company’s: add other words')
  expect(passwordProblem('Password1234!', jane)).toBe('must not be a password that many people use: choose another')
})

test.each([
  'Blue kettle on the moor',
  'zebra-mug-41-lamp',
  'ñandú ñandú ríos',
  'posy-demo-2026',
  'honeycomb-by-the-sea',
])('the password check allows %s', (password) => {
  expect(passwordProblem(password, jane)).toBeNull()
})
