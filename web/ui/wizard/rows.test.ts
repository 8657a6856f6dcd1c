import { describe, expect, test } from 'vitest'
import { asInForm, keysInOrder, layOut, marksAt, rowTable } from './rows.ts'

const { blankRows, countRepeats, filled, foldRows, readList, withBrought } = rowTable(['email', 'name', 'notes'])
const readRows = (form: FormData) => readList(form).rows
const row = (email: string) => ({ email, name: '', notes: '' })

describe('a form of people', () => {
  test('is read in order, blank rows at their places, then what was folded', () => {
    const form = new FormData()
    for (const email of ['a@x.test', ' ', 'c@x.test']) {
      form.append('email', email)
      form.append('name', email === ' ' ? '' : 'N')
      form.append('notes', '')
    }
    form.append('folded', foldRows([{ email: 'd@x.test', name: 'D', notes: 'Hello' }]))
    const rows = readRows(form)
    expect(rows.map(({ email }) => email)).toEqual(['a@x.test', '', 'c@x.test', 'd@x.test'])
    expect(filled(rows).map(({ index }) => index)).toEqual([0, 2, 3])
    const reason = { code: 'same_as_row', row: 1, channel: 'email' } as const
    expect(asInForm(reason, filled(rows))).toEqual({ ...reason, row: 2 })
    expect(rows[3]).toEqual({ email: 'd@x.test', name: 'D', notes: 'Hello' })
  })

  test('takes nothing from a folded part that is no list of rows', () => {
    const form = new FormData()
    for (const folded of ['{', '{"a":1}', '"text"']) {
      form.set('folded', folded)
      expect(readRows(form)).toEqual([])
    }
  })
})

test('the wrong rows of many come first, and the rest is folded', () => {
  const rows = Array.from({ length: 150 }, (_, index) => row(`p${index}@x.test`))
  const { editable, folded, problems, hiddenProblems } = layOut(rows, [
    { row: 149, field: 'email', message: 'no' },
    { row: 3, field: 'email', message: 'no' },
  ])
  expect([editable.length, folded.length, hiddenProblems]).toEqual([100, 50, 0])
  expect(editable.slice(0, 3).map(({ email }) => email)).toEqual(['p3@x.test', 'p149@x.test', 'p0@x.test'])
  expect(problems.map((problem) => problem.row)).toEqual([1, 0])
})

test('more wrong rows than fit are counted', () => {
  const rows = blankRows(120)
  const problems = rows.map((_, index) => ({ row: index, field: 'email', message: 'no' }) as const)
  expect(layOut(rows, problems).hiddenProblems).toBe(20)
})

test('a row’s mark goes where its row goes: rows removed above it, or it itself, move no other', () => {
  const problems = [{ row: 1, message: 'is no address' }]
  const rows = [0, 1, 2]
  expect(rows.map((key) => marksAt(problems, null, key).length)).toEqual([0, 1, 0])
  // Looked at again after the first row was removed.
  expect([1, 2].map((key) => marksAt(problems, [1, 2], key).length)).toEqual([0, 1])
  expect([0, 2].map((key) => marksAt(problems, [0, 1, 2], key).length)).toEqual([0, 0])
})

test('cells of a list are without control characters: what ended a line within one keeps its words apart', () => {
  const form = new FormData()
  form.append('email', 'ada\u0007@x.test')
  form.append('name', 'Ada\vLovelace\u0000')
  form.append('notes', 'Thank you\u2028for it')
  form.append('folded', foldRows([{ email: 'b@x.test\u0007', name: 'B', notes: 'Dear\vB' }]))
  expect(readRows(form)).toEqual([
    { email: 'ada@x.test', name: 'Ada Lovelace', notes: 'Thank you for it' },
    { email: 'b@x.test', name: 'B', notes: 'Dear\nB' },
  ])
})

test('rows keep their numbers, whichever of them were drawn first: those that were added since stand last', () => {
  const rows = Array.from({ length: 120 }, (_, index) => row(`p${index}@x.test`))
  const { editable, folded, places } = layOut(rows, [{ row: 110, field: 'email', message: 'no' }])
  expect(places.editable.slice(0, 3)).toEqual([110, 0, 1])
  const form = new FormData()
  editable.forEach(({ email }, index) => {
    for (const [name, value] of Object.entries({ place: String(places.editable[index]), email, name: '', notes: '' }))
      form.append(name, value)
  })
  for (const [name, value] of Object.entries({ place: '', email: 'new@x.test', name: '', notes: '' }))
    form.append(name, value)
  form.append('folded', foldRows(folded, places.folded))
  expect(readRows(form).map(({ email }) => email)).toEqual([...rows.map(({ email }) => email), 'new@x.test'])
  // The second drawn row was taken away, and one added: what is told of the row 110 is told of the first drawn.
  const keys = keysInOrder([0, 2, 3, 100], places)
  expect([keys.indexOf(0), keys.at(-1)]).toEqual([
    3 + folded.filter((_, index) => places.folded[index]! < 110).length - 1,
    100,
  ])
})

test('a press removes duplicates, and keeps the first of each, however their addresses are spelt', () => {
  const form = new FormData()
  for (const email of ['a@x.test', '', 'A@x.test', 'b@x.test', '', 'a@x.test ', 'a+gift@x.test', 'B@X\u200b.test']) {
    for (const [name, value] of Object.entries({ email, name: '', notes: '' })) form.append(name, value)
  }
  expect(countRepeats(readRows(form))).toBe(4)
  form.set('intent', 'unique')
  expect(readRows(form).map(({ email }) => email)).toEqual(['a@x.test', '', 'b@x.test', ''])
})

test('a press removes numbers that are written in two ways', () => {
  const form = new FormData()
  for (const email of ['07700 900123', '+44 7700 900123', '0044 7700 900124']) {
    for (const [name, value] of Object.entries({ email, name: '', notes: '' })) form.append(name, value)
  }
  expect(countRepeats(readRows(form))).toBe(1)
})

test('what a press takes from a list can be brought back, and so can what stood there then', () => {
  const form = new FormData()
  const type = (emails: readonly string[]) => {
    for (const field of ['email', 'name', 'notes', 'place']) form.delete(field)
    for (const email of emails)
      for (const [name, value] of Object.entries({ email, name: '', notes: '' })) form.append(name, value)
  }
  const emails = ({ rows, before }: ReturnType<typeof readList>) =>
    [rows, before].map((each) => each?.map(({ email }) => email))
  type(['a@x.test', '', 'a@x.test'])
  expect(emails(readList(form))).toEqual([['a@x.test', '', 'a@x.test'], undefined])
  for (const [intent, left] of [
    ['unique', ['a@x.test', '']],
    ['clear', ['']],
  ] as const) {
    type(['a@x.test', '', 'a@x.test'])
    form.set('intent', intent)
    const taken = readList(form)
    expect(emails(taken)).toEqual([left, ['a@x.test', '', 'a@x.test']])
    type(['new@x.test'])
    form.set('intent', 'undo')
    form.set('before', foldRows(taken.before!))
    expect(emails(readList(form))).toEqual([['a@x.test', '', 'a@x.test'], ['new@x.test']])
  }
})

test('people pasted into a cell stand from its row on, and those below move down', () => {
  const form = new FormData()
  const typed = ['a@x.test', '', 'd@x.test'].map(row)
  const at = (place: string) => {
    form.set('at', place)
    return withBrought(form, typed, ['b@x.test', 'c@x.test'].map(row)).map(({ email }) => email)
  }
  expect(at('1')).toEqual(['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'])
  expect(at('')).toEqual(['a@x.test', 'd@x.test', 'b@x.test', 'c@x.test'])
})
