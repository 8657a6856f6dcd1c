import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { type AwardBatchCheck, type checkAwardBatch, MOST_BATCH_ROWS } from '#contract/awards/award-batches.ts'
import type { Call } from '#contract/core/endpoint.ts'
import { amountRefusal, choice, exactText, penceOrNull, readForm, text, texts } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { readListText } from '#web/ui/wizard/brought-list.server.ts'
import { isRail, railLabel } from '../labels.ts'
import { type Cells, columnNames, type ListedAward, listColumns, ROW, readAwardList } from './read-award-list.server.ts'

const LONGEST = 4 * 1024 * 1024
const MOST_SHOWN = 200

export interface WrongRow {
  /** As spreadsheets number it, in the list that was brought. */
  row: number
  who: string
  why: string[]
}

/** A row for someone whom the team has helped, with the award that they had last. */
export interface HelpedRow extends WrongRow {
  last: AwardBatchCheck['helped'][number]['lastAward'] | null
}

/** A list that was looked at, and what making it would do. */
export interface CheckedBatch {
  /** Tells one press of the button from the next. */
  key: string
  /** What the form said beside its list. */
  values: Record<string, string>
  rails: string[]
  /** Rows that can be made, to be sent with the form again. */
  good: string
  /** The others, to be mended; and the first of them with what is wrong. */
  bad: string
  badRows: number
  wrong: WrongRow[]
  unread: string[]
  repeats: WrongRow[]
  /** Rows for people or cases that the team helped in the last 28 days, and how many of them say no reason of their own. */
  helped: HelpedRow[]
  helpedRows: number
  needReason: number
  /** Rows for people whom the team has helped, and those that may be someone else. */
  known: HelpedRow[]
  unsure: HelpedRow[]
  /** Rows that keep fewer ways than were ticked, and which, with how many rows there are. */
  ways: WrongRow[]
  waysRows: number
  awards: number
  people: number
  amount: number
  cost: number
  available: number
  failure: Failure | null
}

type Settings = Omit<Call<typeof checkAwardBatch>['body'], 'rows'>
type Outcome = { made: { id: string; waits: boolean } } | { checked: CheckedBatch } | { failure: Failure }

/** Looks at a list, or makes it where it is what was looked at: what was mended meanwhile is looked at again. */
export async function submitBatch(session: Session, form: FormData): Promise<Outcome> {
  const outcome = await lookOrMake(session, form)
  return 'failure' in outcome ? { failure: withWholeList(outcome.failure, form) } : outcome
}

/** The page of a refusal has one list: what was ready before, and what was to be mended. */
function withWholeList(failure: Failure, form: FormData): Failure {
  const { good, list } = readForm(form, { good: exactText, list: exactText })
  const listed = good ? readLists([good, list]) : { refused: '' }
  return { ...failure, values: { ...settingsTyped(form), list: 'refused' in listed ? list : toCsv(listed.awards) } }
}

const settingsTyped = (form: FormData): Record<string, string> =>
  readForm(form, {
    ...{ name: exactText, reason: exactText, amount: exactText, deliverBy: exactText, duplicateReason: exactText },
  })

async function lookOrMake(session: Session, form: FormData): Promise<Outcome> {
  const { intent, good, bad, sum, key } = readForm(form, {
    intent: choice('check', 'make'),
    good: exactText,
    bad: exactText,
    sum: text,
    key: text,
  })
  const settings = readSettings(form)
  if ('failure' in settings) return settings
  const { list, refused } = await readListText(form, 'list')
  if (refused) return { failure: invalidForm({ list: refused }, form) }
  const listed = readLists(intent === 'make' && isSameText(list, bad) ? [good] : [good, list])
  if ('refused' in listed) return { failure: invalidForm({ list: listed.refused }, form) }
  const ready = listed.awards.filter(({ award }) => award !== null)
  const isSeen =
    intent === 'make' && sum === `${sumPence(ready, settings.body)}` && ready.length === listed.awards.length
  if (isSeen) {
    const body = { ...settings.body, rows: ready.map(toRow) }
    const result = await session.api.createAwardBatch({ body }, { idempotencyKey: key })
    if (result.ok) return { made: { id: result.value.data.id, waits: result.value.data.status === 'referred' } }
    // Someone was helped since the list was looked at, or no reason was typed: the whole list is looked at again.
    const whole = readLists([good, list])
    const isAsked = result.problem.details.some(({ path }) => path.endsWith('.duplicateReason'))
    return isAsked && !('refused' in whole)
      ? check(session, form, { ...whole, body: settings.body, failure: whyAgain })
      : { failure: toFormFailure(result.problem, form) }
  }
  const mended = intent === 'make' && !isSameText(list, bad)
  return check(session, form, { ...listed, body: settings.body, failure: mended ? rowsChanged : null })
}

const whyAgain = invalidForm({ duplicateReason: 'Say why they are helped again' })
const rowsChanged = invalidForm({ list: 'Rows were changed. Check what the list does now, then make it.' })

interface Looking {
  awards: NumberedAward[]
  unread: string[]
  body: Settings
  failure: Failure | null
}

type NumberedAward = ListedAward & { row: number }

const toRow = ({ award, row }: NumberedAward) => ({ ...award!, row })

async function check(session: Session, form: FormData, { awards, unread, body, failure }: Looking): Promise<Outcome> {
  const ready = awards.filter(({ award }) => award !== null)
  const rows = ready.map(toRow)
  const result = rows.length ? await session.api.checkAwardBatch({ body: { ...body, rows } }) : null
  if (result && !result.ok) return { failure: toFormFailure(result.problem, form) }
  const answer = result?.value.data ?? null
  const byRow = new Map(ready.map((one) => [one.row, one]))
  for (const { row, field, message, earlierRow } of answer?.problems ?? [])
    byRow
      .get(row)!
      .problems.push(
        earlierRow
          ? `The same award as in row ${earlierRow}, for ${who(byRow.get(earlierRow)!)}`
          : `${labels[field] ?? field}: ${message}`,
      )
  const good = ready.filter(({ problems }) => problems.length === 0)
  const bad = awards.filter(({ problems }) => problems.length > 0)
  const repeats = (answer?.repeats ?? []).filter(({ row }) => byRow.get(row)!.problems.length === 0)
  return {
    checked: {
      ...{ key: randomUUID(), values: settingsTyped(form), rails: [...(body.rails ?? [])], unread },
      ...{ good: toCsv(good), bad: bad.length ? toCsv(bad, true) : '', badRows: bad.length },
      wrong: bad.slice(0, MOST_SHOWN).map((one) => ({ row: one.row, who: who(one), why: one.problems })),
      repeats: repeats.slice(0, MOST_SHOWN).map(({ row, earlierRow }) => repeat(byRow, row, earlierRow)),
      ...helpedRows(byRow, answer, body),
      ...knownRows(byRow, answer),
      ...keptWays(byRow, answer),
      ...{ awards: good.length, people: good.length - repeats.filter(({ field }) => field === 'person').length },
      ...{ amount: sumPence(good, body), available: answer?.available ?? 0, cost: costPence(answer, good, body) },
      failure,
    },
  }
}

/** Of the rows that can be made; the API counts those too, and the fees of them. */
const costPence = (answer: AwardBatchCheck | null, good: readonly ListedAward[], body: Settings) =>
  sumPence(good, body) + (answer ? answer.fee + answer.feeVat : 0)

const sumPence = (awards: readonly ListedAward[], { amount = 0 }: Settings): number =>
  awards.reduce((sum, { award }) => sum + (award?.amount ?? amount), 0)

const who = ({ cells }: ListedAward): string =>
  [cells.name, cells.caseReference].filter(Boolean).join(', case ') || 'no name'

type ByRow = ReadonlyMap<number, ListedAward>

const repeat = (byRow: ByRow, row: number, earlierRow: number | null): WrongRow => ({
  ...{ row, who: who(byRow.get(row)!) },
  why: earlierRow ? [`Also in row ${earlierRow}: ${who(byRow.get(earlierRow)!)}`] : [],
})

/** Each with its own reason, where it says one. */
function helpedRows(
  byRow: ByRow,
  answer: AwardBatchCheck | null,
  body: Settings,
): Pick<CheckedBatch, 'helped' | 'helpedRows' | 'needReason'> {
  const rows = (answer?.helped ?? []).map(({ row, lastAward: last, needsReason }) => {
    const { cells } = byRow.get(row)!
    const needs = needsReason || (Boolean(body.duplicateReason) && !cells.duplicateReason)
    return { row, who: who(byRow.get(row)!), why: cells.duplicateReason ? [cells.duplicateReason] : [], last, needs }
  })
  return {
    helped: rows.slice(0, MOST_SHOWN).map(({ needs: _, ...row }) => row),
    ...{ helpedRows: rows.length, needReason: rows.filter(({ needs }) => needs).length },
  }
}

function knownRows(byRow: ByRow, answer: AwardBatchCheck | null): Pick<CheckedBatch, 'known' | 'unsure'> {
  const helped = new Set(answer?.helped.map(({ row }) => row))
  // Those who were helped lately are shown with the question why they are again.
  const rows = (answer?.known ?? []).flatMap(({ row, personId, lastAward: last }) => {
    const one = byRow.get(row)!
    const [isKnown, isGood] = [personId !== null, one.problems.length === 0]
    return isKnown && helped.has(row) ? [] : [{ row, who: who(one), why: [], last, isKnown, isGood }]
  })
  const those = (wanted: boolean): HelpedRow[] =>
    rows.flatMap(({ isKnown, isGood, ...row }) => (isGood && isKnown === wanted ? [row] : [])).slice(0, MOST_SHOWN)
  return { known: those(true), unsure: those(false) }
}

function keptWays(byRow: ByRow, answer: AwardBatchCheck | null): Pick<CheckedBatch, 'ways' | 'waysRows'> {
  const rows = (answer?.ways ?? []).filter(({ row }) => byRow.get(row)!.problems.length === 0)
  return {
    waysRows: rows.length,
    ways: rows
      .slice(0, MOST_SHOWN)
      .map(({ row, rails }) => ({ row, who: who(byRow.get(row)!), why: [rails.map(railLabel).join(', ')] })),
  }
}

const labels: Record<string, string> = {
  ...listColumns,
  ...{ rails: 'Ways to be paid', deliverBy: 'How its link reaches them', person: 'Person' },
}

function readSettings(form: FormData): { body: Settings } | { failure: Failure } {
  const { grantId, name, reason, amount, rails, deliverBy, duplicateReason } = readForm(form, {
    ...{ grantId: text, name: text, reason: text, duplicateReason: text },
    amount: penceOrNull,
    rails: texts,
    deliverBy: choice('sms', 'email', 'letter', 'hand'),
  })
  const fields: Record<string, string> = {}
  if (!name) fields.name = 'Say what to call the list'
  if (amount === undefined || amount === 0) fields.amount = amountRefusal(form, 'amount')
  const known = rails.filter(isRail)
  if (known.length === 0) fields.rails = 'Choose at least one way to be paid'
  if (Object.keys(fields).length) return { failure: invalidForm(fields, form) }
  return {
    body: {
      ...{ grantId: readId(grantId), name, rails: known, deliverBy: deliverBy ?? 'hand' },
      ...(amount ? { amount } : {}),
      ...(reason ? { reason } : {}),
      ...(duplicateReason ? { duplicateReason } : {}),
    },
  }
}

/** What was ready before and what was typed or brought, as one list. */
function readLists(texts: readonly string[]): { awards: NumberedAward[]; unread: string[] } | { refused: string } {
  const lists = texts.filter((one) => one.trim())
  if (lists.length === 0) return { refused: 'Bring a list: paste it, or choose its file.' }
  const awards: ListedAward[] = []
  const unread: string[] = []
  for (const list of lists) {
    if (list.length > LONGEST) return { refused: 'The list is too long: at most 4 MB.' }
    const read = readAwardList(list, MOST_BATCH_ROWS)
    if ('refused' in read) return read
    awards.push(...read.awards)
    unread.push(...read.unread.filter((heading) => heading !== WRONG && heading !== ROW))
  }
  if (awards.length > MOST_BATCH_ROWS)
    return { refused: `A list has at most ${MOST_BATCH_ROWS.toLocaleString('en-GB')} rows.` }
  return { awards: numbered(awards), unread }
}

/** In the order of the list that was brought. A row that was added since, or has another's number, comes after it. */
function numbered(awards: readonly ListedAward[]): NumberedAward[] {
  const taken = new Set<number>()
  const own = awards.map(({ row }) => {
    if (row === null || taken.has(row)) return null
    taken.add(row)
    return row
  })
  let last = Math.max(1, ...taken)
  return awards.map((one, index) => ({ ...one, row: own[index] ?? ++last })).sort((one, other) => one.row - other.row)
}

const cellsInOrder = (cells: Cells) => columnNames.map((name) => cells[name])

/** A column of ours, for who mends the rows; it is not read. */
const WRONG = 'What is wrong'

const toCsv = (awards: readonly NumberedAward[], isWrong = false): string =>
  stringify(
    [
      [ROW, ...Object.values(listColumns), ...(isWrong ? [WRONG] : [])],
      ...awards.map(({ row, cells, problems }) => [
        ...[`${row}`, ...cellsInOrder(cells), ...(isWrong ? [problems.join('; ')] : [])],
      ]),
    ],
    { eof: false },
  )

/** Browsers send a text's line ends as CRLF, whatever they were. */
const isSameText = (one: string, other: string) =>
  one.replaceAll('\r\n', '\n').trim() === other.replaceAll('\r\n', '\n').trim()
