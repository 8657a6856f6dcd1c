import { isPass } from '#client/result.ts'
import type { HugggOrder, Quote } from '#contract/orders.ts'
import type { Session } from '../../session/session.ts'
import { capitalise } from '../../ui/format.ts'
import { asInForm, listOf } from '../wizard/rows.ts'
import { type Recipient, type RecipientProblem, recipients } from './recipients.ts'
import { type Delivery, deliveryNamed } from './steps.ts'

/** A recipients' form as it stands, looked at by the rules of the purchase. */
export interface Checked {
  method: Delivery
  /** As typed. */
  quantity: string
  rows: Recipient[]
  problems: RecipientProblem[]
  /** What is wrong with the list as a whole, or with the quantity. */
  general: string[]
  quote: Quote | null
}

/** What the saved draft holds, as its form shows it. */
export function savedRecipients(order: HugggOrder, method: Delivery): Omit<Checked, 'quote'> {
  const rows = order.receivers.map(({ email, name, notes }) => ({
    email: email ?? '',
    name: name ?? '',
    notes: notes ?? '',
  }))
  const quantity = order.quantity === null ? '' : String(order.quantity)
  return { method, quantity, rows: rows.length ? rows : recipients.blankRows(3), problems: [], general: [] }
}

const words = (message: string): string => `${capitalise(message)}.`

/** Reads a recipients' form, with a pasted list or a file added to it, and has it priced and checked. Saves nothing. */
export async function checkRecipients(session: Session, order: HugggOrder, form: FormData): Promise<Checked> {
  const method = deliveryNamed(String(form.get('method'))) ?? 'email'
  const quantity = String(form.get('quantity') ?? '').trim()
  if (method !== 'email') return checkQuantity(session, order, method, quantity)
  const typed = recipients.readRows(form)
  const added = await readTable(session, form)
  const rows = added.rows.length ? [...recipients.kept(typed), ...added.rows] : typed
  const checked = await checkRows(session, order, rows)
  return { method, quantity, rows, ...checked, general: [...added.general, ...checked.general] }
}

async function checkQuantity(
  session: Session,
  order: HugggOrder,
  method: Delivery,
  quantity: string,
): Promise<Checked> {
  const checked: Checked = { method, quantity, rows: recipients.blankRows(3), problems: [], general: [], quote: null }
  const count = /^\d{1,5}$/.test(quantity) ? Number(quantity) : 0
  if (count < 1 || count > 10_000) return { ...checked, general: ['Give a number from 1 to 10,000.'] }
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
  const { quote, problems } = session.unwrap(answer).data
  return { ...checked, quote, general: generalOf(problems) }
}

type Problems = { path: string; message: string; row?: number | undefined }[]

/** Reason codes and dates are other steps' questions. */
const generalOf = (problems: Problems): string[] =>
  problems
    .filter(({ path, row }) => row === undefined && /quantity|deliveryMethod|receivers|csv/.test(path))
    .map(({ message }) => words(message))

async function checkRows(session: Session, order: HugggOrder, rows: readonly Recipient[]) {
  const filled = recipients.filled(rows)
  if (filled.length === 0) return { problems: [], general: ['Add at least one recipient.'], quote: null }
  const answer = await session.api.quotePurchase({
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: order.productId ?? undefined,
        deliveryMethod: 'email',
        receivers: filled.map(({ row }) => row),
      },
    },
  })
  const { quote, problems } = session.unwrap(answer).data
  return {
    quote,
    general: generalOf(problems),
    problems: problems.flatMap(({ row, path, message }): RecipientProblem[] => {
      const place = row === undefined ? undefined : filled[row]
      return place
        ? [{ row: place.index, field: fieldOf(path), message: rowWords(place.row, asInForm(message, filled)) }]
        : []
    }),
  }
}

const fieldOf = (path: string): keyof Recipient =>
  path.endsWith('.name') ? 'name' : path.endsWith('.notes') ? 'notes' : 'email'

function rowWords({ email }: Recipient, message: string): string {
  if (message.startsWith('give exactly one')) return 'An email address is missing.'
  return /invalid email/i.test(message) ? `“${email}” is not an email address.` : words(message)
}

/** A pasted list or a file, as the API reads tables. */
async function readTable(session: Session, form: FormData): Promise<{ rows: Recipient[]; general: string[] }> {
  const csv = await listOf(form, 'pasted')
  if (!csv.trim()) return { rows: [], general: [] }
  if (csv.length > 2_000_000) return { rows: [], general: ['The list is too large: at most 2 MB.'] }
  const answer = await session.api.quotePurchase({ body: { purchase: { type: 'bulkHugggs' }, csv } })
  if (!isPass(answer)) return { rows: [], general: ['The list could not be read. Nothing was added.'] }
  const { receivers = [], problems } = answer.pass.data
  const unreadable = problems.filter(({ path }) => path === 'csv').map(({ message }) => `The list ${message}.`)
  return {
    rows: receivers.map(({ email, name, notes }) => ({ email, name: name ?? '', notes: notes ?? '' })),
    general: unreadable,
  }
}
