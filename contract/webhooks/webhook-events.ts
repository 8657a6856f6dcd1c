import { z } from 'zod'

/** A field of a payload, with what it holds and one value that it may have. */
const field = <S extends z.ZodType>(schema: S, description: string, example: z.input<S>): S =>
  schema.meta({ description, examples: [example] })

const exampleId = (last: string) => `00000000-0000-4000-8000-${last.padStart(12, '0')}`
const idField = (description: string, last: string) => field(z.uuid(), description, exampleId(last))
const idOrNull = (description: string, last: string) => field(z.uuid().nullable(), description, exampleId(last))
const penceField = (description: string, example: number) => field(z.int(), description, example)
const count = (description: string, example: number) => field(z.int().min(0), description, example)
const one = <const V extends [string, ...string[]]>(values: V, description: string) =>
  field(z.enum(values), description, values[0] as never)

const currency = one(['GBX', 'EUX'], 'Pence or cents.')
const automationId = idField('The budget.', 'c01')
const transactionId = idField('The purchase.', 'b01')

const statuses =
  '1 created, 2 sent, 3 opened, 4 redeemed, 5 expired, 6 cancelled, 7 changing, 8 scheduled, 9 code issued.'
const gift = (statusId: number, previousStatusId: number | null) =>
  z.strictObject({
    hugggId: idField('The gift.', 'a01'),
    transactionId,
    statusId: field(z.int().min(1).max(9), `Its status now: ${statuses}`, statusId),
    previousStatusId: field(
      z.int().min(1).max(9).nullable(),
      'Its status before; null for a new gift.',
      previousStatusId,
    ),
  })
const budget = <const S extends string>(status: S) =>
  z.strictObject({
    automationId,
    status: one([status], 'Of the budget.'),
    runsExecuted: count('How often it has run.', 3),
  })
const run = () =>
  z.strictObject({
    automationId,
    executionId: idField('The run.', 'c02'),
    scheduledFor: field(z.iso.datetime({ offset: true }), 'When it was due.', '2026-12-01T09:00:00+00:00'),
    paidPence: penceField('What left the wallet.', 60_000),
    returnedPence: penceField('What was unspent and returned to the wallet.', 1500),
    participantCount: count('How many were paid.', 12),
  })
const movement = (amount: number) =>
  z.strictObject({
    walletId: idField('The wallet.', '401'),
    transferId: idField('The row of its statement.', 'd01'),
    amount: penceField('What the wallet gained; negative for what it lost.', amount),
    currency,
  })
const membership = () =>
  z.strictObject({
    userId: idField('The person.', '201'),
    teamId: idField('The team.', '301'),
    roleGroupId: field(z.string(), 'Their role in it.', 'team-admin'),
  })
const approval = <const S extends string>(status: S, isBought = false) =>
  z.strictObject({
    orderId: idField('The order, as the purchase was answered with.', 'e01'),
    version: field(z.int().min(1), 'Of the order: asking again after an answer is another version.', 1),
    status: one([status], 'Of the request.'),
    total: penceField('What it costs.', 106_000),
    currency,
    paymentMethod: one(['walletCommitment', 'invoice'], 'How it is paid.'),
    transactionId: isBought
      ? idField('The purchase that was made of it.', 'b01')
      : field(z.null(), 'Nothing was bought.', null),
  })
const participant = <const S extends string>(status: S) =>
  z.strictObject({
    participantId: idField('The participant.', 'c03'),
    automationId,
    status: one([status], 'Of the participant.'),
    participantTeamId: idOrNull('Their own team; null until they accept.', '302'),
    walletId: idOrNull('The wallet of that team; null until they accept.', '402'),
  })
const exported = <const S extends string>(status: S) =>
  z.strictObject({
    exportId: idField('The export.', 'f01'),
    kind: one(
      ['hugggs', 'statement', 'team', 'papers'],
      'Gifts, the statement of a wallet, everything that a team has, or the papers of a period.',
    ),
    format: one(['csv', 'xlsx', 'zip'], 'Of the file.'),
    status: one([status], 'Of the export.'),
    totalHits: field(z.int().min(0).nullable(), 'How many rows; null where they were never counted.', 240),
    walletId: idOrNull('The wallet of a statement.', '401'),
  })

const award = <const S extends string>(status: S, previousStatus: string | null, paid = 0) =>
  z.strictObject({
    awardId: idField('The award.', '501'),
    grantId: idField('The grant that pays it.', '502'),
    status: one([status], 'Its state now.'),
    previousStatus: field(z.string().nullable(), 'Its state before; null for a new one.', previousStatus),
    amount: penceField('What it is worth.', 5000),
    paid: penceField('What has been paid out of it.', paid),
    currency,
    rail: field(z.string().nullable(), 'How the person chose to be paid; null before that.', paid ? 'cash-out' : null),
  })

const awardBatch = <const S extends string>(status: S) =>
  z.strictObject({
    batchId: idField('The batch.', '503'),
    grantId: idField('The grant that pays it.', '502'),
    status: one([status], 'Its state now.'),
    awards: field(z.int().min(1), 'How many awards it made.', 200),
    amount: penceField('What they are worth together.', 400_000),
    currency,
  })

const event = <const S extends z.ZodObject>(summary: string, data: S) => ({ summary, data })

/**
 * Every event that a team can have sent to it, with what `data` holds: ids, statuses, amounts and times, never a contact, a
 * message, a code or a link. `migrations/*_webhook*.sql` writes them; a test holds what is written against this.
 */
export const webhookEvents = {
  'huggg.created': event('A gift was made.', gift(1, null)),
  'huggg.scheduled': event('A gift waits for its day.', gift(8, null)),
  'huggg.sent': event('A gift was sent to its recipient.', gift(2, 1)),
  'huggg.claimed': event('Its recipient opened a gift.', gift(3, 2)),
  'huggg.fetched': event('The issuer gave the code of a gift.', gift(9, 3)),
  'huggg.redeemed': event('A gift was redeemed.', gift(4, 3)),
  'huggg.expired': event('A gift expired.', gift(5, 2)),
  'huggg.cancelled': event('A gift was cancelled.', gift(6, 2)),
  'transaction.created': event(
    'Something was bought, from the API, the app or an approved order.',
    z.strictObject({
      transactionId,
      orderId: idOrNull('The order it was bought from; null where there was none.', 'e01'),
      quantity: field(z.int().min(1), 'How many gifts.', 1),
      saleTotal: penceField('What it costs, with fees and VAT.', 1060),
      currency,
      deliveryMethod: field(
        z.enum(['email', 'sms', 'links', 'superhuggg', 'printable', 'inline-redeem']).nullable(),
        'How the gifts reach people.',
        'email',
      ),
      paymentMethod: one(['walletCommitment', 'charge', 'invoice'], 'How it was paid.'),
    }),
  ),
  'transaction.completed': event(
    'All gifts of a purchase are made.',
    z.strictObject({ transactionId, quantity: field(z.int().min(1), 'How many gifts.', 1) }),
  ),
  'approval.pending': event('An order waits for approval.', approval('pending')),
  'approval.approved': event('An order was approved, and bought.', approval('approved', true)),
  'approval.declined': event('An order was declined. Nothing was bought.', approval('declined')),
  'approval.withdrawn': event('An order that waited was withdrawn. Nothing was bought.', approval('withdrawn')),
  'approval.expired': event('No one decided on an order in time. Nothing was bought.', approval('expired')),
  'document.issued': event(
    'A receipt, an invoice or a credit note was issued.',
    z.strictObject({
      documentId: idField('The document.', 'f02'),
      kind: one(
        [
          ...(['receipt', 'invoice', 'credit-note', 'supplementary-invoice', 'pro-forma'] as const),
          ...(['period-invoice', 'period-credit-note', 'period-report'] as const),
        ],
        'What it is. A supplementary invoice charges again what was credited; those of a period are of a budget.',
      ),
      number: field(z.string(), 'The number on it.', 'RCT-000123'),
      transactionId: idOrNull('The purchase it is about.', 'b01'),
      orderId: field(z.uuid().nullable(), 'The order that a pro forma is about.', null),
      net: penceField('Without VAT.', 1050),
      vat: penceField('VAT.', 10),
      total: penceField('With VAT.', 1060),
      currency,
    }),
  ),
  'budget.draft': event('A budget was saved as a draft.', budget('draft')),
  'budget.scheduled': event('A budget waits for its start.', budget('scheduled')),
  'budget.live': event('A budget started.', budget('live')),
  'budget.ended': event('A budget ended.', budget('ended')),
  'budget.run-succeeded': event('A run paid its participants.', run()),
  'budget.run-failed': event('A run failed, and will be tried again if it was scheduled.', run()),
  'budget.run-given-up': event('A failed run was given up.', run()),
  'participant.draft': event('Someone was put on a budget’s list.', participant('draft')),
  'participant.active': event('A participant accepted, or was switched on again.', participant('active')),
  'participant.inactive': event('A participant was paused.', participant('inactive')),
  'participant.deleted': event('A participant was removed.', participant('deleted')),
  'award.referred': event('An award waits for a second person.', award('referred', null)),
  'award.declined': event('An award was declined. Its money is the grant’s again.', award('declined', 'referred')),
  'award.issued': event('An award was issued.', award('issued', null)),
  'award.reissued': event('An award was issued again, under a new link.', award('reissued', 'delivered')),
  'award.delivered': event('An award has reached the person.', award('delivered', 'issued')),
  'award.opened': event('The person opened an award.', award('opened', 'delivered')),
  'award.rail-chosen': event('The person chose how to be paid.', award('rail-chosen', 'opened')),
  'award.code-generated': event('The code of an award was made.', award('code-generated', 'rail-chosen')),
  'award.part-cashed': event('A part of an award was paid out.', award('part-cashed', 'code-generated', 2000)),
  'award.cashed': event('An award was paid out whole.', award('cashed', 'code-generated', 5000)),
  'award.expired': event('An award ended; what was left went back to the grant.', award('expired', 'issued')),
  'award-batch.referred': event('A batch of awards waits for a second person.', awardBatch('referred')),
  'award-batch.issued': event('All awards of a batch were issued.', awardBatch('issued')),
  'award-batch.declined': event(
    'A batch of awards was declined. Its money is the grant’s again.',
    awardBatch('declined'),
  ),
  'award-batch.cancelled': event(
    'A batch was cancelled: what had no code yet went back to the grant.',
    awardBatch('cancelled'),
  ),
  'award.cancelled': event(
    'An award was taken back, and its money went back to the grant.',
    award('cancelled', 'issued'),
  ),
  'wallet.topped-up': event('Money came in by bank or card.', movement(50_000)),
  'wallet.transferred': event('Money moved between two wallets; each is told.', movement(-20_000)),
  'wallet.adjusted': event('A refund, a chargeback, a payout or a correction changed a wallet.', movement(-1500)),
  'member.added': event('Someone joined a team.', membership()),
  'member.removed': event('Someone left a team, or was removed.', membership()),
  'member.role-changed': event('Someone’s role changed.', membership()),
  'export.completed': event('The file of an export is ready for its maker.', exported('completed')),
  'export.failed': event('An export failed.', exported('failed')),
}

export type WebhookEventType = keyof typeof webhookEvents
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]]

/** Sent by the test button alone. */
export const TEST_EVENT = 'test.ping'
export const testEvent = event(
  'Sent when you ask for a test.',
  z.strictObject({ webhookId: idField('Your address.', 'f03') }),
)

/** What is sent, whole. */
export const webhookPayload = (type: string, data: z.ZodObject) =>
  z.object({
    type: field(z.literal(type), 'What happened.', type),
    timestamp: field(z.iso.datetime({ offset: true }), 'When.', '2026-12-01T09:00:00.000Z'),
    sequence: field(z.int(), 'Rises from event to event.', 1207),
    teamId: field(z.uuid(), 'The team it happened in: yours, or a subteam of yours.', exampleId('301')),
    data: data.describe('Ids, statuses, amounts and times.'),
  })

/** A payload as it may be sent, made of the examples of its fields. */
export const examplePayload = (schema: z.ZodObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, inner]) => [
      name,
      inner instanceof z.ZodObject
        ? examplePayload(inner)
        : (z.globalRegistry.get(inner) as { examples: unknown[] }).examples[0],
    ]),
  )

type Sent<T extends string, D extends z.ZodObject> = {
  type: T
  timestamp: string
  sequence: number
  teamId: string
  data: z.output<D>
}
/** What a webhook brings, by its type. */
export type WebhookEvent =
  | { [T in WebhookEventType]: Sent<T, (typeof webhookEvents)[T]['data']> }[WebhookEventType]
  | Sent<typeof TEST_EVENT, typeof testEvent.data>
