import { expect, test } from 'vitest'
import { flawsIn, printableNamesCsv, withHeader } from './names.ts'

const field = (name: string, label: string) => ({
  name,
  label,
  type: 'string' as const,
  optional: false,
  defaultValue: '',
  placeholder: '',
})
const name = field('name', 'Name')
const letter = [name, field('addressLine1', 'Address line 1'), field('town', 'Town')]

test('a card list of names alone needs no header, and may hold commas and quotes', () => {
  expect(withHeader('Ada Lovelace\nTuring, Alan\nDwayne "The Rock"', [name])).toBe(
    'name\n"Ada Lovelace"\n"Turing, Alan"\n"Dwayne ""The Rock"""',
  )
})

test('a card list’s own header is used, in whatever order and by name or label', () => {
  const theirs = 'Town;Name;Address line 1\nLeeds;Ada;1 High Street'
  expect(withHeader(theirs, letter)).toBe(theirs)
  expect(withHeader('\ufeffNAME\nAda', [name])).toBe('NAME\nAda')
})

test('the columns of a card list without a header are taken in the order of the template', () => {
  expect(withHeader('Ada\t1 High Street\tLeeds', letter)).toBe('name\taddressLine1\ttown\nAda\t1 High Street\tLeeds')
})

test('a card list that is shown can be sent back as it is', () => {
  const receivers = [{ templateData: { name: 'Turing, Alan', addressLine1: '"Rose Cottage"', town: 'Leeds' } }]
  const shown = printableNamesCsv(receivers, letter)
  expect(shown).toBe('Name,Address line 1,Town\n"Turing, Alan","""Rose Cottage""",Leeds')
  expect(withHeader(shown, letter)).toBe(shown)
  expect(printableNamesCsv([{ templateData: { name: 'Turing, Alan' } }], [name])).toBe('Turing, Alan')
})

test('problems name the card they are on, counted as people count', () => {
  expect(flawsIn({ 'csv.3.name': 'Name is missing', csv: 'Has 5 rows for 4 gifts', body: 'Too long' })).toEqual([
    'Card 4: Name is missing.',
    'The list has 5 rows for 4 gifts.',
  ])
})
