import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { MAX_PARTICIPANTS } from '#contract/budgets/participants.ts'
import { formatMoney } from '#kit/money.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { sentenceForAddress } from '#web/messages.ts'
import type { Session } from '#web/session/session.ts'
import { formatCount } from '#web/ui/format.ts'
import { formatPoundsInput, isBareThousands, parsePence } from '#web/ui/kit/amount.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { readBroughtPeople } from '#web/ui/wizard/brought-list.server.ts'
import type { ColumnQuestion } from '#web/ui/wizard/column-question.tsx'
import { asInForm, countRight } from '#web/ui/wizard/rows.ts'
import {
  normaliseEmailAddress,
  type Person,
  type PersonProblem,
  participantChanges,
  people,
  type SavedPerson,
} from './people.ts'

/** A form of people as it stands, looked at by the budget's own rules. */
export interface WizardPeople {
  rows: Person[]
  /** How many rows of a list were added, without those that are wrong. */
  added: number
  /** All rows as they were before a press took some away. */
  before: Person[] | null
  /** A list that was too much to read, as it was pasted. */
  unread: string
  /** Which of its columns is meant. */
  question: ColumnQuestion | null
  problems: PersonProblem[]
  /** Amounts that are said back as they were read. */
  warnings: PersonProblem[]
  /** What is wrong with the list as a whole. */
  general: string[]
  /** What was passed over in a list. */
  notices: string[]
  /** Who is right, and what a run for them costs at most. */
  people: number
  totalPence: number
  /** Addresses the form was first drawn with. */
  known: string[]
  /** When the rows were last kept with the budget as they were typed; empty where it has none but its people, null where they could not be kept. */
  keptAt: string | null
}

const MAX_LIST_LETTERS = 400_000

/** In the order in which they were added: as they stood in the list. */
async function savedPeople(session: Session, { id }: BudgetOverview) {
  const answer = await session.api.listParticipants({ params: { id }, query: { limit: MAX_PARTICIPANTS } })
  return session.unwrap(answer).data.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const toPerson = ({ email, name, budgetAmount }: SavedPerson): Person => ({
  email,
  name: name ?? '',
  amount: formatPoundsInput(budgetAmount),
})

/** A budget's people as its form shows them: as they were typed last, else as they are saved. */
export async function loadPeople(session: Session, budget: BudgetOverview): Promise<WizardPeople> {
  const list = session.unwrap(await session.api.getParticipantList({ params: { id: budget.id } })).data
  const saved = await loadSaved(session, budget)
  if (!list) return saved
  // Who came in meanwhile (from the HR system, say) stands below.
  const typed = new Set([...list.known, ...list.rows.map(({ email }) => normaliseEmailAddress(email))])
  const rows = [...list.rows, ...people.kept(saved.rows).filter(({ email }) => !typed.has(email))]
  const shown = {
    ...saved,
    rows: rows.length ? rows : people.blankRows(),
    keptAt: list.dateModified,
    notices: [NOT_FINISHED],
  }
  if (!people.kept(rows).length) return shown
  return { ...shown, ...(await checkRows(session, budget, rows)) }
}

const NOT_FINISHED = 'These people are as you left them. Save and continue once they are right.'

async function loadSaved(session: Session, budget: BudgetOverview): Promise<WizardPeople> {
  const saved = await savedPeople(session, budget)
  const rows = saved.map(toPerson)
  return {
    rows: rows.length ? rows : people.blankRows(),
    added: 0,
    before: null,
    unread: '',
    question: null,
    problems: [],
    warnings: [],
    general: [],
    notices: [],
    ...totalAmountPence(budget, rows),
    known: saved.map(({ email }) => email),
    keptAt: '',
  }
}

function totalAmountPence({ isVariable, budgetAmount }: BudgetOverview, rows: readonly Person[]) {
  const personAmount = ({ amount }: Person) => (isVariable && parsePence(amount)) || budgetAmount
  return { people: rows.length, totalPence: rows.reduce((sum, row) => sum + personAmount(row), 0) }
}

/** Looks at a form of people, and keeps its rows with the budget, the wrong ones too. */
export async function checkAndKeep(session: Session, budget: BudgetOverview, form: FormData): Promise<WizardPeople> {
  const checked = await checkWizardPeople(session, budget, form)
  const kept = await keepRows(session, budget, checked)
  // Where it may not be kept (started meanwhile, a visit of support), the tab has it.
  return { ...checked, keptAt: kept.ok ? (kept.value.data?.dateModified ?? '') : null }
}

const keepRows = (session: Session, { id }: BudgetOverview, { known, rows }: Pick<WizardPeople, 'known' | 'rows'>) =>
  session.api.putParticipantList({ params: { id }, body: { known, rows } })

/** Reads a form of people, with a pasted list or a file added to it, and has it looked at. */
async function checkWizardPeople(session: Session, budget: BudgetOverview, form: FormData): Promise<WizardPeople> {
  const { rows: typed, before } = people.readList(form)
  const added = await readBroughtPeople(form, {
    contact: 'email',
    beside: budget.isVariable ? 'amount' : 'name',
    most: MAX_LIST_LETTERS,
    tooMuch: 'The list is too large. Nothing was added.',
  })
  const brought = added.people.map(({ address, name, amount }) => ({ email: address, name, amount }))
  const rows = people.withBrought(form, typed, brought)
  const checked = await checkRows(session, budget, rows)
  const general = added.question ? added.general : [...added.general, ...checked.general]
  const { unread, question, notices } = added
  return {
    rows,
    added: countRight(rows, brought, checked.problems),
    before,
    unread,
    question,
    notices,
    ...checked,
    general,
    known: readKnown(form),
    keptAt: '',
  }
}

const readKnown = (form: FormData): string[] => readForm(form, { known: text }).known.split(' ').filter(Boolean)

const refusalMessage = (error: Parameters<typeof toFormFailure>[0]): string => toFormFailure(error).message

/** Where everybody gets the same, amounts are kept and not looked at. */
const toPersonRow = ({ isVariable }: BudgetOverview, row: Person): Person => (isVariable ? row : { ...row, amount: '' })

async function checkRows(session: Session, budget: BudgetOverview, rows: readonly Person[]) {
  const filled = people.filled(rows)
  const noPeople = { problems: [], warnings: [], people: 0, totalPence: 0 }
  if (filled.length === 0) return { ...noPeople, general: ['Add at least one person.'] }
  if (filled.length > MAX_PARTICIPANTS)
    return {
      ...noPeople,
      general: [
        `A budget has at most ${formatCount(MAX_PARTICIPANTS)} people; these are ${formatCount(filled.length)}.`,
      ],
    }
  const [saved, answer] = await Promise.all([
    savedPeople(session, budget),
    session.api.checkParticipants({
      params: { id: budget.id },
      body: { participants: filled.map(({ row }) => toPersonRow(budget, row)) },
    }),
  ])
  if (!answer.ok) return { ...noPeople, general: [refusalMessage(answer.problem)] }
  const held = new Set(saved.map(({ email }) => email))
  const seen = new Set<string>()
  /** The first row of someone who is in the budget is no second entry: it is them. */
  const isThemselves = filled.map(({ row }) => {
    const address = normaliseEmailAddress(row.email)
    const isFirst = held.has(address) && !seen.has(address)
    seen.add(address)
    return isFirst
  })
  const problems = answer.value.data.errors.flatMap(({ row, path, message, reason }): PersonProblem[] => {
    const place = filled[row]
    const field = path.endsWith('.budgetAmount') ? 'amount' : path.endsWith('.name') ? 'name' : 'email'
    if (!place || (field === 'email' && isThemselves[row])) return []
    const said = sentenceForAddress(place.row.email, { reason: asInForm(reason, filled), message })
    return [{ row: place.index, field, message: `${said}.` }]
  })
  const wrong = new Set(problems.map(({ row }) => row))
  const right = filled.filter(({ index }) => !wrong.has(index))
  const echoes = right.flatMap(({ row: { amount }, index }): PersonProblem[] =>
    budget.isVariable && isBareThousands(amount)
      ? [{ row: index, field: 'amount', message: `Read as ${formatMoney(parsePence(amount)!, budget.currency)}.` }]
      : [],
  )
  return {
    problems,
    warnings: echoes.map((echo) => ({ ...echo, isWarning: true })),
    general: [],
    ...totalAmountPence(
      budget,
      right.map(({ row }) => row),
    ),
  }
}

/** Makes the budget's people those of the form. @returns what stood against it, or null */
export async function savePeople(
  session: Session,
  budget: BudgetOverview,
  { rows, known }: WizardPeople,
): Promise<string | null> {
  const params = { id: budget.id }
  const wanted = people.kept(rows)
  const { removed, added, changed, renamed } = participantChanges(
    await savedPeople(session, budget),
    wanted,
    new Set(known),
  )
  const calls = [
    ...(removed.length ? [() => session.api.deleteParticipants({ params, body: { participantIds: removed } })] : []),
    ...[...changed].map(
      ([budgetAmount, participantIds]) =>
        () =>
          session.api.updateParticipants({ params, body: { participantIds, budgetAmount } }),
    ),
    ...(renamed.length
      ? [
          () =>
            session.api.updateParticipants({
              params,
              body: { participantIds: renamed.map(({ id }) => id), names: renamed.map(({ name }) => name) },
            }),
        ]
      : []),
    ...(added.length ? [() => session.api.addParticipants({ params, body: { participants: added } })] : []),
  ]
  for (const call of calls) {
    const answer = await call()
    if (answer.ok) continue
    const { message, help } = toFormFailure(answer.problem)
    return help ? `${message} ${help}` : message
  }
  // What was typed is saved: the budget's people are all there is to keep.
  const saved = await savedPeople(session, budget)
  await keepRows(session, budget, { known: saved.map(({ email }) => email), rows: saved.map(toPerson) })
  return null
}
