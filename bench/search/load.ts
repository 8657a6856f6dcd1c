import { sql } from 'kysely'
import { council } from '#server/app/demo/council.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { Db } from '#server/platform/database/database.ts'

export const NOW = '2026-03-02T10:00:00Z'
export const REASONS = ['Thank you', 'Work anniversary', 'New client', 'Wellbeing']
export const FIRST = [
  ...['Ada', 'Ben', 'Chloe', 'Dan', 'Elif', 'Femi', 'Grace', 'Hugo', 'Iris', 'Jack'],
  ...['Kofi', 'Lena', 'Mo', 'Nia', 'Omar', 'Priya', 'Quinn', 'Rosa', 'Sam', 'Tara'],
]
const SYLLABLES = [
  ...['bar', 'chen', 'dal', 'ford', 'gren', 'hart', 'ings', 'jon', 'ker', 'lee'],
  ...['mont', 'nor', 'ost', 'pre', 'rud', 'sey', 'tol', 'vik', 'wick', 'yat'],
]
const TITLES = ['Spring campaign', 'Onboarding week', 'Winter party', 'Pilot customers']
const MESSAGES = [
  'Thank you for everything',
  'Happy birthday, have a lovely day',
  'Ten years already, well done',
  'A coffee on us',
]
/** What was written for one season only, a year ago. */
const SEASON = 'Merry Christmas to you all'

type Run = (query: ReturnType<typeof sql>) => Promise<unknown>

/** 8,000 surnames of three syllables, the same for the same seed. */
const surname = (
  seed: string,
) => sql`(${SYLLABLES}::text[])[1 + ${sql.raw(seed)} % 20] || (${SYLLABLES}::text[])[1 + (${sql.raw(seed)} / 20) % 20]
  || (${SYLLABLES}::text[])[1 + (${sql.raw(seed)} / 400) % 20]`

/** As many gifts, in purchases of 1, 10, 50 and 238, by set-based statements without the checks of buying; and what else grows with them. */
export async function load(db: Db, gifts: number): Promise<void> {
  await db.connection().execute(async (connection) => {
    const run: Run = (query) => query.execute(connection)
    await run(sql`set session_replication_role = replica`)
    await run(sql`set statement_timeout = 0`)
    await run(sql`select setseed(0.42)`)
    const indexes = await dropIndexes(connection)
    await loadPurchases(run, gifts)
    await loadGifts(run)
    await loadMoney(run)
    await loadAwards(run, gifts / 5)
    await loadBankLines(run, gifts / 10)
    await run(sql`set maintenance_work_mem = '512MB'`)
    for (const index of indexes) await run(sql.raw(index))
    await run(sql`vacuum analyze`)
    for (const setting of ['session_replication_role', 'statement_timeout', 'maintenance_work_mem'])
      await run(sql.raw(`reset ${setting}`))
  })
}

/** They are built far quicker than kept. @returns what makes them again */
async function dropIndexes(connection: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where not indisunique and indrelid::regclass::text = any (array['huggg', 'recipient', 'transaction', 'gift_message', 'outgoing_message', 'ledger_transfer', 'award', 'person', 'bank_line'])`.execute(
    connection,
  )
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(connection)
  return rows.map(({ made }) => made)
}

async function loadPurchases(run: Run, gifts: number): Promise<void> {
  await run(
    sql`create temporary table offered as select id, sender_price, row_number() over (order by id) - 1 as number from product where currency = 'GBX'`,
  )
  await run(sql`insert into team (id, name, plan_id, created_at, updated_at)
    select ('00000000-0000-4000-9000-' || lpad(to_hex(number), 12, '0'))::uuid, 'Team ' || number, ${demo.plans.enterprise}, ${NOW}, ${NOW} from generate_series(1, 200) as number`)
  await run(sql`insert into wallet (id, team_id, name, reference, created_at, updated_at)
    select id, id, 'Main', 'HG' || upper(lpad(right(id::text, 3), 8, '0')), created_at, updated_at from team where name like 'Team %'`)
  // Ids rise with time.
  await run(sql`create temporary table bought as
    select drawn.number, ('00000000-0000-4000-a000-' || lpad(to_hex(drawn.number), 12, '0'))::uuid as id,
      case when drawn.number % 20 < 12 then 1 when drawn.number % 20 < 17 then 10 when drawn.number % 20 < 19 then 50 else 238 end as quantity,
      case when owner < 60 then ${demo.teams.acme}::uuid when owner < 65 then ${demo.teams.acmeNorth}::uuid when owner < 70 then ${demo.teams.acmeSouth}::uuid
        else ('00000000-0000-4000-9000-' || lpad(to_hex(1 + drawn.number % 200), 12, '0'))::uuid end as team_id,
      (array[${demo.users.acmeAdmin}, ${demo.users.acmeSubteam}, ${demo.users.acmeParticipant}, ${demo.users.acmeViewer}]::uuid[])[1 + (drawn.pick / 7) % 4] as user_id,
      case when (drawn.pick / 31) % 10 < 8 then (${REASONS}::text[])[1 + (drawn.pick / 311) % 4] end as reason, offered.id as product_id, offered.sender_price as price,
      case when drawn.pick / 13 % 100 < 60 then 'email' when drawn.pick / 13 % 100 < 62 then 'sms' when drawn.pick / 13 % 100 < 99 then 'links' else 'printable' end as method,
      ${NOW}::timestamptz - (1 - drawn.number * 20.0 / ${gifts}::int) * interval '730 days' - random() * interval '10 minutes' as at, drawn.pick
    from (select number, floor(random() * 100) as owner, floor(random() * 1000000)::int as pick from generate_series(1, ${gifts / 20}::int) as number) as drawn
    join offered on offered.number = drawn.pick % (select count(*) from offered)`)
  await run(sql`insert into transaction (id, team_id, user_id, plan_id, purchase_type, product_id, wallet_id, payment_method, payment_reference, reason_code, title, purchase_order_number, tags,
      delivery_method, quantity, created_count, currency, face_pence, fee_pence, fee_vat_pence, expiry_days, created_at, updated_at)
    select id, team_id, user_id, ${demo.plans.enterprise}, 'bulkHugggs', product_id, case when team_id = ${demo.teams.acme} then ${demo.wallets.acmeMain}::uuid
        when team_id = ${demo.teams.acmeNorth} then ${demo.wallets.acmeNorth}::uuid when team_id = ${demo.teams.acmeSouth} then ${demo.wallets.acmeSouth}::uuid else team_id end,
      'walletCommitment', '-', reason, case when pick / 17 % 10 < 3 then (${TITLES}::text[])[1 + pick / 170 % 4] end, case when pick / 19 % 10 < 2 then 'PO-' || 100000 + number end,
      case when pick / 23 % 10 = 0 then array['events'] when pick / 23 % 1000 = 1 then array['pilot'] else '{}' end,
      method, quantity, quantity, 'GBX', price, 25, 5, 180, at, at from bought`)
  await run(sql`insert into gift_message (transaction_id, team_id, message, from_name)
    select id, team_id, case when at between ${NOW}::timestamptz - interval '460 days' and ${NOW}::timestamptz - interval '430 days' then ${SEASON}
      else (${MESSAGES}::text[])[1 + ('x' || substr(md5(id::text), 1, 4))::bit(16)::int % 4] end, 'The team' from bought`)
}

async function loadGifts(run: Run): Promise<void> {
  await run(sql`create temporary table made as
    select bought.*, ordinal, ('x' || substr(md5(number || '/' || ordinal), 1, 7))::bit(28)::int as seed, ('00000000-0000-4000-b000-' || lpad(to_hex(number::bigint * 1000 + ordinal), 12, '0'))::uuid as huggg_id, random() as luck,
      method in ('email', 'sms') as is_sent, ('00000000-0000-4000-c000-' || lpad(to_hex(number::bigint * 1000 + ordinal), 12, '0'))::uuid as recipient,
      at + ((30 + floor(random() * 335)) * interval '1 day') as expiry
    from bought cross join lateral generate_series(1, bought.quantity) as ordinal`)
  // Of a hundred one is a colleague, and seven have an address and no name.
  await run(sql`insert into recipient (id, team_id, transaction_id, ordinal, email, name, phone_number, user_id)
    select recipient, team_id, id, ordinal, case when method = 'email' and not is_colleague then lower(first || '.' || last || seed % 97) || '@company' || seed % 500 || '.test' end,
      case when not is_colleague and seed % 100 >= 8 then first || ' ' || initcap(last) end, case when method = 'sms' then '+447' || lpad((seed % 1000000000)::text, 9, '0') end,
      case when is_colleague then user_id end
    from (select made.*, method = 'email' and seed % 100 = 0 as is_colleague, (${FIRST}::text[])[1 + seed / 100 % 20] as first, ${surname('(seed / 2000)')} as last from made where is_sent) as person`)
  await run(sql`insert into huggg (id, transaction_id, team_id, ordinal, shortcode, redeem_code, status_id, sender_id, recipient_id, product_id, wallet_id, currency, face_pence,
      fee_pence, fee_vat_pence, refunded_pence, expiry_date, send_at, sent_date, assigned_date, viewed_date, revealed_at, parts_pence, created_at, updated_at, changed_by_kind, reason_key)
    select huggg_id, id, team_id, ordinal, substr(md5(huggg_id::text), 1, 12), substr(md5(huggg_id::text), 13, 10), status, user_id,
      case when is_sent then recipient end, product_id,
      case when team_id = ${demo.teams.acme} then ${demo.wallets.acmeMain}::uuid else team_id end, 'GBX', price, 25, 5, case when status = 6 then price + 30 else 0 end, expiry,
      case when status = 8 then ${NOW}::timestamptz + interval '3 days' end,
      case when status not in (1, 8) then at end, case when status in (3, 4, 9) then at end, case when status in (3, 4, 9) or (status = 2 and luck > 0.6) then at + interval '2 hours' end,
      case when status = 3 and seed % 3 = 0 then at + interval '3 hours' end, case when status = 3 and seed % 500 = 0 then least(price, 100) else 0 end, at,
      case when status in (1, 2, 8) then at else least(at + luck * interval '40 days', ${NOW}::timestamptz) end, 'system', coalesce(reason, '')
    from (select made.*, case when luck < 0.5 then 4 when luck < 0.53 then 6 when expiry < ${NOW} then 5 when luck < 0.65 then 3 when luck < 0.66 then 9
      when luck < 0.661 then 8 when luck < 0.75 then 1 else 2 end as status from made) as gift
    order by at, number, ordinal`)
  await run(sql`insert into outgoing_message (id, dedupe_key, team_id, channel, template, recipient_id, huggg_id, transaction_id, status, next_attempt_at, created_at, sent_at, failed_at, status_updated_at)
    select ('00000000-0000-4000-d000-' || right(huggg_id::text, 12))::uuid, 'gift:' || huggg_id, team_id, method, 'gift', recipient, huggg_id, id,
      case when number > (select max(number) from made) - 20 then 'pending' when seed % 1000 < 4 then 'bounce' when seed % 1000 < 5 then 'cancelled' when seed % 100 < 60 then 'delivered' else 'sent' end,
      at, at, at, case when seed % 1000 < 4 then at end, at
    from made where is_sent`)
}

/** The movements of Acme's main wallet: purchases, and gifts that were redeemed or cancelled. */
async function loadMoney(run: Run): Promise<void> {
  // What the demo world moved came before, in the ledger's order and in time.
  await run(sql`update ledger_transfer set occurred_at = ${NOW}::timestamptz - interval '731 days'`)
  await run(sql`create temporary table moved as
    select gen_random_uuid() as transfer, row_number() over (order by at, kind, reference) + 1000000 as place, * from (
      select 'purchase' as kind, id::text as reference, at, -quantity * (price + 30) as available, quantity * price as committed from bought where team_id = ${demo.teams.acme}
      union all
      select case when luck < 0.5 then 'redemption' else 'cancellation' end, huggg_id::text, least(at + luck * interval '40 days', ${NOW}::timestamptz),
        case when luck < 0.5 then 0 else price + 30 end, -price from made where team_id = ${demo.teams.acme} and luck < 0.53) as each`)
  await run(sql`insert into ledger_transfer (id, number, kind, key, reference_kind, reference_id, currency, occurred_at)
    select transfer, place, kind::ledger_transfer_kind, kind || '/' || reference, case kind when 'purchase' then 'transaction' else 'huggg' end, reference, 'GBX', at from moved order by place`)
  await run(sql`insert into ledger_entry (transfer_id, ordinal, transfer_number, account_id, currency, amount, balance_after)
    select transfer, row_number() over (partition by transfer order by account.kind), place, account.id, 'GBX', change, sum(change) over (partition by account.id order by place) + 100000000000
    from moved join ledger_account account on account.wallet_id = ${demo.wallets.acmeMain} and account.kind in ('available', 'committed')
    cross join lateral (select case account.kind when 'available' then available else committed end as change) as entry where change <> 0 order by place`)
  await run(sql`select setval('ledger_transfer_number', (select max(number) from ledger_transfer))`)
}

const GRANT = '00000000-0000-4000-8000-00000000f001'

async function loadAwards(run: Run, awards: number): Promise<void> {
  await run(sql`insert into funder_grant (id, team_id, name, from_day, until_day, award_days, created_by, created_at, updated_at)
    select ${GRANT}::uuid, ${council.team}::uuid, 'Household support', '2024-01-01', '2026-12-31', 30, user_id, ${NOW}, ${NOW} from team_member where team_id = ${council.team} order by created_at, user_id limit 1`)
  await run(sql`create temporary table asked as
    select number, ('00000000-0000-4000-e000-' || lpad(to_hex(number), 12, '0'))::uuid as id, ${NOW}::timestamptz - (1 - number * 1.0 / ${awards}::int) * interval '730 days' as at,
      ('x' || substr(md5('award' || number), 1, 7))::bit(28)::int as seed, random() as luck from generate_series(1, ${awards}::int) as number`)
  await run(sql`insert into person (id, team_id, name, email, postcode, created_at, updated_at)
    select id, ${council.team}, (${FIRST}::text[])[1 + seed % 20] || ' ' || initcap(${surname('(seed / 20)')}), 'person' || number || '@home.test', 'LS' || seed % 20 || ' ' || seed % 9 || 'AB', at, at from asked`)
  await run(sql`insert into award (id, team_id, grant_id, person_id, case_reference, reason, amount_pence, fee_pence, fee_vat_pence, paid_pence, status, rail, link_code, created_by, changed_by_kind, created_at, updated_at)
    select asked.id, ${council.team}, ${GRANT}, asked.id, 'WB-' || lpad((seed % 1000000)::text, 6, '0') || '/' || number % 100, 'Food', 4900, 50, 10, case when status = 'cashed' then 4900 else 0 end, status,
      case when status = 'cashed' then 'cash-out' end, 'link' || number, maker.created_by, 'system', at, at
    from (select asked.*, case when luck < 0.0005 then 'referred' when luck < 0.001 then 'issued' when luck < 0.9 then 'cashed' else 'expired' end as status from asked) as asked
    cross join (select created_by from funder_grant where id = ${GRANT}) as maker order by at`)
  await run(sql`insert into award_event (award_id, team_id, at, to_status, paid_pence, actor_kind)
    select id, team_id, created_at, 'issued', 0, 'system' from award where grant_id = ${GRANT}`)
}

async function loadBankLines(run: Run, lines: number): Promise<void> {
  await run(sql`insert into bank_import (id, layout, file_name, sha256, lines, new_lines, imported_by, imported_at)
    select gen_random_uuid(), 'mt940', 'years.sta', repeat('0', 64), 1, 1, 'bench', ${NOW}`)
  await run(sql`insert into bank_line (id, import_id, fingerprint, account, layout, booked_on, currency, amount, text, state, updated_at)
    select gen_random_uuid(), (select id from bank_import where file_name = 'years.sta'), 'line ' || number, '12345612345678', 'mt940', ${NOW}::date - (730 * (1 - number * 1.0 / ${lines}::int))::int, 'GBX',
      100 + ('x' || substr(md5('line' || number), 1, 5))::bit(20)::int, 'FASTER PAYMENT HG' || lpad(upper(to_hex(number)), 8, '0') || ' ' || (${SYLLABLES}::text[])[1 + number % 20] || ' LTD',
      case when number > ${lines}::int - 40 then 'new' else 'set-aside' end, ${NOW} from generate_series(1, ${lines}::int) as number`)
}
