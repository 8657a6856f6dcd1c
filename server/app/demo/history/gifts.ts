import type { Instant } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { hoursAfter } from './calendar.ts'
import { type Caller, DemoRefusal, type Scene, type Stage } from './stage.ts'

/** What someone did with a gift, and what they said of it. */
export interface Reception {
  /** So long after it was sent. */
  afterHours: number
  /** As far as they have come: `redeemed` is at a till of Daisy Coffee's. */
  until: 'opened' | 'claimed' | 'revealed' | 'redeemed'
  says?: { emoji?: string; message?: string; name?: string }
}

type Words = NonNullable<Reception['says']>
const coming =
  (until: Reception['until']) =>
  (afterHours: number, says?: Words): Reception => ({ afterHours, until, ...(says && { says }) })
export const opened = coming('opened')
export const claimed = coming('claimed')
export const revealed = coming('revealed')
export const redeemed = coming('redeemed')

export interface Sender {
  as: Caller
  walletId: string
}

export interface Gifting {
  at: Instant
  /** Who sends, as the stage knows them; worked out when the scene is played. */
  by: (stage: Stage) => Promise<Sender>
  purchase: {
    type?: 'superhuggg'
    reference: string
    title?: string
    message?: string
    reasonCode?: string
    receivers?: ({ email: string; name: string } | { phone_number: string; name: string })[]
    deliveryMethod?: 'printable' | 'inline-redeem'
    quantity?: number
    /** Of a shareable gift: gifts in all. */
    limit?: number
    expiry?: string
    sendDate?: string
  }
  payment?: 'invoice'
  /** In the order of the gifts; null where no one has looked. */
  received?: (Reception | null)[]
  /** The sender takes gifts back: which, and how long after. */
  cancelled?: { gifts: number[]; afterHours: number }
}

interface Gift {
  id: string
}

/** A purchase, and what happened to its gifts: scene by scene, as far as there was time. */
export function demoScenes(gifting: Gifting): Scene[] {
  const { at, by, purchase, payment, received = [], cancelled } = gifting
  let gifts: Gift[] = []
  let sender: Caller
  const buy: Scene = {
    at,
    play: async (stage) => {
      const { as, walletId } = await by(stage)
      sender = as
      const bought = await stage.ask(as, 'POST', '/api/v2/transactions?embed[]=hugggs', {
        purchase: {
          type: 'bulkHugggs',
          ...(purchase.receivers || purchase.type ? {} : { deliveryMethod: 'links' }),
          ...purchase,
        },
        payment: { method: payment ?? 'walletCommitment', reference: walletId },
      })
      gifts = bought.embedded.hugggs
    },
  }
  const receptions = received.flatMap((reception, index): Scene[] =>
    reception
      ? [{ at: hoursAfter(at, reception.afterHours), play: (stage) => receive(stage, gifts[index]!, reception) }]
      : [],
  )
  const cancelling: Scene[] = cancelled
    ? [
        {
          at: hoursAfter(at, cancelled.afterHours),
          play: async (stage) => {
            for (const index of cancelled.gifts)
              await stage.ask(sender, 'POST', `/api/v2/hugggs/${gifts[index]!.id}/cancel`)
          },
        },
      ]
    : []
  return [buy, ...receptions, ...cancelling]
}

/** Each step is taken once, and answers with how far the gift has come. */
async function receive(stage: Stage, { id }: Gift, { until, says }: Reception): Promise<void> {
  const shortcode = await loadShortcode(stage, id)
  const press = (step: string, body?: object) => stage.ask(null, 'POST', `/public/gifts/${shortcode}/${step}`, body)
  const seen = await press('open').catch(unlessEnded)
  if (!seen) return
  if (until === 'redeemed')
    await stage.ask({ client: 'demo-till' }, 'POST', `/api/v2/hugggs/${shortcode}/redemptions`, {
      location_id: demo.stores.daisyCoffeeLeeds,
    })
  else if (until !== 'opened' && seen.state === 'opened') {
    const [first] = seen.choices.flatMap(({ options }: { options: { productId: string }[] }) => options)
    if (first) await press('choose', { productId: first.productId })
    await press('claim')
  }
  if (until === 'revealed') await press('reveal')
  if (says && !seen.reaction) await press('reaction', says)
}

/** A recipient has it from their mail; a sender is not always shown it. */
async function loadShortcode({ app }: Stage, hugggId: string): Promise<string> {
  const gift = await app.posy.db
    .selectFrom('huggg')
    .select('shortcode')
    .where('id', '=', hugggId)
    .executeTakeFirstOrThrow()
  return gift.shortcode
}

/** Played again after a restart, it may be long after the gift's last day. */
function unlessEnded(error: unknown): null {
  if (error instanceof DemoRefusal && error.status === 409) return null
  throw error
}
