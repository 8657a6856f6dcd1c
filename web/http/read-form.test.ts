import { expect, test } from 'vitest'
import {
  amountRefusal,
  choice,
  exactText,
  file,
  id,
  ifSent,
  number,
  pence,
  penceIn,
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

test('each field of a form is read as its kind', () => {
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

test('a field that was not sent is empty, and so is a file in place of a text, a text in place of a file', () => {
  const nothing = { name: '', message: '', notes: null, methods: [], terms: false, amount: undefined, days: Number.NaN }
  expect(readForm(new FormData(), shape)).toEqual({ ...nothing, logo: null, intent: null })
  const odd = new FormData()
  for (const name of ['name', 'message', 'notes', 'methods', 'amount', 'days', 'intent'])
    odd.set(name, new File(['x'], 'x'))
  odd.set('logo', 'logo.svg')
  expect(readForm(odd, shape)).toEqual({ ...nothing, logo: null, intent: null })
})

test('an empty file field sends a file without a name or bytes: none', () => {
  const form = new FormData()
  form.set('logo', new File([], ''))
  expect(readForm(form, { logo: file }).logo).toBeNull()
})

test('an amount that is optional and empty differs from one that is none', () => {
  const form = new FormData()
  expect(readForm(form, { limit: penceOrNull }).limit).toBeNull()
  form.set('limit', ' ')
  expect(readForm(form, { limit: penceOrNull }).limit).toBeNull()
  form.set('limit', 'much')
  expect(readForm(form, { limit: penceOrNull }).limit).toBeUndefined()
  form.set('limit', '£250')
  expect(readForm(form, { limit: penceOrNull }).limit).toBe(25000)
})

test('a field that the form does not have differs from one that was emptied', () => {
  const form = new FormData()
  expect(readForm(form, { reason: ifSent(textOrNull) }).reason).toBeUndefined()
  form.set('reason', ' ')
  expect(readForm(form, { reason: ifSent(textOrNull) }).reason).toBeNull()
  form.set('reason', ' a birthday ')
  expect(readForm(form, { reason: ifSent(textOrNull) }).reason).toBe('a birthday')
})

test('an id that cannot be one is read as none', () => {
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

test('a comma of an amount never multiplies it: decimal commas are pennies, in every kind of field', () => {
  const read = (typed: string, beside: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('amount', typed)
    for (const [name, value] of Object.entries(beside)) form.set(name, value)
    const { amount } = readForm(form, { amount: pence })
    return amount ?? amountRefusal(form, 'amount')
  }
  for (const [typed, amount] of Object.entries({ '12,50': 1250, '0,99': 99, '12,5': 1250, '£12,50': 1250 }))
    expect([typed, read(typed)]).toEqual([typed, amount])
  expect(read('1.250,00')).toBe(125_000)
  expect(read('1,250')).toBe(125_000)
  expect(read('1,2')).toBe(120)
  expect(read('1.250')).toBe('This can be read in two ways: type it such as 1250 or 1.25')
  expect(read('ten')).toBe('This is not an amount: type one such as 250 or 250.50')
  expect(read('')).toBe('Type an amount such as 250 or 250.50')
  const form = new FormData()
  form.set('limit', '12,50')
  expect(readForm(form, { limit: penceOrNull }).limit).toBe(1250)
  expect(readForm(form, { limit: penceIn('EUX') }).limit).toBe(1250)
})

test('an amount with the sign of another currency than its field’s is refused', () => {
  const form = new FormData()
  form.set('amount', '€12,50')
  expect(readForm(form, { amount: pence }).amount).toBeUndefined()
  expect(amountRefusal(form, 'amount')).toBe('This is in another currency: type the amount in pounds (£)')
  form.set('amount.currency', 'EUX')
  expect(readForm(form, { amount: pence }).amount).toBe(1250)
  form.set('amount', '£12.50')
  expect(amountRefusal(form, 'amount')).toBe('This is in another currency: type the amount in euros (€)')
  form.set('amount', '0')
  expect(amountRefusal(form, 'amount')).toBe('Type an amount above zero')
})
