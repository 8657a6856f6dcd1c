import type { Contact } from '#kit/people-list/by-sight.ts'
import type { Choice } from '#kit/people-list/columns.ts'
import { parts } from '#kit/people-list/headings.ts'
import {
  type ListedPerson,
  type ListOptions,
  type PeopleList,
  readPeopleList,
} from '#kit/people-list/read-people-list.ts'
import type { TextFileProblem } from '#kit/text-file.ts'
import { readListFile } from '#kit/workbook.ts'
import { exactText, file, readForm, text } from '#web/http/read-form.ts'
import type { ColumnQuestion } from './column-question.tsx'

const MAX_FILE_BYTES = 4 * 1024 * 1024

const notAList: Record<TextFileProblem, string> = {
  workbook:
    'This workbook cannot be read. Open it, choose “Save as”, then “CSV UTF-8” or “Excel workbook (.xlsx)”, and bring that file. Nothing was added.',
  not_text: 'This file holds no text that could be read. Bring a CSV file or an Excel workbook. Nothing was added.',
}

/** A list brought to a form: its file where there is one, else what was pasted; or why that cannot be read, in words. */
export async function readListText(form: FormData, pasted: string): Promise<{ list: string; refused?: string }> {
  const brought = readForm(form, { file }).file
  const typed = readForm(form, { [pasted]: exactText })[pasted] ?? ''
  if (!brought) return { list: typed }
  if (brought.size > MAX_FILE_BYTES) return { list: typed, refused: 'The file is too large: at most 4 MB.' }
  const read = readListFile(new Uint8Array(await brought.arrayBuffer()))
  // No name holds NUL, and no database takes it.
  return 'text' in read ? { list: read.text.replaceAll('\0', '') } : { list: typed, refused: notAList[read.problem] }
}

export interface BroughtPeople {
  people: ListedPerson[]
  /** What could not be added, as it was pasted or read from its file. */
  unread: string
  /** Why nothing was added. */
  general: string[]
  /** What was passed over. */
  notices: string[]
  question: ColumnQuestion | null
}

/** Browsers send a text's line ends as CRLF, whatever they were. */
const withPlainLineEnds = (text: string) => text.replaceAll('\r\n', '\n')

const ONE_AT_A_TIME =
  'Two columns of the file fit. Add the pasted list first, then choose the file again to say which is meant. Nothing was added yet.'

/** People pasted or brought as a file. What is too much, or asked about, stays where it is pasted. */
export async function readBroughtPeople(
  form: FormData,
  { most, tooMuch, ...options }: ListOptions & { most: number; tooMuch: string },
): Promise<BroughtPeople> {
  const none = { people: [], notices: [], question: null }
  const { list, refused } = await readListText(form, 'pasted')
  const pasted = readForm(form, { pasted: exactText }).pasted
  const isPasted = !pasted || withPlainLineEnds(list) === withPlainLineEnds(pasted)
  if (refused) return { ...none, unread: pasted, general: [refused] }
  if (list.length > most) return { ...none, unread: pasted, general: [tooMuch] }
  const { people, notices, question } = readPeople(list, form, options)
  // The box holds one list: the file's would take the place of what stands there.
  if (question && !isPasted) return { ...none, unread: pasted, general: [ONE_AT_A_TIME] }
  if (question)
    return { ...none, unread: list, general: ['Say which column is meant. Nothing was added yet.'], question }
  if (people.length === 0 && list.trim())
    return { ...none, notices, unread: pasted, general: ['No one was found in the list. Nothing was added.'] }
  // Where a file was chosen, it was read in place of what stands there.
  return { people, unread: isPasted ? '' : pasted, general: [], notices, question }
}

/** Reads a list by what the form answers to questions about its columns. */
export function readPeople(
  list: string,
  form: FormData,
  options: { contact: Contact; beside?: ListOptions['beside'] },
) {
  const choice = readChoice(form)
  const read = readPeopleList(list, { ...options, choice })
  const question: ColumnQuestion | null = read.question ? { ...read.question, answered: choice } : null
  return { people: read.people.map(nameInItsPlace), notices: passedOver(read), question }
}

/** Words of letters that begin with a capital, where there are any: no part of an address, which has a dot within it or digits. */
const NAME = /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’-]*\.?(?:\s+\p{L}[\p{L}\p{M}'’-]*\.?)*$/u

/** Of a name that stands where an address should, the address is what is missing. */
function nameInItsPlace(person: ListedPerson): ListedPerson {
  const { address, name } = person
  return name === '' && NAME.test(address) ? { ...person, name: address, address: '' } : person
}

const readChoice = (form: FormData): Choice => {
  const chosen = readForm(form, Object.fromEntries(parts.map((part) => [`column.${part}`, text])))
  return Object.fromEntries(
    parts.flatMap((part) => (chosen[`column.${part}`] ? [[part, chosen[`column.${part}`]!]] : [])),
  )
}

/** What a list holds and no one reads is said. */
function passedOver({ unreadColumns, openQuote }: Pick<PeopleList, 'unreadColumns' | 'openQuote'>): string[] {
  const columns = unreadColumns.length === 1 ? 'This column was' : 'These columns were'
  return [
    ...(unreadColumns.length
      ? [`${columns} not read: ${unreadColumns.map((heading) => `“${heading}”`).join(', ')}.`]
      : []),
    ...(openQuote ? [`A quotation mark in line ${openQuote} is never closed: all of them were taken as letters.`] : []),
  ]
}
