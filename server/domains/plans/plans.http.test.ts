import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLAN_CARD_CONSENT } from '#contract/plans/plan-card.ts'
import { newId } from '#kit/ids.ts'
import { toDate } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { receivablePence } from '#server/domains/ledger/index.ts'
import { platformBalance } from '#server/domains/ledger/queries.ts'
import { chargeStoredCard } from '#server/domains/payments/index.ts'
import { payInvoice } from '#server/domains/purchases/invoices/index.ts'
import { createTeam } from '#server/domains/teams/manage/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { createPlan } from '#server/domains/teams/plans/index.ts'
import { createWallet } from '#server/domains/wallets/index.ts'
import { asSystem, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { answer3ds, chargeCard, storedCard, testCard } from '#server/testing/cards.ts'
import { chargePlanCards } from './charge-plan-cards.ts'
import { releasePlan, unpaidPlans, waitingPlans } from './index.ts'
import { renewDue } from './renew.ts'

/** One world for the file: each test has a team of its own in it, on a clock that only goes forward. */
let app: TestApp
const admin = 'admin@globex.test'
const plans = { basic: newId(), team: newId(), firm: newId(), year: newId() }
const limits = { wallets: 5, subteams: 5, themes: 5, participants: 5, hugggsPerOrder: 100 }

beforeAll(async () => {
  app = await startTestApp()
  await asSystem(app.posy, async (work) => {
    const plan = (id: string, name: string, pricePence: number, more: object = {}) =>
      createPlan(work, { id, name, pricePence, clientId: 'demo-web', entities: limits, ...more })
    await plan(plans.basic, 'Basic', 0)
    await plan(plans.team, 'Team', 3100)
    await plan(plans.firm, 'Firm', 9300, { entities: { ...limits, wallets: 10 } })
    await plan(plans.year, 'Year', 120_000, { billingPeriod: 'year', entities: { ...limits, wallets: 10 } })
  })
})
afterAll(() => app.close())
beforeEach(() => app.settle())

interface World {
  id: string
  as: string
}

/** A team with a wallet and the demo's Grace as its admin. */
async function newTeam({ planId = plans.basic, credit = 0 } = {}): Promise<World> {
  const id = newId()
  await asSystem(app.posy, async (work) => {
    await createTeam(work, { id, name: `Team ${id.slice(-4)}`, planId, creditLimitPence: credit })
    await addMember(work, { teamId: id, userId: demo.users.globexAdmin, roleGroupId: 'team-admin' })
    await createWallet(work, { teamId: id, name: 'Main', currency: 'GBX' })
  })
  const path = `/v3/users/${demo.users.globexAdmin}/tokens`
  const { body } = await app.request('POST', path, { as: admin, body: { teamId: id } })
  return { id, as: body.data.access_token }
}

const upgrade = ({ as }: World, planId: string, headers = {}) =>
  app.request('POST', '/api/v2/users/b2b/upgrade', { as, body: { planId, paymentMethod: 'invoice' }, headers })
const loadPlan = async ({ id, as }: World) => (await app.request('GET', `/v3/teams/${id}/plan`, { as })).body.data
const change = ({ as }: World, planId: string | null) =>
  app.request('POST', '/v3/plans/changes', { as, body: { planId } })
const invoices = async ({ id, as }: World) =>
  (await app.request('GET', `/api/v2/teams/${id}/invoices?kind=plan`, { as })).body.data as {
    [field: string]: unknown
    id: string
    number: string
  }[]
const pay = (number: string, amountPence: number, bankLine = newId()) =>
  transact(app.posy, { actor: operatorActor }, (work) => payInvoice(work, { number, amountPence, bankLine }))
const owed = ({ id }: World) => receivablePence(app.posy.db, id, 'GBX')
const income = () => platformBalance(app.posy.db, 'plan-income', 'GBX')
const today = () => app.posy.clock.now().toZonedDateTimeISO('Europe/London').toPlainDate()
const booksAreInOrder = async () => expect(await reconcile(app.posy)).toEqual([])

test('prices are told to strangers: every plan that is sold, open for sign-up or not, and what handling costs', async () => {
  const { db } = app.posy
  const { body } = await app.request('GET', '/v3/prices', { as: 'client:demo-web' })
  const told = body.data.plans.map(({ id }: { id: string }) => id)
  const { rows: sold } = await sql<{ id: string; open_for_sign_up: boolean }>`
    select id, open_for_sign_up from plan where is_active and coalesce(client_id, 'demo-web') = 'demo-web' order by price, name`.execute(
    db,
  )
  expect(told).toEqual(expect.arrayContaining(sold.map(({ id }) => id)))
  expect(sold.some((plan) => !plan.open_for_sign_up)).toBe(true)
  const { rows: products } = await sql<{ handling_fee: number }>`
    select handling_fee from product where offered and currency = 'GBX' order by handling_fee`.execute(db)
  const fees = products.map((product) => product.handling_fee)
  const charged = fees.filter((fee) => fee > 0)
  expect(body.data.handlingFees[0]).toEqual({
    currency: 'GBX',
    products: fees.length,
    productsWithoutFee: fees.length - charged.length,
    lowest: charged[0],
    highest: charged.at(-1),
  })
})

describe('periods', () => {
  test('are invoiced in advance, each once, by however many workers at once', async () => {
    const team = await newTeam({ credit: 1_000_000 })
    const first = today()
    await upgrade(team, plans.team)
    await app.posy.clock.moveTo(app.posy.clock.now().add({ hours: 24 * 62 }))
    const now = toDate(app.posy.clock.now())
    await Promise.all(Array.from({ length: 4 }, () => renewDue(app.posy, now)))
    const due = (await invoices(team)).map(({ from, total }) => [from, total])
    expect(due).toHaveLength(3)
    expect(due).toEqual(
      expect.arrayContaining([
        [first.toString(), 3720],
        [first.add({ months: 1 }).toString(), 3720],
        [first.add({ months: 2 }).toString(), 3720],
      ]),
    )
    await app.settle()
    await booksAreInOrder()
  })
})

describe('an upgrade', () => {
  test('within the credit limit starts at once and is invoiced with VAT: statement, VAT report and document agree', async () => {
    const team = await newTeam({ credit: 20_000 })
    const before = await income()
    const answer = await upgrade(team, plans.team)
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { status: 'upgraded', amount: 3720, currency: 'GBX', teamId: team.id, planId: plans.team },
    ])
    expect([await owed(team), (await income()) - before]).toEqual([3720, 3100])
    const [invoice] = await invoices(team)
    expect(invoice).toMatchObject({
      id: answer.body.data.invoiceId,
      number: expect.stringMatching(/^INV-\d{6}$/),
      planId: plans.team,
      transactionId: null,
      total: 3720,
      outstanding: 3720,
      status: 'unpaid',
      from: today().toString(),
    })
    const statement = await app.request('GET', `/v3/teams/${team.id}/account-statement`, { as: team.as })
    expect(statement.body.data).toMatchObject({ invoiced: 3720, closing: 3720 })
    expect(statement.body.data.lines).toMatchObject([{ kind: 'invoice', number: invoice!.number, amount: 3720 }])
    const from = today().toString()
    const vat = await app.request('GET', `/v3/teams/${team.id}/vat-summary?from=${from}&until=${from}`, { as: team.as })
    expect(vat.body.data).toMatchObject({ net: 3100, vat: 620, gross: 3720 })
    expect(vat.body.data.lines).toMatchObject([{ number: invoice!.number, transactionId: null, rate: 20 }])
    const { plan, billing, history, change: open } = await loadPlan(team)
    expect([plan.id, open]).toEqual([plans.team, null])
    expect(billing.nextInvoice).toEqual({
      date: today().add({ months: 1 }).toString(),
      net: 3100,
      vat: 620,
      total: 3720,
    })
    expect(history.map(({ planId }: { planId: string }) => planId)).toEqual([plans.team, plans.basic])
    expect(history[1].dateEnded).toBe(history[0].dateStarted)
    const rights = await app.request('GET', `/api/v2/plans/permissions/${demo.users.globexAdmin}`, { as: team.as })
    expect(rights.body.data[0]).toMatchObject({
      planId: plans.team,
      dateStarted: history[0].dateStarted,
      dateEnded: null,
    })
    await booksAreInOrder()
  })

  test('beyond the credit limit waits, however often and at once it is requested, until the bank has paid all of it', async () => {
    const team = await newTeam()
    const answers = await Promise.all(Array.from({ length: 8 }, () => upgrade(team, plans.team)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    expect(answers[0]!.body.data).toMatchObject({ status: 'pending', amount: 3720 })
    const [invoice, ...more] = await invoices(team)
    expect([more, await owed(team)]).toEqual([[], 3720])
    expect((await loadPlan(team)).change).toMatchObject({
      status: 'pending',
      planName: 'Team',
      invoice: { number: invoice!.number, outstanding: 3720 },
    })
    expect((await waitingPlans(app.posy.db)).find(({ teamId }) => teamId === team.id)).toMatchObject({
      amountPence: 3720,
    })
    expect((await upgrade(team, plans.firm)).body.code).toBe('wrong_state')
    await pay(invoice!.number, 3000)
    expect((await loadPlan(team)).plan.id).toBe(plans.basic)
    // What is too much goes to the wallet, the same line again is booked once.
    const line = newId()
    await Promise.all([pay(invoice!.number, 1000, line), pay(invoice!.number, 1000, line)])
    const after = await loadPlan(team)
    expect([after.plan.id, after.change, await owed(team)]).toEqual([plans.team, null, 0])
    // The first period begins on the day the plan does.
    expect(after.billing.from).toBe(today().toString())
    await expect(pay(invoice!.number, 1)).rejects.toThrow(/Nothing is left to pay/)
    await app.settle()
    const mails = (await app.request('GET', `/sandbox/messages?to=${encodeURIComponent(admin)}`)).body.data
    const subjects = mails.map(({ subject }: { subject: string }) => subject)
    expect(subjects).toContain('Your team is on Team now')
    expect(subjects).toContain(`Invoice ${invoice!.number}: £37.20 to pay`)
    expect(
      subjects.filter((subject: string) => subject.endsWith(`received for ${invoice!.number}`)).toSorted(),
    ).toEqual(['£10.00', '£30.00'].map((amount) => `${amount} received for ${invoice!.number}`))
    await booksAreInOrder()
  })

  test('is paid by a stored card, once however often at once; a declined card pays nothing', async () => {
    const team = await newTeam()
    const { cardId } = await storedCard(app, team.as)
    const invoiceId = (await upgrade(team, plans.team)).body.data.invoiceId
    const payByCard = (who: World = team, card = cardId) =>
      app.request('POST', `/v3/invoices/${invoiceId}/card-payments`, { as: who.as, body: { cardId: card } })
    expect((await payByCard(await newTeam())).status).toBe(404)
    const answers = await Promise.all([payByCard(), payByCard(), payByCard()])
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(201)
    for (const status of statuses) expect([201, 409]).toContain(status)
    expect((await loadPlan(team)).plan.id).toBe(plans.team)
    expect(await owed(team)).toBe(0)
    expect((await payByCard()).status).toBe(409)
    await app.settle()
    // The provider's sandbox declines amounts by their last digits: £100.51 with VAT.
    const declinedPlan = newId()
    await asSystem(app.posy, (work) =>
      createPlan(work, { id: declinedPlan, name: 'Odd', pricePence: 8376, clientId: 'demo-web', entities: limits }),
    )
    const other = await newTeam()
    const { cardId: otherCard } = await storedCard(app, other.as)
    const wish = (await upgrade(other, declinedPlan)).body.data
    const path = `/v3/invoices/${wish.invoiceId}/card-payments`
    for (let attempt = 0; attempt < 2; attempt++) {
      const declined = await app.request('POST', path, { as: other.as, body: { cardId: otherCard } })
      expect([declined.status, declined.body.message]).toEqual([402, 'The card was declined.'])
    }
    expect([await owed(other), (await loadPlan(other)).change.status]).toEqual([10_051, 'pending'])
    await app.posy.db.updateTable('plan').set({ is_active: false }).where('id', '=', declinedPlan).execute()
    await booksAreInOrder()
  })

  test('is paid from a charge that its bank has authorised: once, in full, and only from the team’s own', async () => {
    const team = await newTeam()
    const { invoiceId } = (await upgrade(team, plans.team)).body.data
    const pay = (chargeId: string) =>
      app.request('POST', `/v3/invoices/${invoiceId}/card-payments`, { as: team.as, body: { chargeId } })
    const charge = async (amount: number, as = team.as) =>
      (await chargeCard(app, { as, amount })).body.data.id as string
    const both = { chargeId: newId(), cardId: newId() }
    const unclear = await app.request('POST', `/v3/invoices/${invoiceId}/card-payments`, { as: team.as, body: both })
    expect([unclear.status, unclear.body.details[0].path]).toEqual([422, 'cardId'])
    const tooLittle = await pay(await charge(3719))
    expect([tooLittle.status, tooLittle.body.code]).toEqual([402, 'insufficient_funds'])
    expect((await pay(await charge(3720, (await newTeam()).as))).status).toBe(404)
    expect([await owed(team), (await loadPlan(team)).change.status]).toEqual([3720, 'pending'])

    const asked = (await chargeCard(app, { as: team.as, amount: 3720, number: testCard.asks3ds })).body.data
    expect([asked.requires3ds, (await pay(asked.id)).status]).toEqual([true, 409])
    const back = await answer3ds(app, asked.redirectUrl, 'approve')
    const verified = await app.request('POST', `/api/v2/charges/${asked.id}/verify`, {
      as: team.as,
      body: { ckoSessionId: back.searchParams.get('cko-session-id') },
    })
    expect(verified.body.data.status).toBe('processed')
    const twin = await charge(3720)
    const answers = await Promise.all([pay(asked.id), pay(asked.id), pay(twin), pay(twin)])
    // The same charge again is the same payment; the other card's is not used.
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    expect([await owed(team), (await loadPlan(team)).plan.id]).toEqual([0, plans.team])
    await app.settle()
    const { rows } = await sql<{ spent: number }>`
      select spent from charge where spent > 0 and id in (${asked.id}, ${twin})`.execute(app.posy.db)
    expect(rows).toEqual([{ spent: 3720 }])
    await booksAreInOrder()
  })

  test('that waits is allowed by the operator; a free plan that is not public waits for them too', async () => {
    const team = await newTeam()
    await upgrade(team, plans.team)
    const release = { teamId: team.id, operator: 'ann', reason: 'purchase order received' }
    const work = () => transact(app.posy, { actor: operatorActor }, (each) => releasePlan(each, release))
    const twins = await Promise.allSettled([work(), work()])
    expect(twins.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await loadPlan(team)).plan.id).toBe(plans.team)
    expect(await owed(team)).toBe(3720)
    await booksAreInOrder()
  })

  test('keeps the billing day: the rest of the period, less what is unused of the present plan', async () => {
    const team = await newTeam({ credit: 100_000 })
    await upgrade(team, plans.team)
    const start = today()
    await app.advance('P10D')
    const { left, of } = {
      left: start.add({ months: 1 }).since(today()).days,
      of: start.until(start.add({ months: 1 }), { largestUnit: 'day' }).days,
    }
    const offer = (await loadPlan(team)).offers.find(({ plan }: { plan: { id: string } }) => plan.id === plans.firm)
    const net = Math.round((9300 * left) / of) - Math.round((3100 * left) / of)
    expect(offer).toMatchObject({ kind: 'upgrade', startsAtOnce: true, today: { net }, renewal: { net: 9300 } })
    const answer = await upgrade(team, plans.firm)
    expect(answer.body.data).toMatchObject({ status: 'upgraded', amount: offer.today.total })
    expect((await loadPlan(team)).billing.nextInvoice).toMatchObject({
      date: start.add({ months: 1 }).toString(),
      net: 9300,
    })
    await booksAreInOrder()
  })

  test('is a parent team’s, of a plan that gives more, and not while an invoice is overdue', async () => {
    const team = await newTeam({ planId: plans.firm, credit: 100_000 })
    expect((await upgrade(team, plans.firm)).body.code).toBe('wrong_state')
    expect((await upgrade(team, plans.team)).body.message).toBe('The plan Team is no upgrade from Firm.')
    expect((await upgrade(team, newId())).status).toBe(404)
  })
})

describe('money that comes late', () => {
  test('has the days before the plan started credited; what was paid for a withdrawn upgrade goes to the wallet', async () => {
    const team = await newTeam({ credit: 3720 })
    await upgrade(team, plans.team)
    const start = today()
    const pending = (await upgrade(team, plans.firm)).body.data
    expect(pending.status).toBe('pending')
    const number = (await invoices(team)).find(({ id }) => id === pending.invoiceId)!.number
    await app.advance('P10D')
    await pay(number, pending.amount)
    const of = start.until(start.add({ months: 1 }), { largestUnit: 'day' }).days
    const net = Math.round((6200 * 10) / of)
    const paid = (await invoices(team)).find(({ id }) => id === pending.invoiceId)!
    expect(paid).toMatchObject({ status: 'paid', credited: net + Math.round(net * 0.2) })
    expect((await loadPlan(team)).plan.id).toBe(plans.firm)
    await booksAreInOrder()

    const other = await newTeam()
    const wish = (await upgrade(other, plans.team)).body.data
    await pay((await invoices(other))[0]!.number, 1000)
    expect((await app.request('DELETE', '/v3/plans/changes', { as: other.as })).body.data.change).toBeNull()
    expect((await invoices(other))[0]).toMatchObject({ credited: wish.amount, outstanding: 0 })
    const credits = await app.posy.db
      .selectFrom('outgoing_message')
      .select(sql<string>`detail->>'number'`.as('number'))
      .where('template', '=', 'document-issued')
      .where('team_id', '=', other.id)
      .where(sql<string>`detail->>'kind'`, '=', 'plan-credit-note')
      .execute()
    const issued = app.posy.db.selectFrom('document').select('number').where('kind', '=', 'credit-note')
    expect(credits).toEqual(await issued.where('team_id', '=', other.id).execute())
    const wallets = await app.request('GET', `/api/v2/teams/${other.id}/wallets`, { as: other.as })
    expect([await owed(other), wallets.body.data[0].available]).toEqual([0, 1000])
    const statement = await app.request('GET', `/v3/teams/${other.id}/account-statement`, { as: other.as })
    expect(statement.body.data).toMatchObject({ invoiced: 3720, credited: 2720, paid: 1000, closing: 0 })
    expect((await app.request('DELETE', '/v3/plans/changes', { as: other.as })).status).toBe(404)
    await booksAreInOrder()
  })

  test('an upgrade still unpaid when the next period starts is withdrawn and credited', async () => {
    const team = await newTeam({ credit: 3720 })
    await upgrade(team, plans.team)
    await upgrade(team, plans.firm)
    await app.advance('P1M')
    const after = await loadPlan(team)
    expect([after.plan.id, after.change]).toEqual([plans.team, null])
    // The first period and the second, both unpaid.
    expect(await owed(team)).toBe(2 * 3720)
    await booksAreInOrder()
  })

  test('is said to be due a week before, and to be overdue a day and two weeks after; then upgrades and buying by invoice stop, and the operator is told', async () => {
    const [team, disputes] = [await newTeam({ credit: 1_000_000 }), await newTeam({ credit: 1_000_000 })]
    for (const each of [team, disputes]) await upgrade(each, plans.year)
    const [disputed] = await invoices(disputes)
    const remind = (isOn: boolean) =>
      app.request('PUT', `/v3/operator/invoices/${disputed!.id}/reminders`, {
        ...{ as: 'operator:finance@posy.test', body: { isOn, reason: 'they dispute it' } },
      })
    expect((await remind(false)).body.data).toEqual({ number: disputed!.number, remindAt: null })
    const acts = `/v3/operator/customers/${disputes.id}/acts`
    expect((await app.request('GET', acts, { as: 'operator:finance@posy.test' })).body.data[0]).toMatchObject({
      ...{ act: 'changeInvoiceReminders', isOn: false, subject: { kind: 'document', name: disputed!.number } },
    })
    const reminders = async ({ id }: World) =>
      (
        await app.posy.db
          .selectFrom('outgoing_message')
          .select('id')
          .where('team_id', '=', id)
          .where('template', '=', 'plan-invoice-reminder')
          .execute()
      ).length
    const seen: number[] = []
    for (const step of ['P22D', 'P1D', 'P8D', 'P13D']) {
      await app.advance(step)
      seen.push(await reminders(team))
    }
    expect([seen, await reminders(disputes)]).toEqual([[0, 1, 2, 3], 0])
    const { body } = await app.request('GET', `/sandbox/messages?to=${encodeURIComponent(admin)}`)
    const { number } = (await invoices(team))[0]!
    const asked = body.data.flatMap(({ subject }: { subject: string }) =>
      subject.startsWith(number) ? (/is due on|is overdue/.exec(subject)?.[0] ?? []) : [],
    )
    expect(asked.toSorted()).toEqual(['is due on', 'is overdue', 'is overdue'])
    expect((await remind(true)).body.code).toBe('wrong_state')
    await app.advance('P1D')
    expect((await loadPlan(team)).isOverdue).toBe(true)
    expect(
      (await unpaidPlans(app.posy.db, toDate(app.posy.clock.now()))).find(({ teamId }) => teamId === team.id),
    ).toMatchObject({ isOverdue: true, outstandingPence: 144_000 })
    const buy = () =>
      app.request('POST', '/api/v2/transactions', {
        as: team.as,
        body: {
          purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links' },
          payment: { method: 'invoice' },
        },
      })
    expect((await buy()).body).toMatchObject({ code: 'wrong_state', details: [{ path: 'payment.method' }] })
    await asSystem(app.posy, (work) =>
      createPlan(work, {
        name: 'Huge',
        pricePence: 900_000,
        clientId: 'demo-web',
        entities: { ...limits, wallets: 99 },
      }),
    )
    const huge = (await loadPlan(team)).offers.find(({ plan }: { plan: { name: string } }) => plan.name === 'Huge').plan
      .id
    expect((await upgrade(team, huge)).body.message).toBe('An invoice for your plan is overdue.')
    await pay((await invoices(team))[0]!.number, 144_000)
    expect((await buy()).status).toBe(201)
    await booksAreInOrder()
  })
})

describe('notice', () => {
  test('is refused with all that a smaller plan does not allow, then holds until the end of the period', async () => {
    const team = await newTeam({ credit: 1_000_000 })
    await upgrade(team, plans.firm)
    const end = today().add({ months: 1 })
    for (let wallet = 0; wallet < 5; wallet++)
      await asSystem(app.posy, (work) =>
        createWallet(work, { teamId: team.id, name: `Extra ${wallet}`, currency: 'GBX' }),
      )
    const refused = await change(team, plans.team)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'plan_limit_reached', details: [{ path: 'planId', code: 'wallets' }] },
    ])
    const offer = (await loadPlan(team)).offers.find(({ plan }: { plan: { id: string } }) => plan.id === plans.team)
    expect(offer).toMatchObject({ kind: 'downgrade', blockers: [{ entity: 'wallets', used: 6, allowed: 5 }] })
    const wallets = (await app.request('GET', `/api/v2/teams/${team.id}/wallets`, { as: team.as })).body.data
    const extra = wallets.find(({ name }: { name: string }) => name === 'Extra 0').id
    await app.posy.db
      .updateTable('wallet')
      .set({ closed_at: new Date(0) })
      .where('id', '=', extra)
      .execute()
    const twins = await Promise.all([change(team, plans.team), change(team, plans.team)])
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 409])
    const planned = await loadPlan(team)
    expect([planned.plan.id, planned.change.status]).toEqual([plans.firm, 'scheduled'])
    expect(planned.billing.nextInvoice).toMatchObject({ date: end.toString(), net: 3100 })
    await app.advance('P1M')
    const after = await loadPlan(team)
    expect([after.plan.id, after.change]).toEqual([plans.team, null])
    expect((await invoices(team)).map(({ total }) => total).sort()).toEqual([11_160, 3720])
    await booksAreInOrder()
  })

  test('is not before the initial period, is the end of everyone’s permissions, and may be withdrawn', async () => {
    const team = await newTeam({ credit: 1_000_000 })
    await app.posy.db.updateTable('plan').set({ initial_period: 3 }).where('id', '=', plans.team).execute()
    await upgrade(team, plans.team)
    const { change: planned } = (await change(team, plans.basic)).body.data
    const end = today().add({ months: 3 })
    expect(planned.dateEffective.slice(0, 10)).toMatch(new RegExp(`${end}|${end.subtract({ days: 1 })}`))
    const rights = async () =>
      (await app.request('GET', `/api/v2/plans/permissions/${demo.users.globexAdmin}`, { as: team.as })).body.data[0]
    expect(await rights()).toMatchObject({ planId: plans.team, dateEnded: planned.dateEffective })
    expect((await app.request('DELETE', '/v3/plans/changes', { as: team.as })).body.data.change).toBeNull()
    expect(await rights()).toMatchObject({ planId: plans.team, dateEnded: null })
    await app.posy.db.updateTable('plan').set({ initial_period: 1 }).where('id', '=', plans.team).execute()
  })

  test('holds for a plan that operators set and no one is billed for; taken back within it, nothing was lost and nothing is paid', async () => {
    const team = await newTeam({ planId: plans.firm })
    await app.posy.db
      .updateTable('plan')
      .set({ initial_period: 3, notice_period: 10, notice_period_unit: 'day' })
      .where('id', '=', plans.firm)
      .execute()
    const midnight = (date: string) => new Date(date).toLocaleString('en-GB', { timeZone: 'Europe/London' })
    const londonDay = (date: string) => midnight(date).slice(0, 10).split('/').reverse().join('-')
    const end = today().add({ months: 3 }).toString()
    expect(londonDay((await loadPlan(team)).cancellation.dateEffective)).toBe(end)
    const given = await change(team, null)
    expect([given.status, given.body.data.hasPlan, given.body.data.change.kind]).toEqual([201, true, 'cancel'])
    expect(londonDay(given.body.data.change.dateEffective)).toBe(end)
    const wallets = `/api/v2/teams/${team.id}/wallets`
    expect((await app.request('POST', wallets, { as: team.as, body: { name: 'Another' } })).status).toBe(201)
    expect((await app.request('DELETE', '/v3/plans/changes', { as: team.as })).body.data).toMatchObject({
      plan: { id: plans.firm },
      change: null,
      owed: 0,
    })
    await app.advance('P3M')
    expect((await loadPlan(team)).plan.id).toBe(plans.firm)
    expect(await invoices(team)).toEqual([])

    const smaller = today().add({ days: 10 }).toString()
    const { offers } = await loadPlan(team)
    const basic = offers.find(({ plan }: { plan: { id: string } }) => plan.id === plans.basic)
    expect([basic.startsAtOnce, londonDay(basic.dateEffective)]).toEqual([false, smaller])
    expect((await change(team, plans.basic)).status).toBe(201)
    await app.advance('P9D')
    expect((await loadPlan(team)).plan.id).toBe(plans.firm)
    await app.advance('P1D')
    expect((await loadPlan(team)).plan.id).toBe(plans.basic)
    await app.posy.db
      .updateTable('plan')
      .set({ initial_period: 1, notice_period: 1, notice_period_unit: 'month' })
      .where('id', '=', plans.firm)
      .execute()
    await booksAreInOrder()
  })

  test('leaves without another plan a team that can only be viewed, and that can choose again', async () => {
    const team = await newTeam({ credit: 1_000_000 })
    await upgrade(team, plans.team)
    expect((await change(team, null)).status).toBe(201)
    await app.advance('P1M')
    const without = await loadPlan(team)
    expect([without.hasPlan, without.billing, without.cancellation]).toEqual([false, null, null])
    const wallets = `/api/v2/teams/${team.id}/wallets`
    expect((await app.request('GET', wallets, { as: team.as })).status).toBe(200)
    expect((await app.request('POST', wallets, { as: team.as, body: { name: 'Another' } })).status).toBe(403)
    expect((await invoices(team)).length).toBe(1)
    await pay((await invoices(team))[0]!.number, 3720)
    expect((await upgrade(team, plans.team)).body.data.status).toBe('upgraded')
    expect((await loadPlan(team)).history.map(({ planName }: { planName: string }) => planName)).toEqual([
      'Team',
      'No plan',
      'Team',
      'Basic',
    ])
    await booksAreInOrder()
  })
})

describe('a card that pays the plan', () => {
  const letPay = ({ id, as }: World, cardId: string, consent = PLAN_CARD_CONSENT) =>
    app.request('PUT', `/v3/teams/${id}/plan/card`, { as, body: { cardId, consent } })
  const charges = ({ id }: World) =>
    app.posy.db
      .selectFrom('charge')
      .select(['state', 'spent', 'initiator'])
      .where('team_id', '=', id)
      .where('created_key', 'like', 'plan-invoice/%')
      .orderBy('created_at')
      .execute()
  const mails = async ({ id }: World) => {
    await app.settle()
    const rows = await app.posy.db
      .selectFrom('outgoing_message')
      .select(sql<{ outcome: string; number: string; amountPence: number }>`detail`.as('detail'))
      .where('team_id', '=', id)
      .where('template', '=', 'plan-card-payment')
      .orderBy('id')
      .execute()
    return rows.map(({ detail }) => [detail.outcome, detail.number, detail.amountPence])
  }

  test('is charged once for each invoice issued under its holder’s consent, by twins and after a crash too, and never once that is taken back', async () => {
    const team = await newTeam({ credit: 100_000 })
    const { cardId } = await storedCard(app, team.as)
    await upgrade(team, plans.team)
    expect((await letPay(team, cardId, 'yes')).status).toBe(422)
    expect((await letPay(await newTeam(), cardId)).status).toBe(404)
    expect((await letPay(team, cardId)).body.data).toMatchObject({ card: { id: cardId }, consent: PLAN_CARD_CONSENT })
    // What was invoiced before is not charged.
    await app.advance('P1D')
    expect(await charges(team)).toEqual([])

    const change = (await upgrade(team, plans.firm)).body.data
    const { id: planInvoiceId, total } = await app.posy.db
      .selectFrom('plan_invoice')
      .select(['id', 'total'])
      .where('team_id', '=', team.id)
      .orderBy('issued_at', 'desc')
      .executeTakeFirstOrThrow()
    // Killed after the card was charged, before anything of that was written.
    const wanted = { cardId, teamId: team.id, amountPence: total, currency: 'GBX' as const }
    await chargeStoredCard(app.posy, { ...wanted, key: `plan-invoice/${planInvoiceId}/0` })
    const now = toDate(app.posy.clock.now())
    await Promise.all([1, 2, 3].map(() => chargePlanCards(app.posy, now)))
    await app.advance('PT2M')
    const paid = (await invoices(team)).find(({ id }) => id === change.invoiceId)!
    expect(paid).toMatchObject({ status: 'paid', outstanding: 0, total })
    expect(await charges(team)).toEqual([expect.objectContaining({ spent: total, initiator: 'merchant' })])
    expect(await mails(team)).toEqual([['paid', paid.number, total]])

    await app.advance('P1M')
    const [renewal] = await invoices(team)
    expect(renewal).toMatchObject({ status: 'paid', outstanding: 0 })
    expect(await mails(team)).toHaveLength(2)
    const path = `/v3/teams/${team.id}/plan/card`
    expect((await app.request('DELETE', path, { as: team.as })).status).toBe(200)
    expect((await app.request('GET', path, { as: team.as })).body.data).toBeNull()
    await app.advance('P1M')
    const [next] = await invoices(team)
    expect([next!.id === renewal!.id, next!.status]).toEqual([false, 'unpaid'])
    expect([(await charges(team)).length, (await mails(team)).length]).toEqual([2, 2])
    await booksAreInOrder()
  })

  test('that declines pays nothing: the team is told once, and reminded as of any unpaid invoice', async () => {
    const declinedPlan = newId()
    // The provider's sandbox declines amounts by their last digits: £100.51 with VAT.
    await asSystem(app.posy, (work) =>
      createPlan(work, { id: declinedPlan, name: 'Odder', pricePence: 8376, clientId: 'demo-web', entities: limits }),
    )
    const team = await newTeam({ credit: 100_000 })
    await letPay(team, (await storedCard(app, team.as)).cardId)
    await upgrade(team, declinedPlan)
    await app.advance('P24D')
    const [invoice] = await invoices(team)
    expect(invoice).toMatchObject({ status: 'unpaid', outstanding: 10_051 })
    expect(await mails(team)).toEqual([['declined', invoice!.number, 10_051]])
    expect(await charges(team)).toEqual([expect.objectContaining({ state: 'declined', spent: 0 })])
    const reminders = app.posy.db
      .selectFrom('outgoing_message')
      .select('id')
      .where('template', '=', 'plan-invoice-reminder')
    expect(await reminders.where('team_id', '=', team.id).execute()).toHaveLength(1)
    await app.posy.db.updateTable('plan').set({ is_active: false }).where('id', '=', declinedPlan).execute()
    await booksAreInOrder()
  })
})
