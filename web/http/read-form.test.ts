import { expect, test } from 'vitest'
import {
  choice,
  exactText,
  file,
  id,
  ifSent,
  number,
  pence,
  penceOrNull,
  readForm,
  text,
  textOrNull,
  texts,
  ticked,
} from './read-form.ts'

const shape = {
  name: text,
  message: exactText,
  notes: textOrNull,
  methods: texts,
  terms: ticked,
  amount: pence,
  days: number,
  logo: file,
  intent: choice('save', 'remove'),
}

test('each field is what it is read as', () => {
  const form = new FormData()
  form.set('name', '  Ada ')
  form.set('message', ' Dear Ada,\n')
  form.set('notes', 'for her')
  form.append('methods', 'email')
  form.append('methods', 'links')
  form.set('terms', 'on')
  form.set('amount', '£1,250.5')
  form.set('days', '30')
  form.set('logo', new File(['<svg/>'], 'logo.svg'))
  form.set('intent', 'remove')
  const read = readForm(form, shape)
  expect(read).toMatchObject({
    name: 'Ada',
    message: ' Dear Ada,\n',
    notes: 'for her',
    methods: ['email', 'links'],
    terms: true,
    amount: 125050,
    days: 30,
    intent: 'remove',
  })
  expect(read.logo?.name).toBe('logo.svg')
})

test('what was not sent is empty, and so is a file in place of a text, a text in place of a file', () => {
  const nothing = { name: '', message: '', notes: null, methods: [], terms: false, amount: undefined, days: Number.NaN }
  expect(readForm(new FormData(), shape)).toEqual({ ...nothing, logo: null, intent: null })
  const odd = new FormData()
  for (const name of ['name', 'message', 'notes', 'methods', 'amount', 'days', 'intent'])
    odd.set(name, new File(['x'], 'x'))
  odd.set('logo', 'logo.svg')
  expect(readForm(odd, shape)).toEqual({ ...nothing, logo: null, intent: null })
})

test('a file field that was left empty sends a file without a name or bytes: none', () => {
  const form = new FormData()
  form.set('logo', new File([], ''))
  expect(readForm(form, { logo: file }).logo).toBeNull()
})

test('an amount that may be left empty is told from one that is none', () => {
  const form = new FormData()
  expect(readForm(form, { limit: penceOrNull }).limit).toBeNull()
  form.set('limit', ' ')
  expect(readForm(form, { limit: penceOrNull }).limit).toBeNull()
  form.set('limit', 'much')
  expect(readForm(form, { limit: penceOrNull }).limit).toBeUndefined()
  form.set('limit', '£250')
  expect(readForm(form, { limit: penceOrNull }).limit).toBe(25000)
})

test('a field that the form does not have is told from one that was emptied', () => {
  const form = new FormData()
  expect(readForm(form, { reason: ifSent(textOrNull) }).reason).toBeUndefined()
  form.set('reason', ' ')
  expect(readForm(form, { reason: ifSent(textOrNull) }).reason).toBeNull()
  form.set('reason', ' a birthday ')
  expect(readForm(form, { reason: ifSent(textOrNull) }).reason).toBe('a birthday')
})

test('an id that cannot be one is not there', () => {
  expect(() => readForm(new FormData(), { walletId: id })).toThrow()
  const form = new FormData()
  form.set('walletId', 'B0B5C0DE-0000-4000-8000-000000000001')
  expect(readForm(form, { walletId: id }).walletId).toBe('b0b5c0de-0000-4000-8000-000000000001')
})

test('a form that was sent by GET is read from its address', () => {
  const { searchParams } = new URL('https://posy.test/find?name=+Ada&methods=email&methods=links')
  expect(readForm(searchParams, { name: text, methods: texts, notes: textOrNull })).toEqual({
    name: 'Ada',
    methods: ['email', 'links'],
    notes: null,
  })
})
