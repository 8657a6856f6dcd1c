import { describe, expect, test } from 'vitest'
import { asInForm, isPastedList, keysInOrder, layOut, marksAt, rowTable } from './rows.ts'

const { blankRows, countRepeats, filled, foldRows, readRows } = rowTable(['email', 'name', 'notes'])
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

test('a list that is pasted into a cell is told from what is one cell', () => {
  const lists = [
    'a@x.test\tAda\nb@x.test\tBo',
    'Amy <amy@x.test>; Bob <b@x.test>',
    'a@x.test\nb@x.test',
    'Ada\ta@x.test',
  ]
  expect(lists.map((text) => isPastedList(text, true))).toEqual([true, true, true, true])
  expect(isPastedList('07700 900123\n07700 900124', true)).toBe(true)
  const cells = ['a@x.test', ' a@x.test\n', 'Amy Pond <amy@x.test>']
  expect(cells.map((text) => isPastedList(text, true))).toEqual([false, false, false])
  expect(isPastedList('Thank you,\nAda; well done', false)).toBe(false)
})
