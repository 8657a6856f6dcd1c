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
import { type Cells, columnNames, type ListedAward, listColumns, readAwardList } from './read-award-list.server.ts'

const LONGEST = 4 * 1024 * 1024
const MOST_SHOWN = 200

export interface WrongRow {
  row: number
  who: string
  why: string[]
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
  /** Rows for people whom the team has helped, and those that may be someone else. */
  known: WrongRow[]
  unsure: WrongRow[]
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
  readForm(form, { name: exactText, reason: exactText, amount: exactText, deliverBy: exactText })

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
    const body = { ...settings.body, rows: ready.map(({ award }) => award!) }
    const result = await session.api.createAwardBatch({ body }, { idempotencyKey: key })
    if (result.ok) return { made: { id: result.value.data.id, waits: result.value.data.status === 'referred' } }
    return { failure: toFormFailure(result.problem, form) }
  }
  return check(session, form, { ...listed, body: settings.body, mended: intent === 'make' && !isSameText(list, bad) })
}

interface Looking {
  awards: ListedAward[]
  unread: string[]
  body: Settings
  mended: boolean
}

async function check(session: Session, form: FormData, { awards, unread, body, mended }: Looking): Promise<Outcome> {
  const ready = awards.filter(({ award }) => award !== null)
  const rows = ready.map(({ award }) => award!)
  const result = rows.length ? await session.api.checkAwardBatch({ body: { ...body, rows } }) : null
  if (result && !result.ok) return { failure: toFormFailure(result.problem, form) }
  const answer = result?.value.data ?? null
  for (const { row, field, message, earlierRow } of answer?.problems ?? [])
    ready[row - 1]!.problems.push(
      earlierRow ? `The same award as for ${who(ready[earlierRow - 1]!)}` : `${labels[field] ?? field}: ${message}`,
    )
  const good = ready.filter(({ problems }) => problems.length === 0)
  const bad = awards.filter(({ problems }) => problems.length > 0)
  const repeats = (answer?.repeats ?? []).filter(({ row }) => ready[row - 1]!.problems.length === 0)
  return {
    checked: {
      ...{ key: randomUUID(), values: settingsTyped(form), rails: [...(body.rails ?? [])], unread },
      ...{ good: toCsv(good), bad: bad.length ? toCsv(bad, true) : '', badRows: bad.length },
      wrong: bad.slice(0, MOST_SHOWN).map((one) => ({ row: one.row, who: who(one), why: one.problems })),
      repeats: repeats.slice(0, MOST_SHOWN).map(({ row, earlierRow }) => repeat(ready, row, earlierRow)),
      ...knownRows(ready, answer),
      ...keptWays(ready, answer),
      ...{ awards: good.length, people: good.length - repeats.filter(({ field }) => field === 'person').length },
      ...{ amount: sumPence(good, body), available: answer?.available ?? 0, cost: costPence(answer, good, body) },
      failure: mended ? invalidForm({ list: 'Rows were changed. Check what the list does now, then make it.' }) : null,
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

const repeat = (ready: readonly ListedAward[], row: number, earlierRow: number | null): WrongRow => {
  const one = ready[row - 1]!
  return { row: one.row, who: who(one), why: earlierRow ? [`Also: ${who(ready[earlierRow - 1]!)}`] : [] }
}

function knownRows(
  ready: readonly ListedAward[],
  answer: AwardBatchCheck | null,
): Pick<CheckedBatch, 'known' | 'unsure'> {
  const rows = (answer?.known ?? []).map(({ row, personId }) => {
    const one = ready[row - 1]!
    return { row: one.row, who: who(one), why: [], isKnown: personId !== null, isGood: one.problems.length === 0 }
  })
  const those = (wanted: boolean): WrongRow[] =>
    rows.flatMap(({ isKnown, isGood, ...row }) => (isGood && isKnown === wanted ? [row] : [])).slice(0, MOST_SHOWN)
  return { known: those(true), unsure: those(false) }
}

function keptWays(
  ready: readonly ListedAward[],
  answer: AwardBatchCheck | null,
): Pick<CheckedBatch, 'ways' | 'waysRows'> {
  const rows = (answer?.ways ?? []).filter(({ row }) => ready[row - 1]!.problems.length === 0)
  return {
    waysRows: rows.length,
    ways: rows.slice(0, MOST_SHOWN).map(({ row, rails }) => {
      const one = ready[row - 1]!
      return { row: one.row, who: who(one), why: [rails.map(railLabel).join(', ')] }
    }),
  }
}

const labels: Record<string, string> = {
  ...listColumns,
  ...{ rails: 'Ways to be paid', deliverBy: 'How its link reaches them', person: 'Person' },
}

function readSettings(form: FormData): { body: Settings } | { failure: Failure } {
  const { grantId, name, reason, amount, rails, deliverBy } = readForm(form, {
    grantId: text,
    name: text,
    reason: text,
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
    },
  }
}

/** What was ready before and what was typed or brought, as one list. */
function readLists(texts: readonly string[]): { awards: ListedAward[]; unread: string[] } | { refused: string } {
  const lists = texts.filter((one) => one.trim())
  if (lists.length === 0) return { refused: 'Bring a list: paste it, or choose its file.' }
  const awards: ListedAward[] = []
  const unread: string[] = []
  for (const list of lists) {
    if (list.length > LONGEST) return { refused: 'The list is too long: at most 4 MB.' }
    const read = readAwardList(list, MOST_BATCH_ROWS)
    if ('refused' in read) return read
    awards.push(...read.awards)
    unread.push(...read.unread.filter((heading) => heading !== WRONG))
  }
  if (awards.length > MOST_BATCH_ROWS)
    return { refused: `A list has at most ${MOST_BATCH_ROWS.toLocaleString('en-GB')} rows.` }
  return { awards, unread }
}

const cellsInOrder = (cells: Cells) => columnNames.map((name) => cells[name])

/** A column of ours, for who mends the rows; it is not read. */
const WRONG = 'What is wrong'

const toCsv = (awards: readonly ListedAward[], isWrong = false): string =>
  stringify(
    [
      [...Object.values(listColumns), ...(isWrong ? [WRONG] : [])],
      ...awards.map(({ cells, problems }) => [...cellsInOrder(cells), ...(isWrong ? [problems.join('; ')] : [])]),
    ],
    { eof: false },
  )

/** Browsers send a text's line ends as CRLF, whatever they were. */
const isSameText = (one: string, other: string) =>
  one.replaceAll('\r\n', '\n').trim() === other.replaceAll('\r\n', '\n').trim()
