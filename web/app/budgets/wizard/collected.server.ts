import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { BudgetFields, type BudgetOverview } from '#contract/budgets/budgets.ts'
import { readForm, text } from '#web/http/read-form.ts'

/** Addresses stay within what browsers and the servers before us take. */
const MOST_LETTERS = 6000
const MOST_BYTES = 100_000

/**
 * Changes of a budget that is no draft, of all its steps, as the address of the wizard carries them until they are saved
 * together; null: none. Undefined: too many words for an address.
 */
export function writeChanges(fields: BudgetFields): string | null | undefined {
  if (Object.keys(fields).length === 0) return null
  const written = deflateRawSync(JSON.stringify(fields)).toString('base64url')
  return written.length > MOST_LETTERS ? undefined : written
}

/** The changes that an address carries, as far as they change anything still; none where it carries something else. */
export function readChanges({ url }: Pick<Request, 'url'>, budget: BudgetOverview): BudgetFields {
  const written = new URL(url).searchParams.get('changes')
  if (!written || written.length > MOST_LETTERS || budget.status === 'draft') return {}
  try {
    const text = inflateRawSync(Buffer.from(written, 'base64url'), { maxOutputLength: MOST_BYTES }).toString()
    const read = BudgetFields.safeParse(JSON.parse(text))
    return read.success ? onlyChanges(budget, read.data) : {}
  } catch {
    return {}
  }
}

/** Of the fields that a step sent, those that were changed in it: what it showed goes along. */
export function onlyTyped(form: FormData, fields: BudgetFields): BudgetFields {
  try {
    const shown: unknown = JSON.parse(readForm(form, { shown: text }).shown)
    return shown && typeof shown === 'object' ? onlyChanges(shown, fields) : fields
  } catch {
    return fields
  }
}

/** Of some fields, those that are not as they are saved. */
export const onlyChanges = (budget: Partial<BudgetFields> | BudgetOverview, fields: BudgetFields): BudgetFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => comparable(name, value) !== comparable(name, budget[name as keyof BudgetFields]),
    ),
  ) as BudgetFields

/** Of lists that are ticked, the order is the form's; a field of a moment has no seconds. */
function comparable(name: string, value: unknown): string {
  if (name === 'scheduledEndDate' && typeof value === 'string') return String(Math.floor(Date.parse(value) / 60_000))
  if (name === 'reasonCodes') return JSON.stringify(value)
  return JSON.stringify(value, (_, part) => {
    if (Array.isArray(part)) return part.toSorted()
    return part && typeof part === 'object' ? Object.entries(part).filter(([, each]) => each != null) : part
  })
}

/** A budget as it would be with changes. */
export const withChanges = (budget: BudgetOverview, { billingMethod, ...fields }: BudgetFields): BudgetOverview => ({
  ...budget,
  ...(fields as Partial<BudgetOverview>),
  ...(billingMethod && { billingMethod: { type: billingMethod.type, cardId: billingMethod.cardId ?? null } }),
})
