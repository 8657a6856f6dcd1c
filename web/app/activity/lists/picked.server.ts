import type { CallResult } from '#contract/core/invoke.ts'
import type { ReturnPlace } from '#contract/core/return-place.ts'
import type { HugggHit, HugggQuery } from '#contract/search/search.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { exactText, id, readForm, text, texts, ticked } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { cancelWords, countCancelling, formatSums } from '../cancelling.ts'
import { recipientName } from '../labels.ts'
import { MAX_PICKED_GIFTS, type PickedAction, type PickedAnswer, type PickedQuestion } from './picked.ts'

type Search = Pick<HugggQuery, 'filters' | 'sort'> & { text?: string }

/** The gifts that are meant, and what is wanted of them. */
interface Picked {
  action: PickedAction
  gifts: HugggHit[]
  attempt: string
  /** The new last day. */
  expiry: string
}

const refusal = (why: string): PickedAnswer => ({ text: why, tone: 'danger' })

/** Does something with the gifts that are ticked, or with all that a list holds; what cannot be taken back is asked about first. */
export async function actOnPicked(
  session: Session,
  { action, form, search }: { action: PickedAction; form: FormData; search: Search },
): Promise<PickedAnswer> {
  const sent = readForm(form, { all: ticked, confirmed: ticked, attempt: id, expiry: exactText })
  const found = await findPicked(session, form, search)
  if (!found) return refusal('Pick at least one gift first.')
  if (!found.ok) return refusal(`${toFormFailure(found.problem).message} Nothing was changed.`)
  const picked = { action, gifts: found.value.data.hits, attempt: sent.attempt, expiry: sent.expiry }
  if (picked.gifts.length === 0) return refusal('There are no gifts in this list any longer.')
  if (action === 'dates' && !isDay(sent.expiry)) return refusal('Give the new last day first.')
  const isSafe = (action === 'remind' || action === 'resend') && !sent.all
  return isSafe || sent.confirmed ? perform(session, picked) : ask(picked)
}

/** A field for a day sends it so; a program may send anything. */
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

type Found = CallResult<{ data: { hits: HugggHit[] } }>

/** Null where none is ticked. An id of another team refuses them all. */
async function findPicked(session: Session, form: FormData, search: Search): Promise<Found | null> {
  const sent = readForm(form, { hugggId: texts, ids: text, all: ticked })
  if (sent.all) return session.api.searchHugggs({ body: { query: { ...search, from: 0, size: MAX_PICKED_GIFTS } } })
  const given = sent.ids ? sent.ids.split(',') : sent.hugggId
  const hugggIds = [...new Set(given.slice(0, MAX_PICKED_GIFTS).map(readId))]
  if (hugggIds.length === 0) return null
  return session.api.searchHugggs({ body: { query: { filters: { hugggIds }, size: MAX_PICKED_GIFTS } } })
}

function ask(picked: Picked): PickedAnswer {
  const { action, gifts, attempt, expiry } = picked
  const ids = gifts.map(({ huggg }) => huggg.id).join(',')
  const fields = { do: action, confirmed: 'yes', ids, attempt, ...(expiry ? { expiry } : {}) }
  const cancelling = countCancelling(gifts.map((hit) => ({ ...hit, currency: hit.transaction.currency })))
  if (action === 'cancel' && cancelling.count === 0) return refusal('None of these gifts can be cancelled any longer.')
  return { question: { ...words(picked, cancelling), danger: action === 'cancel', fields } }
}

function words(
  { action, gifts, expiry }: Picked,
  cancelling: ReturnType<typeof countCancelling>,
): Pick<PickedQuestion, 'title' | 'text' | 'confirm'> {
  const many = plural(gifts.length, 'gift')
  if (action === 'cancel') {
    const some = plural(cancelling.count, 'gift')
    const rest = gifts.length - cancelling.count
    const left = rest ? ` ${plural(rest, 'gift')} that cannot be cancelled stay as they are.` : ''
    return {
      title: `Cancel ${some}?`,
      text: `${cancelWords(cancelling)}${left} This cannot be undone.`,
      confirm: `Cancel ${some}`,
    }
  }
  if (action === 'dates')
    return {
      title: `Change the last day of ${many}?`,
      text: `The last day becomes ${formatDay(`${expiry}T12:00:00Z`, BUSINESS_ZONE)}. Where a gift ends sooner than its recipient was told, they get an email. No money moves.`,
      confirm: 'Change the last day',
    }
  if (action === 'remind')
    return {
      title: `Remind the people of ${many}?`,
      text: 'Those who have not opened their gift get one email with its link. No one gets a second one within 24 hours.',
      confirm: 'Send reminders',
    }
  return {
    title: `Send the messages of ${many} again?`,
    text: 'Each gift goes to its recipient once more, with the same link, at most once an hour.',
    confirm: 'Send again',
  }
}

interface Outcome {
  changed: number
  refunded?: number | undefined
  refused: { huggg_id: string; reason: string }[]
}

async function perform(session: Session, picked: Picked): Promise<PickedAnswer> {
  const { action, gifts } = picked
  const done =
    action === 'cancel' || action === 'dates' ? await byPurchase(session, picked) : await atOnce(session, picked)
  const changed = done.reduce((sum, { outcome }) => sum + outcome.changed, 0)
  const refused = done.flatMap(({ outcome }) => outcome.refused)
  const money = [...Map.groupBy(done, ({ returnsTo }) => returnsTo)].flatMap(([place, some]) => {
    const sum = formatSums(
      some.flatMap(({ outcome, currency }) => (outcome.refunded ? [{ pence: outcome.refunded, currency }] : [])),
    )
    return sum ? `${sum} returned${place === 'wallet' ? '' : ` to the ${place}`}.` : []
  })
  const before = action === 'cancel' ? gifts.length - changed - refused.length : 0
  const said = [
    changed ? `${verbs[action](changed)}.` : 'Nothing was changed.',
    ...money,
    before > 0 && `${plural(before, 'gift')} had been cancelled before.`,
  ]
  const text = said.filter(Boolean).join(' ')
  if (refused.length === 0) return { text, tone: changed || before ? 'success' : 'danger' }
  const names = new Map(gifts.map((hit) => [hit.huggg.id, recipientName(hit)]))
  return {
    text,
    refused: refused.map(({ huggg_id, reason }) => ({ id: huggg_id, name: names.get(huggg_id) ?? 'A gift', reason })),
  }
}

const verbs: Record<PickedAction, (many: number) => string> = {
  cancel: (many) => `${plural(many, 'gift')} cancelled`,
  dates: (many) => `The last day of ${plural(many, 'gift')} has changed`,
  remind: (many) => plural(many, 'person is being reminded', 'people are being reminded'),
  resend: (many) => plural(many, 'gift is on its way again', 'gifts are on their way again'),
}

interface Done {
  outcome: Outcome
  currency: string
  returnsTo: ReturnPlace
}

/** Each purchase is a command of its own: what one refuses leaves the others. */
async function byPurchase(session: Session, { action, gifts, attempt, expiry }: Picked): Promise<Done[]> {
  const done: Done[] = []
  for (const [transactionId, ofOne] of Map.groupBy(gifts, ({ transaction }) => transaction.id)) {
    const hugggIds = ofOne.map(({ huggg }) => huggg.id)
    const params = { id: transactionId }
    const answer =
      action === 'cancel'
        ? await session.api.cancelTransactionHugggs(
            { params, body: { hugggIds } },
            { idempotencyKey: `cancel-${attempt}-${transactionId}` },
          )
        : await session.api.changeTransactionHugggs({ params, body: { expiry, hugggIds } })
    const { transaction, returnsTo } = ofOne[0]!
    done.push({ outcome: outcome(answer, hugggIds), currency: transaction.currency, returnsTo })
  }
  return done
}

async function atOnce(session: Session, { action, gifts, attempt }: Picked): Promise<Done[]> {
  const hugggIds = gifts.map(({ huggg }) => huggg.id)
  const [call, named] = [{ body: { hugggIds } }, { idempotencyKey: `${action}-${attempt}` }]
  const answer =
    action === 'remind' ? await session.api.remindHugggs(call, named) : await session.api.resendHugggs(call, named)
  const { transaction, returnsTo } = gifts[0]!
  return [{ outcome: outcome(answer, hugggIds), currency: transaction.currency, returnsTo }]
}

/** A command that was refused leaves each of its gifts as it was. */
function outcome(answer: CallResult<{ data: Outcome }>, hugggIds: readonly string[]): Outcome {
  if (answer.ok) return answer.value.data
  const { message, fields } = toFormFailure(answer.problem)
  const [field] = Object.values(fields)
  const reason = (field ?? message).replace(/\.$/, '')
  return { changed: 0, refused: hugggIds.map((huggg_id) => ({ huggg_id, reason })) }
}
