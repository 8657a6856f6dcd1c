import type { Reason } from '#contract/core/reasons.ts'
import type { HugggOrder, Quote } from '#contract/orders/orders.ts'
import type { RecipientList } from '#contract/orders/recipient-list.ts'
import { number, readForm, text } from '#web/http/read-form.ts'
import { sentenceForAddress } from '#web/messages.ts'
import { dryRun, refusalSentences } from '#web/session/dry-run.server.ts'
import type { Session } from '#web/session/session.ts'
import { capitalise, formatCount } from '#web/ui/format.ts'
import { readBroughtPeople } from '#web/ui/wizard/brought-list.server.ts'
import type { ColumnQuestion } from '#web/ui/wizard/column-question.tsx'
import { asInForm, countRight } from '#web/ui/wizard/rows.ts'
import { recentLabel } from '../recent-labels.ts'
import { type Counted, counted, deliveryNamed, goesToPeople, type SendDelivery } from '../steps.ts'
import { askGroup } from './groups.server.ts'
import { askPast, type PastPeople } from './past-people.server.ts'
import { type Recipient, type RecipientProblem, recipients } from './recipient-rows.ts'

/** A recipients' form as it stands, looked at by the rules of the purchase. */
export interface Checked {
  method: SendDelivery
  /** As typed. */
  quantity: string
  /** Kept, too, while the way to send needs none. */
  rows: Recipient[]
  /** All rows as they were before a press took some away. */
  before: Recipient[] | null
  /** A list that was too much to read, as it was pasted. */
  unread: string
  /** Which of its columns is meant. */
  question: ColumnQuestion | null
  problems: RecipientProblem[]
  /** What does not stand against it: whom no message will reach. */
  warnings: RecipientProblem[]
  /** What is wrong with the list as a whole, or with the quantity. */
  general: string[]
  /** What was passed over in a list. */
  notices: string[]
  /** How many rows of a list were added, without those that are wrong. */
  added: number
  quote: Quote | null
  /** People to choose from, where they were asked for. */
  past: PastPeople | null
  /** When the rows were last kept with the draft as they were typed; empty where it has none but its own, null where they could not be kept. */
  keptAt: string | null
}

/** A draft's recipients as its form shows them: as they were typed last, else as they are saved. */
export async function loadRecipients(
  session: Session,
  order: HugggOrder,
  { method, list }: { method: SendDelivery; list: RecipientList | null },
): Promise<Checked> {
  const saved = { ...savedRecipients(order, method), quote: null }
  if (!list) {
    if (!goesToPeople(method) || !recipients.kept(saved.rows).length) return saved
    return { ...saved, ...(await checkRows(session, order, method, saved.rows)) }
  }
  const rows = list.rows.length ? list.rows : recipients.blankRows()
  const shown = { ...saved, rows, keptAt: list.dateModified }
  if (!goesToPeople(method) || !recipients.kept(rows).length) return shown
  return { ...shown, ...(await checkRows(session, order, method, list.rows)), notices: [NOT_FINISHED] }
}

const NOT_FINISHED = 'These recipients are as you left them. Save and continue once they are right.'

function savedRecipients(order: HugggOrder, method: SendDelivery): Omit<Checked, 'quote'> {
  const rows = order.receivers.map(({ email, phoneNumber, name, notes }) => ({
    address: (method === 'sms' ? phoneNumber : email) ?? '',
    name: name ?? '',
    notes: notes ?? '',
  }))
  const quantity = order.quantity === null ? '' : String(order.quantity)
  const kept = recipients.kept(rows)
  return {
    method,
    quantity,
    rows: kept.length ? kept : recipients.blankRows(),
    before: null,
    ...noList,
    problems: [],
    warnings: [],
    general: [],
    past: null,
    keptAt: '',
  }
}

/** Where no list was brought. */
const noList = { unread: '', question: null, notices: [], added: 0 }

const words = (message: string): string => `${capitalise(message)}.`

/** Looks at a recipients' form, and keeps its rows with the draft, the wrong ones too. */
export async function checkAndKeep(session: Session, order: HugggOrder, form: FormData): Promise<Checked> {
  const checked = await checkRecipients(session, order, form)
  const { version } = readForm(form, { version: number })
  const kept = await session.api.putRecipientList({
    params: { id: order.id },
    body: { version, deliveryMethod: checked.method, rows: checked.rows },
  })
  // Where it may not be kept (bought meanwhile, a visit of support), the tab has it.
  return { ...checked, keptAt: kept.ok ? (kept.value.data?.dateModified ?? '') : null }
}

/** Reads a recipients' form, with a pasted list or a file added to it, and has it priced and checked. */
async function checkRecipients(session: Session, order: HugggOrder, form: FormData): Promise<Checked> {
  const { method: wanted, quantity } = readForm(form, { method: text, quantity: text })
  const method = deliveryNamed(wanted) ?? 'email'
  const { rows: typed, before } = recipients.readList(form)
  if (!goesToPeople(method)) return checkQuantity(session, order, { method, quantity, rows: typed })
  const added = await readBroughtPeople(form, {
    contact: method === 'sms' ? 'phone' : 'email',
    most: MAX_LIST_LETTERS,
    tooMuch: 'The list is too large: at most 2 MB.',
  })
  const brought = added.people.map(({ address, name, notes }) => ({ address, name, notes }))
  const past = await askPast(session, method, form)
  const group = await askGroup(session, method, { form, typed })
  const listed = recipients.withBrought(form, typed, [...brought, ...past.chosen, ...group.chosen])
  const rows = listed.length ? listed : recipients.blankRows()
  const checked = await checkRows(session, order, method, rows)
  return {
    method,
    quantity,
    rows,
    added: countRight(rows, brought, checked.problems),
    before,
    unread: added.unread,
    question: added.question,
    notices: [...added.notices, ...past.notices, ...group.notices],
    past: past.shown,
    keptAt: '',
    ...checked,
    // While a question is open, or people are being looked for, an empty list says nothing new.
    general: added.question || past.shown ? added.general : [...added.general, ...checked.general],
  }
}

async function checkQuantity(
  session: Session,
  order: HugggOrder,
  { method, quantity, rows }: Pick<Checked, 'quantity' | 'rows'> & { method: Counted },
): Promise<Checked> {
  const checked: Checked = {
    ...{ method, quantity, rows, before: null, ...noList },
    ...{ problems: [], warnings: [], general: [], quote: null, past: null, keptAt: '' },
  }
  const count = /^\d{1,5}$/.test(quantity) ? Number(quantity) : 0
  const { most } = counted[method]
  if (count < 1 || count > most) return { ...checked, general: [`Give a number from 1 to ${formatCount(most)}.`] }
  const answer = await session.api.quotePurchase({
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: order.productId ?? undefined,
        deliveryMethod: method,
        quantity: count,
      },
    },
  })
  const { value, refused } = dryRun(session, answer)
  if (refused) return { ...checked, general: refusalSentences(refused) }
  const { quote, problems } = value.data
  return { ...checked, quote, general: generalProblems(problems) }
}

type Problems = { path: string; message: string; row?: number | undefined; reason?: Reason | undefined }[]

const MISSING = { email: 'An email address is missing.', sms: 'A mobile number is missing.' }

/** Reason codes and dates are other steps' questions. */
const generalProblems = (problems: Problems): string[] =>
  problems
    .filter(({ path, row }) => row === undefined && /quantity|deliveryMethod|receivers|csv/.test(path))
    .map(({ message }) => words(message))

type Filled = ReturnType<typeof recipients.filled>

const askPrice = (session: Session, order: HugggOrder, method: 'email' | 'sms', filled: Filled) =>
  session.api.quotePurchase({
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: order.productId ?? undefined,
        deliveryMethod: method,
        // A text names its sender: so it is as long, and as dear, as that name makes it.
        fromName: order.fromName ?? undefined,
        receivers: filled.map(({ row: { address, ...row } }) => ({
          ...row,
          [method === 'sms' ? 'phone_number' : 'email']: address,
        })),
      },
    },
  })

/** What those of a list cost whose rows are right. */
async function quoteRows(session: Session, order: HugggOrder, method: 'email' | 'sms', filled: Filled) {
  if (filled.length === 0) return null
  const { value } = dryRun(session, await askPrice(session, order, method, filled))
  return value?.data.quote ?? null
}

async function checkRows(session: Session, order: HugggOrder, method: 'email' | 'sms', rows: readonly Recipient[]) {
  const filled = recipients.filled(rows)
  if (filled.length === 0) return { problems: [], warnings: [], general: ['Add at least one recipient.'], quote: null }
  const answer = await askPrice(session, order, method, filled)
  const { value, refused } = dryRun(session, answer)
  if (refused) return { problems: [], warnings: [], general: refusalSentences(refused), quote: null }
  const { quote, problems, warnings, recent } = value.data
  const inRows = (told: Problems): RecipientProblem[] =>
    told.flatMap(({ row, path, message, reason }) => {
      const place = row === undefined ? undefined : filled[row]
      if (!place) return []
      const { address } = place.row
      const said = address
        ? `${sentenceForAddress(address, { reason: asInForm(reason, filled), message })}.`
        : MISSING[method]
      return [{ row: place.index, field: recipientFieldForPath(path), message: said }]
    })
  const had = recent.flatMap((gift): RecipientProblem[] => {
    const place = filled[gift.row]
    return place
      ? [{ row: place.index, field: 'address', message: `“${place.row.address}” ${recentLabel(gift)}.` }]
      : []
  })
  const wrong = new Set(problems.flatMap(({ row }) => (row === undefined ? [] : [row])))
  return {
    quote: wrong.size
      ? await quoteRows(
          session,
          order,
          method,
          filled.filter((_, row) => !wrong.has(row)),
        )
      : quote,
    general: generalProblems(problems),
    problems: inRows(problems),
    warnings: [...inRows(warnings), ...had].map((warning) => ({ ...warning, isWarning: true })),
  }
}

const recipientFieldForPath = (path: string): keyof Recipient =>
  path.endsWith('.name') ? 'name' : path.endsWith('.notes') ? 'notes' : 'address'

const MAX_LIST_LETTERS = 2_000_000
