import type { Answer } from '#contract/core/endpoint.ts'
import { type listPastRecipients, MOST_PAST_RECIPIENTS } from '#contract/search/past-recipients.ts'
import { choice, readForm, text, texts } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import type { Recipient } from './recipient-rows.ts'

type Found = Answer<typeof listPastRecipients>['data']

/** People whom the team has sent to before, as they were looked for. */
export interface PastPeople extends Pick<Found, 'people' | 'hasMore'> {
  wanted: string
  purchase: string
}

/** Purchases whose people can be chosen; none where there are none, or the reader may not know. */
export async function pastPurchases(session: Session, channel: 'email' | 'sms'): Promise<Found['purchases']> {
  const found = await session.api.listPastRecipients({ query: { channel } })
  return found.ok ? found.value.data.purchases : []
}

/** What a form asks of past recipients: to look for some, or to add those that are ticked. */
export async function askPast(
  session: Session,
  channel: 'email' | 'sms',
  form: FormData,
): Promise<{ chosen: Recipient[]; shown: PastPeople | null; notices: string[] }> {
  const asked = readForm(form, { intent: choice('past', 'addPast'), wanted: text, purchase: text, person: texts })
  const nothing = { chosen: [], shown: null, notices: [] }
  if (!asked.intent) return nothing
  const { wanted, purchase } = asked
  const found = await session.api.listPastRecipients({
    query: {
      channel,
      ...(wanted && { text: wanted.slice(0, 200) }),
      ...(purchase && { transactionId: readId(purchase) }),
    },
  })
  if (!found.ok) return { ...nothing, notices: ['Those people could not be looked up. Nothing was added.'] }
  const { people, hasMore } = found.value.data
  if (asked.intent === 'past')
    return {
      ...nothing,
      shown: { people, hasMore, wanted, purchase },
      notices: people.length ? [] : ['No one like that was sent a gift in this way before.'],
    }
  const ticked = new Set(asked.person.slice(0, MOST_PAST_RECIPIENTS))
  const chosen = people
    .filter(({ address }) => ticked.has(address))
    .map(({ address, name }) => ({ address, name: name ?? '', notes: '' }))
  return {
    ...nothing,
    chosen,
    notices: [
      chosen.length ? `${plural(chosen.length, 'person', 'people')} added.` : 'No one was ticked. Nothing was added.',
    ],
  }
}
