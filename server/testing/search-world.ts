import { type Selectable, sql } from 'kysely'
import { type HugggHit, type HugggSortField, statusNames } from '#contract/search/search.ts'
import { demo } from '#server/app/demo/ids.ts'
import { deriveDeliveryStatus } from '#server/domains/delivery/queries.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { HugggTable } from '#server/platform/database/schema.ts'
import type { TestApp } from './app.ts'

const { wallets, products, stores, teams } = demo

/** Gifts of every kind and state, in Acme, its subteam North and Globex, made as people make them. */
export async function buildSearchWorld(app: TestApp): Promise<void> {
  const post = async (path: string, body: unknown, as?: string) => {
    const answer = await app.request('POST', path, { ...(as ? { as } : {}), body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const buy = async (purchase: object, as = 'admin@acme.test', wallet: string = wallets.acmeMain) => {
    app.wall.advanceSeconds(61)
    const bought = await post(
      '/api/v2/transactions?embed[]=hugggs',
      {
        purchase: { type: 'bulkHugggs', reference: products.daisyFlatWhite, ...purchase },
        payment: { method: 'walletCommitment', reference: wallet },
      },
      as,
    )
    return bought.embedded.hugggs as { id: string; shortcode: string }[]
  }
  const reasons = ['Thank you', 'Work anniversary', 'New client', 'Wellbeing']
  const receivers = [
    { email: 'zoe.angstrom@friends.test', name: 'Zoë Ångström' },
    { email: 'ben@company.test', name: 'Ben O’Neill', notes: 'Only for Ben: coffee on us' },
    { email: 'flat.white@company.test', name: '=HYPERLINK("evil")' },
    { user_id: demo.users.acmeViewer },
  ]
  const mailed = await buy({
    receivers,
    reasonCode: reasons[0],
    message: 'Happy birthday',
    fromName: 'The Acme crew',
    notes: 'Party budget',
  })
  const links = await buy({
    deliveryMethod: 'links',
    quantity: 12,
    reasonCode: reasons[1],
    reference: products.daisyGiftCard10,
    title: 'Anniversaries',
  })
  const choice = await buy({
    deliveryMethod: 'links',
    quantity: 3,
    reasonCode: reasons[3],
    reference: products.choiceOfGift10,
  })
  await buy({
    receivers: [{ email: 'later@friends.test', name: 'Lara Later' }],
    reasonCode: reasons[2],
    sendDate: '2026-04-01T09:00:00Z',
  })
  await buy({ deliveryMethod: 'inline-redeem', quantity: 2, reasonCode: reasons[0] })
  await buy(
    { deliveryMethod: 'links', quantity: 4, message: 'From the north', reasonCode: reasons[1] },
    'subteam@acme.test',
    wallets.acmeNorth,
  )
  await buy(
    { receivers: [{ email: 'ben@company.test', name: 'Ben Again' }], reasonCode: reasons[2] },
    'participant@acme.test',
  )
  await buy(
    { receivers: [{ email: 'ben@company.test', name: 'Ben Elsewhere' }] },
    'admin@globex.test',
    wallets.globexMain,
  )
  await app.settle()
  app.wall.advanceSeconds(3600)
  for (const gift of [mailed[0]!, mailed[1]!, links[0]!, choice[0]!])
    await post(`/public/gifts/${gift.shortcode}/open`, {})
  await post(`/public/gifts/${mailed[0]!.shortcode}/reaction`, { emoji: '❤️', message: 'Lovely, thanks', name: 'Zoë' })
  await post(`/public/gifts/${links[0]!.shortcode}/reaction`, { emoji: '🎉' })
  for (const gift of [links[1]!, links[2]!])
    await post(
      `/api/v2/hugggs/${gift.shortcode}/redemptions`,
      { location_id: stores.daisyCoffeeLeeds },
      'client:demo-till',
    )
  await post(`/api/v2/hugggs/${links[3]!.id}/cancel`, {}, 'admin@acme.test')
  await post(`/api/v2/huggg/${links[4]!.id}/toggleSent`, { is_preview: false }, 'admin@acme.test')
  const patch = (id: string, body: object) =>
    app.request('PATCH', `/api/v2/hugggs/${id}`, { as: 'admin@acme.test', body })
  await patch(links[5]!.id, { notes: 'Changed: merry winter', from_name: 'Winter crew' })
  await patch(mailed[2]!.id, { receiver: { email: 'corrected@company.test' } })
  await patch(links[6]!.id, { expiry_date: '2026-03-10' })
  // What no screen does yet.
  await sql`update huggg set is_settled = true where id = ${links[1]!.id}`.execute(app.posy.db)
  await sql`update outgoing_message set status = 'bounce' where huggg_id = ${mailed[1]!.id}`.execute(app.posy.db)
  await app.settle()
  await app.advance('P10D')
}

export const acmeTeams: string[] = [teams.acme, teams.acmeNorth, teams.acmeSouth]

/** A gift with everything about it, joined by hand. */
export interface NaiveGift {
  teamId: string
  senderId: string
  hit: HugggHit
  /** Every text that a search looks at. */
  texts: string[]
  brandId: string
  segmentIds: string[]
}

const iso = (date: Date | null) => date?.toISOString() ?? null

/** What people are told of a gift, by its status first. */
function naiveState(
  h: Pick<
    Selectable<HugggTable>,
    'status_id' | 'face_pence' | 'chosen_price_pence' | 'parts_pence' | 'revealed_at' | 'recipient_id'
  >,
  method: string | null,
  { delivery, isPrinted }: { delivery: string; isPrinted: boolean },
): Pick<HugggHit, 'state' | 'left'> {
  const told = (state: HugggHit['state']) => ({ state, left: null })
  const status = statusNames[h.status_id - 1]!
  if (status === 'Redeemed') return told('redeemed')
  if (status === 'Expired') return told('expired')
  if (status === 'Cancelled') return told('cancelled')
  if (status === 'Fetched') return told('code-taken')
  if (status === 'Pending') return told('being-made')
  if (h.parts_pence > 0) return { state: 'partly-used', left: (h.chosen_price_pence ?? h.face_pence) - h.parts_pence }
  if (status === 'Scheduled') return told('scheduled')
  if (status === 'Claimed') return told(h.revealed_at ? 'code-shown' : 'opened')
  if (/^(email|sms)-(bounce|blocked|spam|dropped|failed|rejected|expired)$|^sms-un/.test(delivery))
    return told('not-delivered')
  if (status === 'Sent') return told('sent')
  if (delivery.endsWith('-pending')) return told('sending')
  if (h.recipient_id) return told('not-sent')
  if (method === 'printable') return told(isPrinted ? 'printed' : 'to-print')
  if (method === 'superhuggg') return told('unclaimed')
  return told(method === 'links' ? 'link-not-shared' : 'not-sent')
}

/** All gifts of the database, read table by table: what a search must agree with. */
export async function naiveGifts(db: Db): Promise<NaiveGift[]> {
  const byId = <R extends { id: string }>(rows: R[]) => new Map(rows.map((row) => [row.id, row]))
  const hugggs = await db.selectFrom('huggg').selectAll().orderBy('id').execute()
  const transactions = byId(await db.selectFrom('transaction').selectAll().execute())
  const people = byId(await db.selectFrom('app_user').selectAll().execute())
  const recipients = byId(await db.selectFrom('recipient').selectAll().execute())
  const all = byId(await db.selectFrom('product').selectAll().execute())
  const teamsById = byId(await db.selectFrom('team').selectAll().execute())
  const messages = new Map(
    (await db.selectFrom('gift_message').selectAll().execute()).map((row) => [row.transaction_id, row]),
  )
  const own = new Map((await db.selectFrom('huggg_message').selectAll().execute()).map((row) => [row.huggg_id, row]))
  const reactions = new Map((await db.selectFrom('reaction').selectAll().execute()).map((row) => [row.huggg_id, row]))
  const used = new Map(
    (await db.selectFrom('redemption').selectAll().where('undone_at', 'is', null).execute()).map((row) => [
      row.huggg_id,
      row,
    ]),
  )
  const printed = new Set(
    (await db.selectFrom('printable').selectAll().where('file_version', 'is not', null).execute()).map(
      ({ transaction_id }) => transaction_id,
    ),
  )
  const deliveries = await deriveDeliveryStatus(
    db,
    hugggs.map(({ id }) => id),
  )
  return hugggs.map((h): NaiveGift => {
    const t = transactions.get(h.transaction_id)!
    const sender = people.get(h.sender_id)!
    const recipient = h.recipient_id ? recipients.get(h.recipient_id)! : null
    const colleague = recipient?.user_id ? people.get(recipient.user_id)! : null
    const product = all.get(h.product_id)!
    const [message, mine, reaction] = [messages.get(t.id), own.get(h.id), reactions.get(h.id)]
    const name = recipient?.name || (colleague ? `${colleague.first_name} ${colleague.surname}`.trim() : '')
    const [first = '', ...rest] = name.trim().split(/\s+/)
    const phone = recipient?.phone_number?.slice(1) ?? ''
    const meta = h.meta as HugggHit['huggg']['meta']
    return {
      teamId: h.team_id,
      senderId: h.sender_id,
      brandId: product.brand_id,
      segmentIds: meta.gwcSegments?.map(({ id }) => id) ?? [],
      texts: [
        recipient?.name,
        recipient?.email,
        recipient?.notes,
        phone,
        phone.startsWith('44') ? `0${phone.slice(2)}` : '',
        ...[colleague, sender].flatMap((person) => [
          person?.first_name,
          person?.surname,
          person?.send_as_name,
          person?.email,
        ]),
        product.name,
        product.brand_name,
        t.reason_code,
        ...[message?.message, message?.notes, message?.from_name, mine?.notes, mine?.from_name],
      ].map((text) => text ?? ''),
      hit: {
        huggg: {
          id: h.id,
          receiver_id: h.recipient_id,
          status_id: h.status_id,
          shortcode: h.shortcode,
          expiry_date: h.expiry_date.toISOString(),
          created_at: h.created_at.toISOString(),
          updated_at: h.updated_at.toISOString(),
          assigned_date: iso(h.assigned_date),
          notes: mine?.notes ?? recipient?.notes ?? message?.message ?? null,
          sent_date: iso(h.sent_date ?? h.send_at),
          viewed_date: iso(h.viewed_date),
          viewed_client: h.viewed_client,
          from_name: mine?.from_name ?? message?.from_name ?? null,
          name_on_card: null,
          meta,
          theme_id: t.theme_id,
          transaction_id: t.id,
        },
        transaction: {
          id: t.id,
          notes: message?.notes ?? null,
          delivery_method: t.delivery_method,
          payment_method: t.payment_method,
          created_at: t.created_at.toISOString(),
          sale_per_item: h.face_pence,
          sale_total: t.sale_total,
          currency: h.currency,
          reason_code: t.reason_code,
          plan_id: t.plan_id,
          processing: t.processing,
        },
        sender: { id: sender.id, first_name: sender.first_name, surname: sender.surname, email: sender.email },
        receiver: recipient && {
          id: recipient.id,
          first_name: first,
          surname: rest.join(' '),
          email: recipient.email ?? colleague?.email ?? null,
          phone_number: recipient.phone_number,
        },
        purchase: { id: product.id, label: product.name, images: product.images as Record<string, string[]> },
        superhuggg: null,
        status: statusNames[h.status_id - 1]!,
        ...naiveState(h, t.delivery_method, { delivery: deliveries.get(h.id)!.status, isPrinted: printed.has(t.id) }),
        returns:
          [1, 2, 3, 8].includes(h.status_id) && h.parts_pence === 0 && !h.fetching
            ? h.face_pence - h.change_pence + h.fee_pence + h.fee_vat_pence
            : 0,
        // Nothing here was bought from an allowance.
        returnsTo: 'wallet',
        deliveryStatus: deliveries.get(h.id)!.status,
        deliveryStatusUpdatedAt: iso(deliveries.get(h.id)!.updatedAt),
        redemptions: used.has(h.id) ? [{ created_at: used.get(h.id)!.created_at.toISOString() }] : [],
        isSettled: h.is_settled,
        team: { id: h.team_id, name: teamsById.get(h.team_id)!.name },
        reaction: reaction
          ? {
              _id: reaction.id,
              message: reaction.message,
              emoji: reaction.emoji,
              name: reaction.name,
              hugggId: h.id,
              dateCreated: reaction.created_at.toISOString(),
              dateModified: reaction.updated_at.toISOString(),
            }
          : null,
        voucherV2: { _id: h.id, voucherType: (all.get(h.chosen_product_id ?? '') ?? product).voucher_type },
      },
    }
  })
}

/** What each field is sorted by. */
export const sortKeys: Record<HugggSortField, (hit: HugggHit) => string | number | boolean | null | undefined> = {
  createdAt: ({ huggg }) => huggg.created_at,
  updatedAt: ({ huggg }) => huggg.updated_at,
  sentDate: ({ huggg }) => huggg.sent_date,
  assignedDate: ({ huggg }) => huggg.assigned_date,
  viewedDate: ({ huggg }) => huggg.viewed_date,
  expiryDate: ({ huggg }) => huggg.expiry_date,
  redeemedAt: ({ redemptions }) => redemptions[0]?.created_at,
  reactionAt: ({ reaction }) => reaction?.dateCreated,
  statusId: ({ huggg }) => huggg.status_id,
  status: ({ status }) => status,
  deliveryMethod: ({ transaction }) => transaction.delivery_method,
  deliveryStatus: ({ deliveryStatus }) => deliveryStatus,
  deliveryStatusUpdatedAt: ({ deliveryStatusUpdatedAt }) => deliveryStatusUpdatedAt,
  price: ({ transaction }) => transaction.sale_per_item,
  saleTotal: ({ transaction }) => transaction.sale_total,
  reasonCode: ({ transaction }) => transaction.reason_code,
  shortcode: ({ huggg }) => huggg.shortcode,
  notes: ({ huggg }) => huggg.notes?.toLowerCase(),
  fromName: ({ huggg }) => huggg.from_name?.toLowerCase(),
  themeId: ({ huggg }) => huggg.theme_id,
  viewedClient: ({ huggg }) => huggg.viewed_client,
  transactionId: ({ transaction }) => transaction.id,
  transactionNotes: ({ transaction }) => transaction.notes?.toLowerCase(),
  transactionCreatedAt: ({ transaction }) => transaction.created_at,
  planId: ({ transaction }) => transaction.plan_id,
  processing: ({ transaction }) => transaction.processing,
  senderId: ({ sender }) => sender.id,
  senderFirstName: ({ sender }) => sender.first_name.toLowerCase(),
  senderSurname: ({ sender }) => sender.surname.toLowerCase(),
  senderEmail: ({ sender }) => sender.email.toLowerCase(),
  receiverId: ({ receiver }) => receiver?.id,
  receiverName: ({ receiver }) =>
    receiver ? `${receiver.first_name} ${receiver.surname}`.trim().toLowerCase() || null : null,
  receiverEmail: ({ receiver }) => receiver?.email?.toLowerCase(),
  receiverPhoneNumber: ({ receiver }) => receiver?.phone_number,
  productId: ({ purchase }) => purchase.id,
  productLabel: ({ purchase }) => purchase.label.toLowerCase(),
  voucherType: ({ voucherV2 }) => voucherV2.voucherType,
  teamId: ({ team }) => team.id,
  teamName: ({ team }) => team.name.toLowerCase(),
  isSettled: ({ isSettled }) => isSettled,
  reactionEmoji: ({ reaction }) => reaction?.emoji,
  reactionMessage: ({ reaction }) => reaction?.message?.toLowerCase(),
}
