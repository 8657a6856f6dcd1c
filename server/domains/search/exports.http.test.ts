import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giftStateLabel } from '#contract/core/status-labels.ts'
import { Temporal } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { buildSearchWorld } from '#server/testing/search-world.ts'
import { unzip } from '#server/testing/unzip.ts'
import { PART_ROWS } from './export-request.ts'
import { runExport } from './run-export.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await buildSearchWorld(app)
})
afterAll(() => app.close())

const ADMIN = 'admin@acme.test'
const ask = async (body: object, as = ADMIN, path = '/v3/hugggs/exports') => {
  const answer = await app.request('POST', path, { as, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}
const look = async (id: string, as = ADMIN, path = '/v3/hugggs/exports') =>
  (await app.request('GET', `${path}/${id}`, { as })).body.data
const urlPath = (url: string) => new URL(url).pathname
const download = async (url: string) => app.api.request(urlPath(url))
const downloadBytes = async (url: string) => Buffer.from(await (await download(url)).arrayBuffer())

/** A CSV file's rows by their head. */
function parseRows(csv: string): Record<string, string>[] {
  const cells = [...csv.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)]
  const lines: string[][] = [[]]
  for (const [, cell, after] of cells) {
    lines.at(-1)!.push(cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!)
    if (after === '\r\n') lines.push([])
  }
  const [head, ...rows] = lines.slice(0, -1)
  return rows.map((row) => Object.fromEntries(head!.map((name, index) => [name, row[index]!])))
}
const downloadCsv = async (url: string) => parseRows((await downloadBytes(url)).toString('utf8'))
const search = async (query: object, as = ADMIN) =>
  (await app.request('POST', '/v3/searches/hugggs', { as, body: { query: { size: 1000, ...query } } })).body.data

test('an export holds what the search finds, in its order, and says how far it is', async () => {
  const query = { filters: { reasonCodes: ['Thank you', 'Work anniversary'] } }
  const sort = [
    { field: 'receiverEmail', direction: 'desc' },
    { field: 'price', direction: 'asc' },
  ]
  const made = await ask({ query, sort, format: 'csv' })
  expect(made).toMatchObject({
    kind: 'hugggs',
    status: 'created',
    format: 'csv',
    query,
    sort,
    totalHits: null,
    progress: 0,
    fileUrl: null,
  })
  await app.settle()
  const done = await look(made.id)
  const { hits } = await search({ ...query, sort })
  expect(hits.length).toBeGreaterThan(10)
  expect(done).toMatchObject({ status: 'completed', totalHits: hits.length, progress: 100 })
  const rows = await downloadCsv(done.fileUrl)
  expect(rows.map((row) => row['Gift id'])).toEqual(hits.map(({ huggg }: { huggg: { id: string } }) => huggg.id))
  for (const [index, hit] of hits.entries()) {
    expect(rows[index]).toMatchObject({
      Status: giftStateLabel(hit.state),
      State: giftStateLabel(hit.state),
      Gift: hit.purchase.label,
      Price: (hit.transaction.sale_per_item / 100).toFixed(2),
      Currency: 'GBP',
      Email: hit.receiver?.email ?? '',
      'Delivery status': hit.deliveryStatus,
      'Last day': Temporal.Instant.from(hit.huggg.expiry_date)
        .toZonedDateTimeISO('Europe/London')
        .toPlainDate()
        .toString(),
      Team: hit.team.name,
      Link: expect.stringContaining(hit.huggg.shortcode ?? '/g/'),
    })
  }
})

test('an accountant’s quarter: every line adds up, names its document, and the lines add up to what the wallet paid', async () => {
  await app.posy.db.updateTable('app_user').set({ zone: 'America/New_York' }).where('email', '=', ADMIN).execute()
  const made = await ask({ query: { filters: { teamIds: [demo.teams.acme] } } })
  await app.settle()
  const rows = await downloadCsv((await look(made.id)).fileUrl)
  await app.posy.db.updateTable('app_user').set({ zone: 'Europe/London' }).where('email', '=', ADMIN).execute()
  const { hits } = await search({ filters: { teamIds: [demo.teams.acme] } })
  const pence = (text: string | undefined) => Math.round(Number(text) * 100)
  for (const [index, row] of rows.entries()) {
    expect(pence(row.Net) + pence(row.VAT)).toBe(pence(row.Total))
    expect(pence(row.Price) + pence(row.Fee) + pence(row['VAT on fee'])).toBe(pence(row.Total))
    expect(row['Receipt or invoice']).toMatch(/^(RC|IN)/)
    expect(row.Wallet).toBeTruthy()
    expect(row.Bought).toBe(
      Temporal.Instant.from(hits[index].huggg.created_at)
        .toZonedDateTimeISO('America/New_York')
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' })
        .replace('T', ' '),
    )
  }
  const totals = new Map<string, number>()
  for (const row of rows) totals.set(row['Purchase id']!, (totals.get(row['Purchase id']!) ?? 0) + pence(row.Total))
  for (const { huggg, transaction } of hits) expect(totals.get(huggg.transaction_id)).toBe(transaction.sale_total)
})

test('an export as a workbook holds the same list; names that look like formulas stay names in both', async () => {
  const query = { text: 'hyperlink evil' }
  const [csv, xlsx] = [await ask({ query }), await ask({ query, format: 'xlsx' })]
  // The receiver with that name was corrected away from this gift's address, not from its name.
  await app.settle()
  const [row] = await downloadCsv((await look(csv.id)).fileUrl)
  expect(row!.For).toBe(`'=HYPERLINK("evil")`)
  const answer = await download((await look(xlsx.id)).fileUrl)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="gifts-Acme-\d{4}-\d\d-\d\d\.xlsx"/)
  const sheet = unzip(Buffer.from(await answer.arrayBuffer())).get('xl/worksheets/sheet1.xml')!
  expect(sheet.match(/<row>/g)?.length).toBe(2)
  expect(sheet).toContain(
    '<c t="inlineStr" s="1"><is><t xml:space="preserve">=HYPERLINK(&quot;evil&quot;)</t></is></c>',
  )
})

test('an export of an empty list is a file with a header', async () => {
  const made = await ask({ query: { text: 'no one has this' } })
  await app.settle()
  const done = await look(made.id)
  expect(done).toMatchObject({ status: 'completed', totalHits: 0, progress: 100 })
  expect((await downloadBytes(done.fileUrl)).toString()).toMatch(/^\uFEFF"Bought","For",.*\r\n$/)
})

test('participants export their own gifts, and reach only their own export', async () => {
  const made = await ask({}, 'participant@acme.test')
  await app.settle()
  const done = await look(made.id, 'participant@acme.test')
  expect((await downloadCsv(done.fileUrl)).map((row) => row['Bought by (email)'])).toEqual(['participant@acme.test'])
  for (const as of [ADMIN, 'admin@globex.test']) {
    const answer = await app.request('GET', `/v3/hugggs/exports/${made.id}`, { as })
    const missing = await app.request('GET', '/v3/hugggs/exports/00000000-0000-4000-8000-00000000dead', { as })
    expect([answer.status, answer.body]).toEqual([404, sameAnswer(missing.body)])
  }
  const foreign = await app.request('POST', '/v3/hugggs/exports', {
    as: ADMIN,
    body: { query: { filters: { teamIds: [demo.teams.globex] } } },
  })
  expect(foreign.status).toBe(404)
})

test('an export’s link works for a quarter of an hour, and never once changed', async () => {
  const made = await ask({ query: { filters: { isSettled: true } } })
  await app.settle()
  const { fileUrl } = await look(made.id)
  expect((await download(fileUrl)).status).toBe(200)
  const path = urlPath(fileUrl)
  for (const forged of [`${path.slice(0, -2)}AA`, path.replace(/\/files\/./, '/files/x'), '/files/none'])
    expect((await app.api.request(forged)).status, forged).toBe(404)
  app.wall.advanceSeconds(901)
  expect((await download(fileUrl)).status).toBe(404)
  expect((await download((await look(made.id)).fileUrl)).status).toBe(200)
})

/** More gifts of one purchase than fit into two parts. */
async function manyGifts(): Promise<string> {
  const [source] = (await search({ filters: { teamIds: [demo.teams.acmeNorth] }, size: 1 })).hits
  const { id, transaction_id } = source.huggg
  const columns = (
    await sql<{ name: string }>`select column_name as name from information_schema.columns where table_name = 'huggg'
      and column_name not in ('id', 'ordinal', 'shortcode', 'redeem_code')`.execute(app.posy.db)
  ).rows.map(({ name }) => sql.ref(name))
  await sql`insert into huggg (id, ordinal, shortcode, redeem_code, ${sql.join(columns)})
    select gen_random_uuid(), 10000 + copy, 'many' || copy, 'MANY' || copy, ${sql.join(columns)}
    from huggg cross join generate_series(1, ${2 * PART_ROWS + 500}::int) as copy where id = ${id}
    on conflict do nothing`.execute(app.posy.db)
  return transaction_id
}

test('an export that is killed in the middle and run again, by two workers at once, holds every gift once', async () => {
  const transactionId = await manyGifts()
  const made = await ask({
    query: { filters: { transactionIds: [transactionId] } },
    sort: [{ field: 'shortcode', direction: 'desc' }],
  })
  const { files } = app.posy.providers
  const broken = {
    ...app.posy,
    providers: {
      ...app.posy.providers,
      files: {
        ...files,
        put: (key: string, content: Parameters<typeof files.put>[1]) =>
          key.endsWith('/2') ? Promise.reject(new Error('the disk is full')) : files.put(key, content),
      },
    },
  }
  await expect(runExport(broken, made.id)).rejects.toThrow('the disk is full')
  const midway = await look(made.id)
  expect(midway).toMatchObject({ status: 'processing', fileUrl: null })
  expect(midway.progress).toBe(Math.floor((PART_ROWS * 100) / midway.totalHits))
  // What is bought meanwhile is not on the list.
  await sql`insert into huggg_message (huggg_id, team_id, notes) select id, team_id, 'written meanwhile' from huggg where shortcode = 'many1'`.execute(
    app.posy.db,
  )
  await Promise.all([runExport(app.posy, made.id), runExport(app.posy, made.id)])
  const done = await look(made.id)
  expect(done).toMatchObject({ status: 'completed', progress: 100 })
  const codes = (await downloadCsv(done.fileUrl)).map((row) => row.Link!.slice(row.Link!.lastIndexOf('/') + 1))
  const { rows } = await sql<{
    shortcode: string
  }>`select shortcode from huggg where transaction_id = ${transactionId} order by shortcode desc`.execute(app.posy.db)
  expect(codes).toEqual(rows.map((row) => row.shortcode))
  expect(done.totalHits).toBe(codes.length)
  expect(await sql`select from export_row`.execute(app.posy.db)).toMatchObject({ rows: [] })
  for (const number of [1, 2, 3]) expect(await files.read(`exports/${made.id}/${number}`)).toBeNull()
  await app.settle()
})

test('a worker slower than the one that finishes an export leaves no part and no file of it behind', async () => {
  const made = await ask({})
  const { files } = app.posy.providers
  const slowly = (name: string, meanwhile: () => Promise<unknown>) => ({
    ...app.posy,
    providers: {
      ...app.posy.providers,
      files: {
        ...files,
        put: async (key: string, content: Parameters<typeof files.put>[1]) => {
          if (key.endsWith(name)) await meanwhile()
          await files.put(key, content)
        },
      },
    },
  })
  await runExport(
    slowly('/1', () => runExport(app.posy, made.id)),
    made.id,
  )
  expect(await look(made.id)).toMatchObject({ status: 'completed', progress: 100 })
  expect(await files.read(`exports/${made.id}/1`)).toBeNull()

  const late = await ask({})
  await runExport(
    slowly('.csv', async () => {
      await app.posy.db
        .updateTable('export_request')
        .set({ status: 'failed', emptied_at: new Date() })
        .where('id', '=', late.id)
        .execute()
    }),
    late.id,
  )
  expect(await files.read(`exports/${late.id}.csv`)).toBeNull()
  await app.settle()
})

test('an export that can never be written has failed, and a sixth at once has to wait', async () => {
  const made = await ask({})
  await sql`update export_request set team_ids = '{}', query = '{"filters": {"teamIds": ["00000000-0000-4000-8000-00000000dead"]}}' where id = ${made.id}`.execute(
    app.posy.db,
  )
  await app.settle()
  expect(await look(made.id)).toMatchObject({ status: 'failed', fileUrl: null })
  for (let count = 0; count < 5; count++) await ask({})
  const sixth = await app.request('POST', '/v3/hugggs/exports', { as: ADMIN, body: {} })
  expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '30'])
  await app.settle()
  await ask({})
  await app.settle()
})

test('a wallet’s statement as a file says what the statement says', async () => {
  const wallet = demo.wallets.acmeMain
  const path = `/v3/wallets/${wallet}/statement/exports`
  const [whole, part] = [
    await ask({}, ADMIN, path),
    await ask({ query: { to: '2026-03-02T10:04:00Z' }, format: 'xlsx' }, ADMIN, path),
  ]
  await app.settle()
  const done = await look(whole.id, ADMIN, path)
  const { body: statement } = await app.request('GET', `/v3/wallets/${wallet}/statement?limit=1000&withPeriod=true`, {
    as: ADMIN,
  })
  expect(done).toMatchObject({ kind: 'statement', status: 'completed', totalHits: statement.data.length })
  // A period reads forward: what it opened with, its movements, what it closed with.
  const [opening, ...others] = await downloadCsv(done.fileUrl)
  const [rows, [total, closing]] = [others.slice(0, -2).reverse(), others.slice(-2)]
  expect([opening, total, closing].map((row) => row!.Movement)).toEqual(['Opening balance', 'Total', 'Closing balance'])
  const pence = (cell: string | undefined) => Math.round(Number(cell) * 100)
  for (const [column, after] of [
    ['Available', 'Available after'],
    ['In gifts', 'In gifts after'],
  ] as const) {
    const sum = rows.reduce((all, row) => all + pence(row[column]), 0)
    expect([pence(total![column]), pence(opening![after]) + sum]).toEqual([sum, pence(closing![after])])
  }
  expect(pence(closing!['Balance after'])).toBe(statement.period.closing.balance)
  expect(pence(total!.VAT)).toBe(statement.period.totals.vat)
  expect(rows.map((row) => [row.Counterpart, row.Person])).toEqual(
    statement.data.map(({ counterpart, person }: { counterpart: { label: string } | null; person: string | null }) => [
      counterpart?.label ?? '',
      person ?? '',
    ]),
  )
  expect(rows.map((row) => [row['Movement id'], row['Balance after'], row.Available])).toEqual(
    statement.data.map((line: { id: string; balance: number; effect: { available: number } }) => [
      line.id,
      (line.balance / 100).toFixed(2),
      (line.effect.available / 100).toFixed(2),
    ]),
  )
  const early = statement.data.filter((line: { at: string }) => line.at < '2026-03-02T10:04:00')
  expect(early.length).toBeGreaterThan(0)
  expect(await look(part.id, ADMIN, path)).toMatchObject({ status: 'completed', totalHits: early.length })
  const other = `/v3/wallets/${demo.wallets.acmeEvents}/statement/exports`
  expect((await app.request('GET', `${other}/${whole.id}`, { as: ADMIN })).status).toBe(404)
  expect(
    (await app.request('POST', `/v3/wallets/${demo.wallets.globexMain}/statement/exports`, { as: ADMIN, body: {} }))
      .status,
  ).toBe(404)
})

test('an export’s file and the words of its query are gone after a week', async () => {
  const made = await ask({ query: { text: 'ben' } })
  await app.settle()
  const { fileUrl } = await look(made.id)
  await app.advance('P8D')
  const gone = await look(made.id)
  expect(gone).toMatchObject({ status: 'completed', fileUrl: null, query: {}, sort: [] })
  expect((await download(fileUrl)).status).toBe(404)
  expect(await app.posy.providers.files.read(`exports/${made.id}.csv`)).toBeNull()
})

describe('an archive of everything', () => {
  const path = `/v3/teams/${demo.teams.acme}/exports`
  const readRows = (files: Map<string, string>, name: string) =>
    parseRows(Buffer.from(files.get(name)!, 'latin1').toString('utf8'))
  const idsIn = async (table: string) =>
    (
      await sql<{
        id: string
      }>`select id from ${sql.table(table)} where team_id = any (${[demo.teams.acme, demo.teams.acmeNorth, demo.teams.acmeSouth]}::uuid[]) order by id`.execute(
        app.posy.db,
      )
    ).rows.map(({ id }) => id)

  test('holds every gift, purchase, person, movement and paper of a team and its subteams, and nothing that opens a gift', async () => {
    const made = await ask({}, ADMIN, path)
    expect(made).toMatchObject({ kind: 'team', format: 'zip', status: 'created', fileUrl: null })
    // Killed once on the way: it begins again.
    const { files } = app.posy.providers
    const put = () => Promise.reject(new Error('the disk is full'))
    const broken = { ...app.posy, providers: { ...app.posy.providers, files: { ...files, put } } }
    await expect(runExport(broken, made.id)).rejects.toThrow('the disk is full')
    await app.settle()
    const done = await look(made.id, ADMIN, path)
    const answer = await download(done.fileUrl)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="everything-Acme-[\d-]{10}\.zip"/)
    const archive = unzip(Buffer.from(await answer.arrayBuffer()))
    expect(done).toMatchObject({ status: 'completed', progress: 100, totalHits: archive.size })

    expect(readRows(archive, 'gifts.csv').map((row) => row['Gift id'])).toEqual(await idsIn('huggg'))
    expect(readRows(archive, 'purchases.csv').map((row) => row['Purchase id'])).toEqual(await idsIn('transaction'))
    expect(readRows(archive, 'members.csv').map((row) => row.Email)).toContain(ADMIN)
    const papers = readRows(archive, 'documents.csv')
    expect(papers.length).toBeGreaterThan(0)
    expect(papers).toHaveLength((await idsIn('document')).length)
    // Those too that no one has opened.
    for (const { Number: number, File } of papers)
      expect([number, archive.get(File!)?.slice(0, 5)]).toEqual([number, '%PDF-'])
    for (const id of await idsIn('wallet')) {
      const { rows } = await sql<{ id: string; reference: string }>`
        select distinct transfer.id, wallet.reference from wallet
        join ledger_account account on account.wallet_id = wallet.id join ledger_entry entry on entry.account_id = account.id
        join ledger_transfer transfer on transfer.id = entry.transfer_id where wallet.id = ${id}`.execute(app.posy.db)
      const names = [...archive.keys()].filter((name) => rows[0] && name.includes(` ${rows[0].reference} 20`))
      // Balances and sums stand around them.
      const movements = names.flatMap((name) => readRows(archive, name)).flatMap((row) => row['Movement id'] || [])
      expect(movements.sort()).toEqual(rows.map((row) => row.id).sort())
    }

    const { rows: secrets } = await sql<{ secret: string }>`
      select shortcode as secret from huggg where shortcode is not null
      union select redeem_code from huggg where redeem_code is not null`.execute(app.posy.db)
    const lists = [...archive].filter(([name]) => name.endsWith('.csv')).map(([, text]) => text)
    const words = new Set(lists.join(' ').match(/[\w-]{6,}/g))
    expect(secrets.length).toBeGreaterThan(10)
    expect(secrets.filter(({ secret }) => words.has(secret))).toEqual([])
  })

  test('is mailed as a page that asks for rights, to who asked alone; others and other teams find nothing', async () => {
    const made = await ask({}, ADMIN, path)
    await app.settle()
    const [mail] = (await app.request('GET', `/sandbox/messages?to=${encodeURIComponent(ADMIN)}`)).body.data
    expect(mail).toMatchObject({ subject: 'Your archive is ready' })
    expect(mail.links.filter((link: string) => link.includes('/team/archive/'))).toEqual([
      expect.stringContaining(`/team/archive/${made.id}`),
    ])
    expect(JSON.stringify(mail)).not.toContain('/files/')
    for (const as of ['viewer@acme.test', 'participant@acme.test', 'subteam@acme.test']) {
      expect((await app.request('POST', path, { as, body: {} })).status, as).toBe(403)
      expect((await app.request('GET', `${path}/${made.id}`, { as })).status, as).toBe(403)
    }
    for (const [team, as] of [
      [demo.teams.acme, 'admin@globex.test'],
      [demo.teams.globex, 'admin@globex.test'],
      [demo.teams.globex, ADMIN],
      [demo.teams.acmeNorth, ADMIN],
    ] as const)
      expect((await app.request('GET', `/v3/teams/${team}/exports/${made.id}`, { as })).status, `${team} ${as}`).toBe(
        404,
      )
    expect((await app.request('POST', path, { as: 'admin@globex.test', body: {} })).status).toBe(404)
  })
})

describe('the papers of a period in one archive', () => {
  const path = `/v3/teams/${demo.teams.acme}/papers-exports`
  const period = { from: '2026-01-01', until: '2026-03-31' }

  test('are all that count for VAT in it, listed so that they add up to the VAT summary, and each wallet’s statement', async () => {
    const made = await ask(period, ADMIN, path)
    expect(made).toMatchObject({ kind: 'papers', format: 'zip', status: 'created', query: period })
    await app.settle()
    const done = await look(made.id, ADMIN, path)
    const answer = await download(done.fileUrl)
    expect(answer.headers.get('content-disposition')).toContain('filename="papers-Acme-2026-01-01-to-2026-03-31.zip"')
    const archive = unzip(Buffer.from(await answer.arrayBuffer()))
    expect(done).toMatchObject({ status: 'completed', totalHits: archive.size })
    const sheetRows = (name: string) => parseRows(Buffer.from(archive.get(name)!, 'latin1').toString('utf8'))
    const { body } = await app.request(
      'GET',
      `/v3/teams/${demo.teams.acme}/vat-summary?from=${period.from}&until=${period.until}`,
      { as: ADMIN },
    )
    const { lines, net, vat, gross, notYetInvoiced: open } = body.data
    const pence = (text: string | undefined) => Math.round(Number(text) * 100)
    const index = sheetRows('index.csv')
    const listed = index.filter((row) => row.Document !== 'Not yet invoiced')
    expect(lines.length).toBeGreaterThan(5)
    expect(listed.map((row) => [row.Number, pence(row.Net), pence(row.VAT), pence(row.Gross)])).toEqual(
      lines.map((line: Record<string, unknown>) => [line.number, line.net, line.vat, line.gross]),
    )
    expect(index.length - listed.length).toBe(open.count > 0 ? 1 : 0)
    const total = sheetRows('vat.csv').find((row) => row.Rate === 'Total')!
    expect([total.Net, total.VAT, total.Gross].map(pence)).toEqual([net, vat, gross])
    for (const { Number: number, File } of listed)
      expect([number, archive.get(File!)?.slice(0, 5)]).toEqual([number, '%PDF-'])
    const statement = sheetRows([...archive.keys()].find((name) => name.startsWith('statements/Acme main '))!)
    const days = 'from=2026-01-01T00:00:00Z&to=2026-03-31T23:00:00Z'
    const shown = await app.request('GET', `/v3/wallets/${demo.wallets.acmeMain}/statement?withPeriod=true&${days}`, {
      as: ADMIN,
    })
    const { opening, closing, totals } = shown.body.period
    const around = ['Opening balance', 'Closing balance'].map((what) => statement.find((row) => row.Movement === what)!)
    expect(around.map((row) => pence(row['Balance after']))).toEqual([opening.balance, closing.balance])
    expect(statement).toHaveLength(totals.movements + 3)
  })

  test('have opening and closing balances where nothing moved: of each wallet that there was by then, and of what was owed', async () => {
    const late = { from: '2026-01-01', until: '2026-12-31' }
    const wallet = await app.request('POST', `/api/v2/teams/${demo.teams.globex}/wallets`, {
      ...{ as: 'admin@globex.test', body: { name: 'Untouched' } },
    })
    expect(wallet.status).toBe(201)
    const own = `/v3/teams/${demo.teams.globex}/papers-exports`
    const made = await ask(late, 'admin@globex.test', own)
    await app.settle()
    const answer = await download((await look(made.id, 'admin@globex.test', own)).fileUrl)
    const archive = unzip(Buffer.from(await answer.arrayBuffer()))
    const rows = (name: string) => parseRows(Buffer.from(archive.get(name)!, 'latin1').toString('utf8'))
    const untouched = rows([...archive.keys()].find((name) => name.startsWith('statements/Untouched '))!)
    expect(untouched.map((row) => [row.Movement, row['Balance after']])).toEqual([
      ...[
        ['Opening balance', '0.00'],
        ['Total', ''],
        ['Closing balance', '0.00'],
      ],
    ])
    const [first, last] = [rows('account.csv')[0], rows('account.csv').at(-1)]
    expect([first?.Description, last?.Description]).toEqual(['Opening balance', 'Closing balance'])
  })

  test('are for who sees statements, asked for by each for themselves; days are a period of at most a year', async () => {
    const made = await ask(period, 'viewer@acme.test', path)
    expect((await app.request('GET', `${path}/${made.id}`, { as: ADMIN })).status).toBe(404)
    expect((await app.request('POST', path, { as: 'participant@acme.test', body: period })).status).toBe(403)
    for (const [team, as] of [
      [demo.teams.acme, 'admin@globex.test'],
      [demo.teams.acmeNorth, ADMIN],
    ] as const)
      for (const [method, below] of [
        ['POST', ''],
        ['GET', `/${made.id}`],
      ] as const) {
        const body = method === 'POST' ? { body: period } : {}
        const answer = await app.request(method, `/v3/teams/${team}/papers-exports${below}`, { as, ...body })
        expect([method, team, as, answer.status]).toEqual([method, team, as, 404])
      }
    for (const body of [
      { from: '2026-03-31', until: '2026-01-01' },
      { from: '2024-01-01', until: '2026-01-01' },
      { from: '2026-02-30', until: '2026-03-01' },
      { from: '2026-01-01' },
    ])
      expect([body, (await app.request('POST', path, { as: ADMIN, body })).status]).toEqual([body, 422])
    await app.settle()
  })
})
