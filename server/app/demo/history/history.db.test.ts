import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Temporal } from '#kit/time.ts'
import { council } from '#server/app/demo/council.ts'
import { demo } from '#server/app/demo/ids.ts'
import { loadDemo } from '#server/app/demo/index.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { openDemoHistory, playDemoHistory } from './index.ts'

const NOW = '2026-03-02T10:00:00Z'

/** Anyone who plays is told to stop after so many scenes. */
function stopAfter(scenes: number): AbortSignal {
  let asked = 0
  return {
    get aborted() {
      return ++asked > scenes
    },
  } as AbortSignal
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ history: true, now: NOW })
  // Stopped three times on the way; each time it begins again with what it has done already.
  for (const scenes of [4, 17, 48]) await playDemoHistory(app, stopAfter(scenes))
  expect(app.posy.clock.isBehind()).toBe(true)
  await playDemoHistory(app)
})
afterAll(() => app?.close())

const admin = async (path: string) => {
  const answer = await app.request('GET', path, { as: 'admin@acme.test' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const countBy = (values: string[]) =>
  Object.fromEntries([...new Set(values)].sort().map((each) => [each, values.filter((other) => other === each).length]))

const counted = [
  ...([
    'transaction',
    'huggg',
    'huggg_event',
    'redemption',
    'reaction',
    'outgoing_message',
    'sandbox_message',
  ] as const),
  ...(['automated_budget', 'automated_budget_participant', 'automated_budget_invoice', 'document'] as const),
  ...(['invoice_payment', 'bank_receipt', 'team', 'app_user', 'wallet'] as const),
]

/** How much there is of everything that is bought, sent, said, given and written, and where the money lies. */
async function extent(of: TestApp): Promise<Record<string, number>> {
  const { rows: counts } = await sql<{ what: string; count: number }>`${sql.join(
    counted.map((table) => sql`select ${sql.lit(table)} as what, count(*)::int as count from ${sql.table(table)}`),
    sql` union all `,
  )}`.execute(of.posy.db)
  const { rows: money } = await sql<{ what: string; count: number }>`
    select 'pence ' || account.kind as what, sum(entry.amount)::int as count
    from ledger_entry entry join ledger_account account on account.id = entry.account_id
    group by account.kind order by account.kind`.execute(of.posy.db)
  return Object.fromEntries([...counts, ...money].map(({ what, count }) => [what, count]))
}

test('the demo history, stopped in the middle, continues where it was: nothing is lost or doubled', async () => {
  const straight = await startTestApp({ history: true, now: NOW })
  try {
    await playDemoHistory(straight)
    expect(await extent(app)).toEqual(await extent(straight))
  } finally {
    await straight.close()
  }
})

test('the demo history leads up to now, and the books are in order', async () => {
  expect(app.posy.clock.isBehind()).toBe(false)
  expect(app.posy.clock.now().toString()).toBe(NOW)
  const { rows } = await sql<{ latest: Date }>`select max(occurred_at) as latest from ledger_transfer`.execute(
    app.posy.db,
  )
  expect(rows[0]!.latest.getTime()).toBeLessThan(Date.parse(NOW))
  expect(await reconcile(app.posy)).toEqual([])
})

test('the demo history has gifts in every state that a sender meets, with thank-yous', async () => {
  const { rows } = await sql<{ status: string }>`
    select status.name as status from huggg join huggg_status status on status.id = huggg.status_id`.execute(
    app.posy.db,
  )
  expect(countBy(rows.map(({ status }) => status))).toEqual({
    Cancelled: 1,
    Claimed: 22,
    Created: 14,
    Expired: 7,
    Redeemed: 16,
    Scheduled: 1,
    Sent: 6,
  })
  const reactions = await admin('/v3/reactions')
  expect(reactions.length).toBe(17)
})

test('the demo history leaves one plan invoice to pay, and says when the next comes', async () => {
  const { billing, isOverdue } = await admin(`/v3/teams/${demo.teams.acme}/plan`)
  expect(billing).toMatchObject({ from: '2026-02-25', nextInvoice: { date: '2026-03-25', total: 29_880 } })
  expect(isOverdue).toBe(false)
  const invoices = await admin(`/api/v2/teams/${demo.teams.acme}/invoices?per_page=100`)
  const open = invoices.filter(
    ({ planId, outstanding }: { planId: string | null; outstanding: number }) => planId && outstanding,
  )
  expect(open).toEqual([expect.objectContaining({ outstanding: 29_880 })])
})

test('the gifts of the demo history were sent in every way there is', async () => {
  const { rows } = await sql<{ method: string }>`
    select distinct delivery_method as method from transaction where delivery_method is not null order by 1`.execute(
    app.posy.db,
  )
  expect(rows.map(({ method }) => method)).toEqual([
    'email',
    'inline-redeem',
    'links',
    'printable',
    'sms',
    'superhuggg',
  ])
})

test('the demo history has a live budget with runs and invoices, and a draft', async () => {
  const [draft, live] = await admin('/v3/automated-budgets')
  expect([draft.name, draft.status, live.name, live.status]).toEqual([
    'Wellbeing treats',
    'draft',
    'Thank-you fund',
    'live',
  ])
  expect(live.participantCounts).toEqual({ active: 10, inactive: 1, invited: 1, inviteEnded: 1, inviteDeclined: 0 })
  expect(live.runsExecuted).toBe(3)
  expect(live.latestExecution).toMatchObject({ status: 'succeeded', trigger: 'scheduled', participants: 10 })
  const balances = await admin(`/v3/automated-budgets/${live.id}/participants/balances`)
  // Anyone who took part in the last run had £25.00 after it, and may have sent something since.
  for (const { available } of balances.filter((each: { walletId: string | null }) => each.walletId))
    expect(available).toBeLessThanOrEqual(2500)
  const invoices = await admin(`/v3/automated-budgets/${live.id}/invoices`)
  expect(invoices.map(({ period }: { period: string }) => period)).toEqual(['2026-02', '2026-01'])
})

interface Entry {
  transfer: string
  kind: string
  subject: string
  currency: string
  month: string
  account: string
  walletId: string | null
  pence: number
}

/** All that the ledger holds, a row for each entry, read apart from what shows figures. */
const ledgerEntries = async () =>
  (
    await sql<Entry>`
      select transfer.id as transfer, transfer.kind::text as kind, transfer.reference_id as subject, transfer.currency,
        to_char(transfer.occurred_at at time zone 'Europe/London', 'YYYY-MM') as month,
        account.kind as account, account.wallet_id as "walletId", entry.amount::bigint as pence
      from ledger_entry entry join ledger_account account on account.id = entry.account_id
      join ledger_transfer transfer on transfer.id = entry.transfer_id`.execute(app.posy.db)
  ).rows
const total = (entries: readonly Entry[], accounts?: readonly string[]) =>
  entries.reduce((sum, { account, pence }) => sum + (!accounts || accounts.includes(account) ? pence : 0), 0)

describe('every figure of the demo history equals rows of the ledger, added up apart:', () => {
  /** Each purchase of Acme, its subteams and its participants: what was bought, and what came back by month. */
  let purchases: { id: string; month: string; currency: string; bought: Entry[]; back: Entry[] }[]
  let entries: Entry[]
  beforeAll(async () => {
    entries = await ledgerEntries()
    const family = sql`(select id from team where id = ${demo.teams.acme} or parent_team_id = ${demo.teams.acme})`
    const { rows } = await sql<{ id: string; gifts: string[] }>`
      select t.id, array(select h.id::text from huggg h where h.transaction_id = t.id) as gifts
      from transaction t where t.team_id in ${family}`.execute(app.posy.db)
    purchases = rows.map(({ id, gifts }) => {
      const bought = entries.filter(({ kind, subject }) => kind === 'purchase' && subject === id)
      const back = entries.filter(
        ({ subject, account }) => gifts.includes(subject) && (account === 'available' || account === 'receivable'),
      )
      return { id, month: bought[0]!.month, currency: bought[0]!.currency, bought, back }
    })
  })
  const paid = ({ bought }: { bought: Entry[] }) => total(bought, ['committed', 'fees', 'vat'])

  test('each purchase, what it cost and what came back of it', async () => {
    expect(purchases.length).toBeGreaterThan(20)
    for (const purchase of purchases) {
      const { sale_total, refunded_total } = await admin(`/api/v2/transactions/${purchase.id}`)
      expect([purchase.id, sale_total, refunded_total]).toEqual([purchase.id, paid(purchase), total(purchase.back)])
    }
    expect(purchases.some(({ back }) => total(back) > 0)).toBe(true)
  })

  test('each month on home and in the report of the team', async () => {
    const months = [...new Set(purchases.map(({ month }) => month))].sort()
    expect(months.length).toBeGreaterThan(2)
    const inPounds = purchases.filter(({ currency }) => currency === 'GBX')
    for (const month of months) {
      const then = inPounds.filter((purchase) => purchase.month === month)
      const before = inPounds.filter((purchase) => purchase.month < month)
      const backIn = (of: typeof then, isCounted: (at: string) => boolean) =>
        total(of.flatMap(({ back }) => back.filter((entry) => isCounted(entry.month))))
      const bought = then.reduce((sum, purchase) => sum + paid(purchase), 0)
      expect(await admin(`/v3/teams/${demo.teams.acme}/spending?month=${month}`)).toMatchObject({
        bought,
        backInMonth: backIn(then, (at) => at === month),
        backSince: backIn(then, (at) => at > month),
        earlierBackInMonth: backIn(before, (at) => at === month),
      })
      const until = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 })
      const report = await admin(`/v3/teams/${demo.teams.acme}/spending-report?from=${month}-01&until=${until}`)
      const all = then.flatMap((purchase) => purchase.bought)
      expect([month, report.total]).toMatchObject([
        month,
        {
          face: total(all, ['committed']),
          fees: total(all, ['fees']),
          vat: total(all, ['vat']),
          bought,
          returned: total(then.flatMap(({ back }) => back)),
        },
      ])
    }
  })

  test('each wallet’s statement of each month, line by line, from its opening balance to its closing one', async () => {
    const { rows: wallets } = await sql<{ id: string }>`
      select wallet.id from wallet join team on team.id = wallet.team_id
      where ${demo.teams.acme} in (team.id, team.parent_team_id)`.execute(app.posy.db)
    const live = (of: readonly Entry[]) => total(of, ['committed', 'locked'])
    const balances = (of: readonly Entry[]) => {
      const available = total(of, ['available'])
      return { available, live: live(of), balance: available + live(of) }
    }
    let moved = 0
    for (const { id } of wallets) {
      const own = entries.filter(({ walletId }) => walletId === id)
      for (const month of [...new Set(own.map((entry) => entry.month))]) {
        const [then, before] = [own.filter((each) => each.month === month), own.filter((each) => each.month < month)]
        const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
        const [from, to] = [first, first.add({ months: 1 })].map((day) =>
          day.toZonedDateTime('Europe/London').toInstant().toString(),
        )
        const lines: { id: string; effect: Record<string, number>; balance: number }[] = []
        let next: string | null = ''
        while (next !== null) {
          const page = `/v3/wallets/${id}/statement?from=${from}&to=${to}&withPeriod=true&limit=100${next && `&next=${next}`}`
          const { status, body } = await app.request('GET', page, { as: 'admin@acme.test' })
          expect([id, status]).toEqual([id, 200])
          const { available, live: alive } = balances(then)
          expect([id, month, body.period]).toMatchObject([
            ...[id, month],
            { opening: balances(before), closing: balances([...before, ...then]), totals: { available, live: alive } },
          ])
          lines.push(...body.data)
          next = body.next ?? null
        }
        expect(lines.map((line) => line.id).sort()).toEqual([...new Set(then.map(({ transfer }) => transfer))].sort())
        let { balance } = balances(before)
        for (const line of lines.reverse()) {
          const ofLine = then.filter(({ transfer }) => transfer === line.id)
          expect([line.id, line.effect]).toEqual([
            line.id,
            Object.fromEntries(['available', 'committed', 'locked'].map((part) => [part, total(ofLine, [part])])),
          ])
          balance += total(ofLine)
          expect([line.id, line.balance]).toEqual([line.id, balance])
        }
        moved += lines.length
      }
    }
    expect(moved).toBeGreaterThan(80)
  })

  test('the report of the council’s grant, each month and the quarter: opening and flows make closing', async () => {
    const read = async (path: string) => (await app.request('GET', path, { as: 'auditor@council.test' })).body.data
    const [{ id }] = await read('/v3/grants')
    const own = entries.filter(({ walletId }) => walletId === id)
    const moved = new Set(own.map(({ transfer }) => transfer))
    const all = entries.filter(({ transfer }) => moved.has(transfer))
    const months = [...new Set(own.map(({ month }) => month))].sort()
    expect(months.length).toBeGreaterThan(1)
    const report = async (from: string, until: string) => {
      const last = Temporal.PlainYearMonth.from(until).toPlainDate({ day: 31 })
      return read(`/v3/grants/${id}/report?from=${from}-01&until=${last}`)
    }
    const flows = (month: string) => {
      const [mine, every] = [own, all].map((rows) => rows.filter((entry) => entry.month === month)) as [
        Entry[],
        Entry[],
      ]
      const kind = (name: string, accounts: string[]) =>
        total(
          mine.filter((entry) => entry.kind === name),
          accounts,
        )
      return {
        month,
        opening: total(own.filter((entry) => entry.month < month)),
        fundedIn: kind('grant-funding', ['available']),
        takenOut: 0,
        awarded: kind('award', ['committed']),
        returned: -kind('award-return', ['committed']),
        paid: total(every, ['supplier-payable']),
        fees: total(every, ['fees']),
        vat: total(every, ['vat']),
        closing: total(own.filter((entry) => entry.month <= month)),
        paidLate: 0,
        openingInAwards: total(
          own.filter((entry) => entry.month < month),
          ['committed'],
        ),
        closingInAwards: total(
          own.filter((entry) => entry.month <= month),
          ['committed'],
        ),
        closingHeld: total(
          own.filter((entry) => entry.month <= month),
          ['locked'],
        ),
      }
    }
    const quarter = await report(months[0]!, months.at(-1)!)
    expect(quarter.months).toEqual(months.map(flows))
    for (const month of months) {
      const { opening, closing, months: shown } = await report(month, month)
      expect({ opening, closing, shown }).toEqual({
        ...{ opening: flows(month).opening, closing: flows(month).closing, shown: [flows(month)] },
      })
    }
    expect(quarter.closing).toBe(total(own))
    for (const sums of [quarter.rails, quarter.states])
      expect(sums.reduce((count: number, { awards }: { awards: number }) => count + awards, 0)).toBe(60)
  })

  test('the budget, what its participants received and what each has', async () => {
    const live = (await admin('/v3/automated-budgets')).find(({ status }: { status: string }) => status === 'live')
    const people: { walletId: string | null; available: number; live: number }[] = (
      await admin(`/v3/automated-budgets/${live.id}/participants/balances`)
    ).filter(({ walletId }: { walletId: string | null }) => walletId)
    const received = entries.filter(
      ({ kind, walletId, pence }) =>
        kind === 'budget-run' && pence > 0 && people.some((person) => person.walletId === walletId),
    )
    expect(live.totalFunds).toBe(total(received))
    for (const { walletId, ...shown } of people) {
      const own = entries.filter((entry) => entry.walletId === walletId)
      expect([walletId, shown]).toMatchObject([
        walletId,
        { available: total(own, ['available']), live: total(own, ['committed', 'locked']) },
      ])
    }
  })
})

test('the council of the demo history has sixty awards in every state that lasts, two lists and printed letters, which its auditor sees and only its case workers make, whom its manager appoints', async () => {
  const ask = (as: string, path: string) => app.request('GET', path, { as: `${as}@council.test` })
  const { body } = await ask('auditor', '/v3/awards?limit=100')
  const states = countBy(body.data.map(({ status }: { status: string }) => status))
  expect(body.data).toHaveLength(60)
  expect(Object.keys(states)).toEqual([
    ...['cancelled', 'cashed', 'code-generated', 'declined', 'delivered', 'expired', 'issued', 'opened'],
    ...['part-cashed', 'referred', 'reissued'],
  ])
  const reasons = body.data.map(({ cannotUse }: { cannotUse: string | null }) => cannotUse).filter(Boolean)
  expect(reasons).toEqual(['not-accepted'])
  const batches = (await ask('auditor', '/v3/award-batches')).body.data
  expect(batches.map(({ status, awards }: { status: string; awards: number }) => [status, awards])).toEqual([
    ...[
      ['referred', 4],
      ['issued', 8],
    ],
  ])
  const [letters] = (await ask('case2', '/v3/award-letters')).body.data.runs
  expect(letters.live).toBeGreaterThan(3)
  expect(new Set(body.data.map(({ createdBy }: { createdBy: { name: string } }) => createdBy.name))).toEqual(
    new Set(['Owen Parry', 'Farah Aziz']),
  )
  const [grant] = (await ask('manager', '/v3/grants')).body.data
  expect(grant.funded).toBe(grant.available + grant.locked + grant.committed + grant.paid + grant.fees + grant.vat)
  const answerTo = async (as: string, path: string, sent: object) =>
    (await app.request('POST', path, { as: `${as}@council.test`, body: sent })).status
  const award = { grantId: grant.id, personId: body.data[0].person.id, caseReference: 'X', reason: 'Food' }
  for (const as of ['auditor', 'manager'])
    expect(await answerTo(as, '/v3/awards', { ...award, amount: 1_000, rails: ['energy'] })).toBe(403)
  const waiting = body.data.find(({ status }: { status: string }) => status === 'referred').id
  for (const as of ['auditor', 'case1']) expect(await answerTo(as, `/v3/awards/${waiting}/approve`, {})).toBe(403)
  expect(await answerTo('case1', `/v3/grants/${grant.id}/close`, {})).toBe(403)
  const invite = (roleGroupId: string) => ({
    ...{ type: 'participant', invites: [{ emailAddress: `${roleGroupId}@council.test`, roleGroupId }] },
  })
  for (const [as, status] of [
    ['manager', 201],
    ['case1', 403],
    ['auditor', 403],
  ] as const)
    expect(await answerTo(as, `/v3/teams/${council.team}/users/invites`, invite('subteam-admin'))).toBe(status)
  await app.settle()
  const [mail] = (await app.request('GET', '/sandbox/messages?to=subteam-admin%40council.test')).body.data
  const token = new URL(mail.links.find((link: string) => link.includes('/join?'))).searchParams.get('token')
  const page = await app.request('GET', `/v3/team-invites/token/${token}`)
  expect(page.body.data).toMatchObject({ roleGroupId: 'subteam-admin', isSupport: true })
})

test('loading the demo history again changes nothing', async () => {
  const before = await extent(app)
  await openDemoHistory(app.posy)
  await loadDemo(app.posy)
  await playDemoHistory(app)
  expect(await extent(app)).toEqual(before)
  expect(app.posy.clock.now().toString()).toBe(NOW)
})

test('the business clock cannot be set back once the demo history is in use', async () => {
  await expect(app.posy.clock.setBackTo(app.posy.clock.now().subtract({ hours: 1 }))).rejects.toThrow(
    'the business clock only moves forward',
  )
  expect(app.posy.clock.now().toString()).toBe(NOW)
})
