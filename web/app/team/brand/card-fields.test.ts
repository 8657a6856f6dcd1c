import { expect, test } from 'vitest'
import { fieldLines, fieldName, readFieldLines, withAddress } from './card-fields.ts'

test.each([
  ['Name', 'name'],
  ['Date of joining', 'dateOfJoining'],
  ['Address line 1', 'addressLine1'],
  ['Größe', 'grosse'],
  ['2nd name', 'field2ndName'],
])('a text of a card calls the field %s by the name %s', (label, name) => expect(fieldName(label)).toBe(name))

test('fields of a card are written one on each line, and those that were there keep their names and samples', () => {
  const known = readFieldLines('Name\nRoom (optional)', []).map((field) => ({ ...field, placeholder: 'Ada' }))
  expect(fieldLines(known)).toBe('Name\nRoom (optional)')
  expect(readFieldLines('\n name \r\nDesk (Optional)\n', [{ ...known[0]!, name: 'who' }])).toEqual([
    { name: 'who', label: 'name', type: 'string', optional: false, defaultValue: '', placeholder: 'Ada' },
    { name: 'desk', label: 'Desk', type: 'string', optional: true, defaultValue: '', placeholder: '' },
  ])
})

test('a letter has the fields of its address before others, each once', () => {
  const names = withAddress(readFieldLines('Town\nCase number', [])).map(({ name }) => name)
  expect(names).toEqual(['name', 'addressLine1', 'addressLine2', 'postcode', 'town', 'caseNumber'])
})
