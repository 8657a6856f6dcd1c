import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { accountRoles, type JournalPackage, journalPackages } from '#contract/reports/accounts-packages.ts'
import { accountsCsv, formats, mappingProblems } from './accounts-formats.ts'
import { type MonthlyMovement, monthlyJournals } from './accounts-journals.ts'

/** The columns that the packages publish (decision 464), and what each may hold. A change of ours must fail here. */
const published: Record<JournalPackage, readonly (readonly [string, RegExp])[]> = {
  xero: [
    ['*Narration', /^.{1,500}$/],
    ['*Date', /^31\/03\/2026$/],
    ['Description', /^.{0,500}$/],
    ['*AccountCode', /^[^ ]{1,10}$/],
    ['*TaxRate', /^.{1,50}$/],
    ['*Amount', /^-?\d+\.\d\d$/],
    ['TrackingName1', /^$/],
    ['TrackingOption1', /^$/],
    ['TrackingName2', /^$/],
    ['TrackingOption2', /^$/],
  ],
  sage50: [
    ['Type', /^J[CD]$/],
    ['Account Reference', /^$/],
    ['Nominal A/C Ref', /^\d{1,8}$/],
    ['Department Code', /^$/],
    ['Date', /^31\/03\/2026$/],
    ['Reference', /^.{1,30}$/],
    ['Details', /^.{1,60}$/],
    ['Net Amount', /^\d{1,8}\.\d\d$/],
    ['Tax Code', /^T\d{1,2}$/],
    ['Tax Amount', /^0\.00$/],
    ['Exchange Rate', /^$/],
    ['Extra Reference', /^$/],
    ['User Name', /^$/],
    ['Project Refn', /^$/],
    ['Cost Code Refn', /^$/],
  ],
  quickbooks: [
    ['Journal No', /^.{1,21}$/],
    ['Journal Date', /^31\/03\/2026$/],
    ['Account Name', /^.{1,100}$/],
    ['Description', /^.{0,4000}$/],
    ['Debits', /^(?:\d+\.\d\d)?$/],
    ['Credits', /^(?:\d+\.\d\d)?$/],
  ],
}

/** Pence of a row, debits above zero, as the package reads it. */
const penceIn: Record<JournalPackage, (row: Record<string, string>) => number> = {
  xero: (row) => Math.round(Number(row['*Amount']) * 100),
  sage50: (row) => Math.round(Number(row['Net Amount']) * 100) * (row.Type === 'JD' ? 1 : -1),
  quickbooks: (row) => Math.round(Number(row.Debits) * 100) - Math.round(Number(row.Credits) * 100),
}
const journalIn: Record<JournalPackage, string> = { xero: '*Narration', sage50: 'Reference', quickbooks: 'Journal No' }
const accountIn: Record<JournalPackage, string> = {
  xero: '*AccountCode',
  sage50: 'Nominal A/C Ref',
  quickbooks: 'Account Name',
}

/** Movements of a month by chance, each of which sums to nothing as the ledger's do; what is spent by own arithmetic. */
function chanceMonth(seed: number) {
  let state = seed
  const chance = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return 1 + (state % most)
  }
  const movements: MonthlyMovement[] = []
  const own = { wallets: 0, gifts: 0, fees: 0, vat: 0, owed: 0, card: 0, plans: 0 }
  const move = (kind: string, entries: Record<string, number>) =>
    movements.push(...Object.entries(entries).map(([account, pence]) => ({ kind, account, pence })))
  for (let step = 0; step < 200; step++) {
    const [face, fee, vat] = [chance(90_000), chance(900), chance(300)]
    const total = face + fee + vat
    const pick = chance(6)
    if (pick === 1) {
      move('card-top-up', { available: face, 'card-clearing': -face })
      own.wallets += face
      own.card -= face
    } else if (pick === 2) {
      move('purchase', { available: -total, committed: face, fees: fee, vat })
      own.wallets -= total
      own.gifts += face
      own.fees += fee
      own.vat += vat
    } else if (pick === 3) {
      move('purchase', { receivable: -total, committed: face, fees: fee, vat })
      own.owed -= total
      own.gifts += face
      own.fees += fee
      own.vat += vat
    } else if (pick === 4) {
      move('cancellation', { committed: -face, vat: -vat, available: face + vat })
      own.gifts -= face
      own.vat -= vat
      own.wallets += face + vat
    } else if (pick === 5) {
      move('redemption', { committed: -face, 'supplier-payable': face })
      move('budget-run', { available: -fee })
      move('budget-run', { available: fee })
    } else {
      move('plan-invoice', { receivable: -(face + vat), 'plan-income': face, vat })
      own.owed -= face + vat
      own.plans += face
      own.vat += vat
    }
  }
  return { movements, own }
}

describe.each(journalPackages)('the import file for %s', (name) => {
  // Accounts that differ, so that each can be told in the file.
  const accounts = Object.fromEntries(accountRoles.map((role, index) => [role, `${7000 + index}`])) as Record<
    (typeof accountRoles)[number],
    string
  >
  const mapping = { accounts, taxCode: formats[name].usual.taxCode }
  const read = (seed: number) => {
    const { movements, own } = chanceMonth(seed)
    const journals = monthlyJournals(movements, '2026-03', 'GBX')
    const content = accountsCsv(name, { months: [{ journals, lastDay: '2026-03-31' }], mapping })
    const [head, ...cells] = parse(content, { relax_column_count: false }) as string[][]
    const rows: Record<string, string>[] = cells.map((row) =>
      Object.fromEntries(row.map((cell, at) => [head![at]!, cell])),
    )
    return { head: head!, rows, own }
  }

  test('has the columns that the package publishes, in their order, and keeps their rules', () => {
    const { head, rows } = read(7)
    expect(head).toEqual(published[name].map(([column]) => column))
    for (const row of rows) for (const [column, rule] of published[name]) expect(row[column], column).toMatch(rule)
    // What the journal is called is not said again of its lines.
    if (name === 'xero') expect(rows.filter((row) => row['*Narration']!.includes(row.Description!))).toEqual([])
    // Xero takes at most 300 lines of a file.
    expect(rows.length).toBeLessThanOrEqual(300)
  })

  test('balances in each journal, and adds up to what own arithmetic says for each account', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { rows, own } = read(seed)
      for (const [journal, lines] of Map.groupBy(rows, (row) => row[journalIn[name]]))
        expect(
          lines.reduce((sum, row) => sum + penceIn[name](row), 0),
          journal,
        ).toBe(0)
      for (const [role, pence] of Object.entries(own)) {
        const of = rows.filter((row) => row[accountIn[name]] === accounts[role as keyof typeof own])
        expect(
          of.reduce((sum, row) => sum + penceIn[name](row), 0),
          `${role} of ${seed}`,
        ).toBe(pence)
      }
    }
  })

  test('of a quarter has the rows of its three months, each dated its own last day', () => {
    const days = ['2026-01-31', '2026-02-28', '2026-03-31']
    const months = days.map((lastDay, at) => {
      const journals = monthlyJournals(chanceMonth(at + 1).movements, lastDay.slice(0, 7), 'GBX')
      return { journals, lastDay }
    })
    const rowsIn = (some: typeof months) =>
      accountsCsv(name, { months: some, mapping }).trimEnd().split('\r\n').slice(1)
    expect(rowsIn(months)).toEqual(months.flatMap((each) => rowsIn([each])))
    const read = parse(accountsCsv(name, { months, mapping }), { columns: true }) as Record<string, string>[]
    const dates = new Set(read.map((row) => row['*Date'] ?? row.Date ?? row['Journal Date']))
    expect([...dates]).toEqual(['31/01/2026', '28/02/2026', '31/03/2026'])
    expect(new Set(read.map((row) => row[journalIn[name]])).size).toBe(
      months.reduce((sum, { journals }) => sum + journals.length, 0),
    )
  })

  test('takes the usual accounts, and refuses what the package or a spreadsheet would misread', () => {
    expect(mappingProblems(name, formats[name].usual)).toEqual([])
    for (const wrong of ['', '=1+1', 'a\nb', 'x'.repeat(101)])
      expect(mappingProblems(name, { ...mapping, accounts: { ...accounts, vat: wrong } })).toMatchObject([
        { path: 'accounts.vat' },
      ])
    expect(mappingProblems(name, { ...mapping, taxCode: '=T1' })).toMatchObject([{ path: 'taxCode' }])
  })
})
