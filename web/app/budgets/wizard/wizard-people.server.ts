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
import { asInForm } from '#web/ui/wizard/rows.ts'
import { normaliseEmailAddress, type Person, type PersonProblem, participantChanges, people } from './people.ts'

/** A form of people as it stands, looked at by the budget's own rules. */
export interface WizardPeople {
  rows: Person[]
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
}

const MAX_LIST_LETTERS = 400_000

const savedPeople = async (session: Session, budget: BudgetOverview) =>
  session.unwrap(await session.api.listParticipants({ params: { id: budget.id }, query: { limit: MAX_PARTICIPANTS } }))
    .data

/** What is saved, as its form shows it. */
export async function loadPeople(session: Session, budget: BudgetOverview): Promise<WizardPeople> {
  const saved = await savedPeople(session, budget)
  const rows = saved.map(({ email, budgetAmount }) => ({ email, amount: formatPoundsInput(budgetAmount) }))
  return {
    rows: rows.length ? rows : people.blankRows(),
    before: null,
    unread: '',
    question: null,
    problems: [],
    warnings: [],
    general: [],
    notices: [],
    ...totalAmountPence(budget, rows),
    known: saved.map(({ email }) => email),
  }
}

function totalAmountPence({ isVariable, budgetAmount }: BudgetOverview, rows: readonly Person[]) {
  const personAmount = ({ amount }: Person) => (isVariable && parsePence(amount)) || budgetAmount
  return { people: rows.length, totalPence: rows.reduce((sum, row) => sum + personAmount(row), 0) }
}

/** Reads a form of people, with a pasted list or a file added to it, and has it looked at. Saves nothing. */
export async function checkWizardPeople(
  session: Session,
  budget: BudgetOverview,
  form: FormData,
): Promise<WizardPeople> {
  const { rows: typed, before } = people.readList(form)
  const added = await readBroughtPeople(form, {
    contact: 'email',
    beside: budget.isVariable ? 'amount' : 'name',
    most: MAX_LIST_LETTERS,
    tooMuch: 'The list is too large. Nothing was added.',
  })
  const brought = added.people.map(({ address, amount }) => ({ email: address, amount }))
  const rows = people.withBrought(form, typed, brought)
  const checked = await checkRows(session, budget, rows)
  const general = added.question ? added.general : [...added.general, ...checked.general]
  const { unread, question, notices } = added
  return { rows, before, unread, question, notices, ...checked, general, known: readKnown(form) }
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
    const field = path.endsWith('.budgetAmount') ? 'amount' : 'email'
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
  const { removed, added, changed } = participantChanges(await savedPeople(session, budget), wanted, new Set(known))
  const calls = [
    ...(removed.length ? [() => session.api.deleteParticipants({ params, body: { participantIds: removed } })] : []),
    ...[...changed].map(
      ([budgetAmount, participantIds]) =>
        () =>
          session.api.updateParticipants({ params, body: { participantIds, budgetAmount } }),
    ),
    ...(added.length ? [() => session.api.addParticipants({ params, body: { participants: added } })] : []),
  ]
  for (const call of calls) {
    const answer = await call()
    if (answer.ok) continue
    const { message, help } = toFormFailure(answer.problem)
    return help ? `${message} ${help}` : message
  }
  return null
}
