import { MAX_CHANGED_PEOPLE } from '#contract/orders/transaction-hugggs.ts'
import { formatMoney } from '#kit/money.ts'
import { readForm, text, texts, ticked } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { personFields } from './person-fields.ts'
import { readCurrency } from './read-currency.ts'

interface Wanted {
  hugggId: string
  address: string
  name: string
  isPhone: boolean
}

/** Sends on what the form has changed, all of it or nothing. */
export async function changePeople(session: Session, id: string, form: FormData): Promise<string | Failure> {
  const { changed, removed } = readPeople(form)
  const missing = changed.filter(({ address }) => !address)
  if (missing.length)
    return invalidForm(
      Object.fromEntries(
        missing.map(({ hugggId }) => [personFields(hugggId).address, 'Give an address, or remove the gift.']),
      ),
      form,
    )
  if (changed.length + removed.length === 0) return 'No one has been changed.'
  const done = await session.api.changeTransactionPeople(
    {
      params: { id },
      body: {
        changed: changed.map(({ hugggId, address, name, isPhone }) => ({
          hugggId,
          ...(isPhone ? { phoneNumber: address } : { email: address }),
          name: name || null,
        })),
        removed,
      },
    },
    { idempotencyKey: `people-${readId(readForm(form, { attempt: text }).attempt)}` },
  )
  if (!done.ok) return toFormFailure(done.problem, form, renamed(changed))
  const moved = changed.length ? [`${plural(changed.length, 'person', 'people')} changed.`] : []
  const { refunded } = done.value.data
  const returned = refunded ? ` ${formatMoney(refunded, readCurrency(form))} was returned.` : ''
  const out = removed.length ? [`${plural(removed.length, 'gift')} cancelled.${returned}`] : []
  return [...moved, ...out, 'Nothing has been sent yet.'].join(' ')
}

function readPeople(form: FormData): { changed: Wanted[]; removed: string[] } {
  const people = readForm(form, { hugggId: texts })
    .hugggId.slice(0, MAX_CHANGED_PEOPLE)
    .map((sent) => {
      const hugggId = readId(sent)
      const fields = personFields(hugggId)
      const typed = readForm(form, { [fields.address]: text, [fields.name]: text, [fields.was]: text })
      const boxes = readForm(form, { [fields.isPhone]: ticked, [fields.out]: ticked })
      const [address, name] = [typed[fields.address]!, typed[fields.name]!]
      const isChanged = JSON.stringify([address, name]) !== typed[fields.was]
      return { hugggId, address, name, isChanged, isPhone: boxes[fields.isPhone]!, isOut: boxes[fields.out]! }
    })
  return {
    changed: people.filter(({ isOut, isChanged }) => isChanged && !isOut),
    removed: people.filter(({ isOut }) => isOut).map(({ hugggId }) => hugggId),
  }
}

/** The API counts rows, the form knows gifts. */
const renamed = (changed: readonly Wanted[]): Record<string, string> =>
  Object.fromEntries(
    changed.flatMap(({ hugggId }, row) =>
      ['email', 'phoneNumber', 'hugggId'].map((field) => [`changed[${row}].${field}`, personFields(hugggId).address]),
    ),
  )
