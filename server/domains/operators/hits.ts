import { type RawBuilder, sql } from 'kysely'
import { roleNames } from '#contract/core/role-names.ts'
import type { Pence } from '#kit/money.ts'
import { linesSought } from '#server/domains/bank/index.ts'
import { invoiceDueDay } from '#server/domains/purchases/invoices/index.ts'
import { isOfSupport } from '#server/domains/teams/rights/index.ts'
import { plainQuery } from '#server/platform/database/search-text.ts'
import { type Condition, MOST_FOUND, NO_PURCHASE, NO_STATUS, NO_TEAM, OF_TEAM, type Question } from './hit-columns.ts'
import { clients, keys, requests } from './program-hits.ts'
import { nameOfUser } from './queries.ts'
import type { Sought } from './sought.ts'

/** Where all words are shorter they are looked for whole: too many begin with two letters. */
const SHORTEST_BEGINNING = 3

const folded = (...columns: RawBuilder<unknown>[]) => sql`fold_search_text(concat_ws(' ', ${sql.join(columns)}))`
/** An address is looked for whole, with its dots. */
const withAddress = (address: RawBuilder<unknown>, ...columns: RawBuilder<unknown>[]) =>
  sql`(${folded(...columns)} || ' ' || lower(coalesce(${address}, '')))`
/** Whether every word stands somewhere in a text; a text without words holds nothing. */
const holds = (text: RawBuilder<unknown>, parts: readonly string[]): Condition =>
  sql`(${sql.join(
    parts.map((part) => sql`strpos(${text}, ${part}) > 0`),
    sql` and `,
  )})`
const either = (conditions: readonly (Condition | null)[]): Condition | null => {
  const some = conditions.filter((condition) => condition !== null)
  return some.length ? sql`(${sql.join(some, sql` or `)})` : null
}
const isAny = (column: RawBuilder<unknown>, values: readonly string[]): Condition | null =>
  values.length ? sql`${column} = any(${[...values]}::text[])` : null
const holdsPart = (column: RawBuilder<unknown>, part: string | null): Condition | null =>
  part === null ? null : sql`strpos(${column}, ${part}) > 0`

/** A role in the word that people of the team read. */
function roleLabel(column: string): RawBuilder<unknown> {
  const [support, other] = [true, false].map(
    (isSupport) =>
      sql`case ${sql.ref(column)} ${sql.join(
        Object.entries(roleNames(isSupport)).map(([role, label]) => sql`when ${role} then ${label}::text`),
        sql` `,
      )} end`,
  )
  return sql`case when ${isOfSupport(sql`team.plan_id`)} then ${support} else ${other} end`
}

const team = sql`select 'customer' as kind, team.id, team.name as title,
    concat_ws(' · ', plan.name, parent.name, case when team.closed_at is not null then 'deleted' when team.deactivated_at is not null then 'deactivated' end) as detail,
    ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from team join plan on plan.id = team.plan_id left join team parent on parent.id = team.parent_team_id`

export const newestCustomers: Question = {
  kind: 'customer',
  rows: sql`${team} where team.parent_team_id is null order by team.id desc`,
}

const address = sql`(select string_agg(value, ' ') from jsonb_each_text(
  case when jsonb_typeof(team.business_address) = 'object' then team.business_address end))`
const teamText = folded(
  sql`team.name`,
  sql`team.business_entity_name`,
  sql`team.business_trading_name`,
  sql`team.domain`,
  address,
)
/** Teams that budgets made for their participants are found by their own id only. */
const customersHolding = (parts: readonly string[]) =>
  sql`${team} where team.automation_id is null and ${holds(teamText, parts)}
    order by starts_with(fold_search_text(team.name), ${parts[0]}) desc, team.name, team.id`

const person = sql`select 'person' as kind, person.id, trim(person.first_name || ' ' || person.surname) as title,
    concat_ws(' · ', person.email, ${roleLabel('membership.role_group_id')}, case when person.deactivated_at is not null then 'deactivated' end) as detail,
    ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from app_user person
  left join lateral (select * from team_member where user_id = person.id order by created_at limit 1) membership on true
  left join team on team.id = membership.team_id`
const people = (condition: Condition) =>
  sql`${person} where not person.is_service and ${condition} order by person.surname, person.id`
/** As its index has it. */
const personWords = sql`plain_words(person.first_name || ' ' || person.surname || ' ' || coalesce(person.send_as_name, '') || ' ' || person.email)`
const personText = folded(sql`person.first_name`, sql`person.surname`, sql`person.email`)

const gift = sql`select 'gift' as kind, gift.id, coalesce(recipient.name, recipient.email, recipient.phone_number, 'Gift ' || (gift.ordinal + 1)) as title,
    concat_ws(' · ', product.name, case when recipient.name is not null then coalesce(recipient.email, recipient.phone_number) end) as detail,
    gift.status_id as "statusId", ${OF_TEAM}, gift.transaction_id as "purchaseId"
  from huggg gift join team on team.id = gift.team_id join product on product.id = gift.product_id
  left join recipient on recipient.id = gift.recipient_id`
const gifts = (condition: Condition) => sql`${gift} where ${condition} order by gift.id desc`
export const giftsWithIds = (ids: readonly string[]): Question => ({
  kind: 'gift',
  rows: gifts(sql`gift.id = any(${[...ids]}::uuid[])`),
})
/** As its index has it. */
const recipientWords = sql`plain_words(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || phone_words(phone_number))`
const giftsTo = (query: RawBuilder<unknown>) =>
  gifts(sql`recipient.id in (select id from recipient where ${recipientWords} @@ ${query} limit ${MOST_FOUND})`)

/** Of a number that someone reads out, the last digits are what is kept. */
const numberEndsIn = (digits: string) => sql`recipient.id in (select id from recipient
  where phone_number is not null and reverse(phone_number) like ${`${[...digits].toReversed().join('')}%`} limit ${MOST_FOUND})`

const shareables = (shortcode: string) => sql`select 'shareable' as kind, shared.id, 'Shareable gift' as title,
    shared.claim_method as detail, ${NO_STATUS}, ${OF_TEAM}, purchase.id as "purchaseId"
  from superhuggg shared join team on team.id = shared.team_id
  left join lateral (select id from transaction where superhuggg_id = shared.id order by id limit 1) purchase on true
  where shared.shortcode = ${shortcode}`

const purchases = (condition: Condition) => sql`select 'purchase' as kind, purchase.id,
    coalesce(purchase.title, product.name, 'Purchase') as title,
    concat_ws(' · ', purchase.quantity || ' × ' || coalesce(product.name, 'top-up'), purchase.purchase_order_number) as detail,
    ${NO_STATUS}, ${OF_TEAM}, purchase.id as "purchaseId"
  from transaction purchase join team on team.id = purchase.team_id left join product on product.id = purchase.product_id
  where ${condition} order by purchase.id desc`
/** As its index has it. */
const purchaseWords = sql`plain_words(coalesce(title, '') || ' ' || coalesce(purchase_order_number, ''))`
const purchasesCalled = (query: RawBuilder<unknown>) =>
  purchases(sql`purchase.id in (select id from transaction
    where (title is not null or purchase_order_number is not null) and ${purchaseWords} @@ ${query} limit ${MOST_FOUND})`)

/** Whether someone of a draft's recipients has the words in name or address. */
const goesTo = (parts: readonly string[]): Condition => sql`exists (
  select from basket_letter letter cross join lateral jsonb_array_elements(
    case when jsonb_typeof(letter.content->'receivers') = 'array' then letter.content->'receivers' else '[]' end) receiver
  where letter.basket_id = draft.id and ${holds(withAddress(sql`receiver->>'email'`, sql`receiver->>'name'`), parts)})`

/** Orders that wait for another person, by their draft. */
const approvals = (
  condition: Condition,
) => sql`select 'approval' as kind, draft.id, coalesce(draft.name, product.name) as title,
    concat_ws(' · ', 'waits until ' || to_char(approval.ends_at at time zone 'Europe/London', 'FMDD Mon YYYY'), ${nameOfUser('buyer')}) as detail,
    ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from approval join basket draft on draft.id = approval.order_id join team on team.id = approval.team_id
  join app_user buyer on buyer.id = approval.user_id left join product on product.id = draft.product_id
  where approval.status = 'pending' and ${condition} order by approval.id desc`

const documents = (condition: Condition) => sql`select 'document' as kind, document.id, document.number as title,
    concat_ws(' · ', replace(document.kind, '-', ' '), case when document.kind = 'invoice' then
      case when coalesce(purchase.invoice_paid_at, plan_invoice.settled_at) is null
        then 'due ' || to_char(${invoiceDueDay}, 'FMDD Mon YYYY') else 'paid' end end) as detail,
    ${NO_STATUS}, ${OF_TEAM}, document.transaction_id as "purchaseId"
  from document join team on team.id = document.team_id left join transaction purchase on purchase.id = document.transaction_id
  left join plan_invoice on plan_invoice.id = document.plan_invoice_id where ${condition}`

const wallets = (condition: Condition) => sql`select 'wallet' as kind, wallet.id, wallet.name as title,
    wallet.reference as detail, ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from wallet join team on team.id = wallet.team_id where ${condition} order by wallet.name, wallet.id`

const budgets = (condition: Condition) => sql`select 'budget' as kind, budget.id, budget.name as title,
    budget.status as detail, ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from automated_budget budget join team on team.id = budget.team_id where ${condition} order by budget.id desc`

const invites = (parts: readonly string[]) => sql`select 'invite' as kind, invite.id, invite.email as title,
    ${roleLabel('invite.role_group_id')} as detail, ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from team_invite invite join team on team.id = invite.team_id
  where invite.accepted_at is null and invite.cancelled_at is null
    and (${holds(sql`invite.email`, parts)} or ${holds(folded(sql`invite.email`), parts)}) order by invite.id desc`

const charges = (id: string) => sql`select 'charge' as kind, charge.id, 'Card payment' as title,
    charge.state as detail, ${NO_STATUS}, ${OF_TEAM}, charge.transaction_id as "purchaseId"
  from charge join team on team.id = charge.team_id where charge.id = ${id}`

/** Of people in need no name is looked for: their helpers know them by the case. */
const awards = (condition: Condition) => sql`select 'award' as kind, award.id, award.case_reference as title,
    replace(award.status, '-', ' ') as detail, ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from award join team on team.id = award.team_id where ${condition} order by award.id desc`
/** By an index of each team that has awards. */
const awardsOfCase = (spellings: readonly string[]) =>
  awards(sql`(award.team_id, award.case_reference) in (
    select whose.team_id, spelling from (select distinct team_id from funder_grant) whose, unnest(${[...spellings]}::text[]) spelling)`)

/** By letters and digits of it, in whatever marks: an index holds every part of all references. */
const awardsLike = (part: string) =>
  awards(
    sql`award.id in (select id from award where case_parts(case_reference) @@ ${plainQuery([part])} limit ${MOST_FOUND})`,
  )

const products = (condition: Condition) => sql`select 'product' as kind, product.id, product.name as title,
    concat_ws(' · ', product.brand_name, case when not product.offered then 'not on sale' end) as detail,
    ${NO_STATUS}, ${NO_TEAM}, ${NO_PURCHASE}
  from product where ${condition} order by product.offered desc, product.name, product.id`

const merchants = (condition: Condition) => sql`select 'merchant' as kind, brand.id, brand.name as title,
    '' as detail, ${NO_STATUS}, ${NO_TEAM}, ${NO_PURCHASE}
  from brand where ${condition} order by brand.name, brand.id`

const merchantStatements = (
  condition: Condition,
) => sql`select 'merchant-statement' as kind, statement.id, statement.number as title,
    brand.name as detail, ${NO_STATUS}, ${NO_TEAM}, ${NO_PURCHASE}
  from merchant_statement statement join brand on brand.id = statement.brand_id where ${condition} order by statement.number desc`

const merchantFiles = (condition: Condition) => sql`select 'merchant-file' as kind, file.id, file.number as title,
    case when file.released_at is not null then 'released' when file.discarded_at is not null then 'discarded' else 'built' end as detail,
    ${NO_STATUS}, ${NO_TEAM}, ${NO_PURCHASE}
  from merchant_payment_file file where ${condition} order by file.number desc`

const payouts = (condition: Condition) => sql`select 'payout' as kind, payout.id, payout.reference as title,
    payout.state as detail, ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from payout join team on team.id = payout.team_id where ${condition} order by payout.id desc`

/** By the number in their name: \`posy-payouts-0012.csv\`. */
const payoutFiles = (
  condition: Condition,
) => sql`select 'payout-file' as kind, file.id, 'posy-payouts-' || lpad(file.number::text, 4, '0') || '.csv' as title,
    concat_ws(' · ', to_char(file.made_at, 'YYYY-MM-DD'), file.payouts || ' payouts', file.made_by) as detail,
    ${NO_STATUS}, ${NO_TEAM}, ${NO_PURCHASE}
  from payout_file file where ${condition} order by file.number desc`

const bankLines = (condition: Condition) => sql`select 'bank-line' as kind, line.id, line.text as title,
    concat_ws(' · ', to_char(line.booked_on, 'YYYY-MM-DD'), line.state, line.target_label) as detail,
    ${NO_STATUS}, ${NO_TEAM}, ${NO_PURCHASE}
  from bank_line line where ${condition} order by line.booked_on desc, line.id`
const bankLinesSaying = (query: RawBuilder<unknown>) =>
  bankLines(sql`line.id in (select id from bank_line where plain_words(text) @@ ${query} limit ${MOST_FOUND})`)

/** Files of the bank that were imported: their lines are among the settled ones. */
const bankFiles = (parts: readonly string[]) => sql`select 'bank-file' as kind, file.id, file.file_name as title,
    concat_ws(' · ', to_char(file.imported_at, 'YYYY-MM-DD'), file.new_lines || ' new lines', file.imported_by) as detail,
    ${NO_STATUS}, ${NO_TEAM}, ${NO_PURCHASE}
  from bank_import file where ${holds(folded(sql`file.file_name`), parts)} order by file.imported_at desc, file.id`

/** By what is a key as a whole. */
function byId(id: string): Question[] {
  const is = (alias: string) => sql`${sql.ref(`${alias}.id`)} = ${id}`
  return [
    { kind: 'customer', rows: sql`${team} where ${is('team')}` },
    { kind: 'person', rows: people(is('person')) },
    { kind: 'gift', rows: gifts(is('gift')) },
    { kind: 'purchase', rows: purchases(is('purchase')) },
    { kind: 'approval', rows: approvals(is('draft')) },
    { kind: 'program', rows: keys(is('key')) },
    { kind: 'award', rows: awards(is('award')) },
    { kind: 'award', rows: awards(sql`award.id in (select award_id from award_batch_row where batch_id = ${id})`) },
    { kind: 'document', rows: documents(is('document')) },
    { kind: 'wallet', rows: wallets(is('wallet')) },
    { kind: 'budget', rows: budgets(is('budget')) },
    { kind: 'charge', rows: charges(id) },
    { kind: 'product', rows: products(is('product')) },
    { kind: 'merchant', rows: merchants(is('brand')) },
    { kind: 'merchant-statement', rows: merchantStatements(is('statement')) },
    { kind: 'merchant-file', rows: merchantFiles(is('file')) },
    { kind: 'payout', rows: payouts(is('payout')) },
    { kind: 'payout-file', rows: payoutFiles(is('file')) },
    { kind: 'bank-line', rows: bankLines(is('line')) },
  ]
}

const asked = (
  kind: Question['kind'],
  condition: Condition | null,
  rows: (condition: Condition) => RawBuilder<unknown>,
) => (condition ? [{ kind, rows: rows(condition) }] : [])

/** By short codes, references and numbers, however they are spelt, and by telephone numbers. */
function byKey({
  shortcode,
  phone,
  numbers,
  payoutFile,
  spellings,
  walletReferences,
  letters,
  casePart,
  code: tillCode,
  bankLine,
  pence,
  keyBeginning,
  referencePart,
}: Sought): Question[] {
  const code: Question[] = shortcode
    ? [
        { kind: 'gift', rows: gifts(sql`gift.shortcode = ${shortcode}`) },
        {
          kind: 'gift',
          rows: gifts(sql`gift.id = (select huggg_id from retired_shortcode where shortcode = ${shortcode})`),
        },
        { kind: 'shareable', rows: shareables(shortcode) },
        { kind: 'award', rows: awards(sql`award.link_code = ${shortcode}`) },
      ]
    : []
  const mobile =
    phone &&
    sql`(starts_with(person.mobile, ${phone.whole}) or starts_with(person.mobile, ${`+${phone.typed}`})
      or person.mobile like ${`%${phone.typed}`})`
  return [
    ...code,
    ...asked('person', mobile, people),
    ...asked('gift', phone && numberEndsIn(phone.typed), gifts),
    ...asked('document', isAny(sql`document.number`, numbers), documents),
    ...(pence ? byAmount(pence) : []),
    ...asked('program', keyBeginning === null ? null : sql`key.hint = ${keyBeginning}`, keys),
    ...asked('merchant-statement', isAny(sql`statement.number`, numbers), merchantStatements),
    ...asked('payout-file', payoutFile === null ? null : sql`file.number = ${payoutFile}`, payoutFiles),
    ...(spellings.length ? [{ kind: 'award' as const, rows: awardsOfCase(spellings) }] : []),
    ...(casePart ? [{ kind: 'award' as const, rows: awardsLike(casePart) }] : []),
    ...asked('gift', tillCode === null ? null : sql`gift.redeem_code = ${tillCode}`, gifts),
    ...asked('bank-line', linesSought(bankLine, { isTyping: true }), bankLines),
    ...asked('merchant-file', isAny(sql`file.number`, numbers), merchantFiles),
    ...asked(
      'wallet',
      either([isAny(sql`wallet.reference`, walletReferences), holdsPart(sql`wallet.reference`, referencePart)]),
      wallets,
    ),
    ...asked(
      'payout',
      either([sql`strpos(${letters}, payout.reference) > 0`, holdsPart(sql`payout.reference`, referencePart)]),
      payouts,
    ),
  ]
}

/** Papers, each purchase has one, and orders that wait; of a credit note the amount stands below zero. */
const byAmount = (pence: Pence): Question[] => [
  {
    kind: 'document',
    rows: sql`${documents(sql`document.total in (${pence}, ${-pence})`)} order by document.issued_at desc, document.id`,
  },
  { kind: 'approval', rows: approvals(sql`approval.total = ${pence}`) },
]

/** By words: of what there are many by their beginnings, of what there are few by any part of them. */
function byWords(words: readonly string[]): Question[] {
  if (words.length === 0) return []
  const query = plainQuery(words, words.some((word) => word.length >= SHORTEST_BEGINNING) ? 2 : SHORTEST_BEGINNING)
  return [
    { kind: 'customer', rows: customersHolding(words) },
    { kind: 'person', rows: people(sql`${personWords} @@ ${query}`) },
    { kind: 'invite', rows: invites(words) },
    { kind: 'gift', rows: giftsTo(query) },
    { kind: 'purchase', rows: purchasesCalled(query) },
    {
      kind: 'approval',
      rows: approvals(
        sql`(${holds(withAddress(sql`buyer.email`, sql`draft.name`, sql`product.name`), words)} or ${goesTo(words)})`,
      ),
    },
    { kind: 'program', rows: clients(holds(folded(sql`client.name`, sql`client.id`), words)) },
    { kind: 'program', rows: keys(holds(folded(sql`key.name`), words)) },
    {
      kind: 'wallet',
      rows: wallets(sql`wallet.automation_id is null and ${holds(folded(sql`wallet.name`), words)}`),
    },
    { kind: 'budget', rows: budgets(holds(folded(sql`budget.name`), words)) },
    { kind: 'product', rows: products(holds(folded(sql`product.name`, sql`product.brand_name`), words)) },
    { kind: 'merchant', rows: merchants(holds(folded(sql`brand.name`), words)) },
    { kind: 'merchant-statement', rows: merchantStatements(holds(folded(sql`brand.name`), words)) },
    { kind: 'bank-line', rows: bankLinesSaying(query) },
    { kind: 'bank-file', rows: bankFiles(words) },
  ]
}

export const questions = (sought: Sought, words: readonly string[]): Question[] => [
  ...(sought.requestIds.length
    ? [{ kind: 'request' as const, rows: requests(sql`${sought.requestIds}::text[]`) }]
    : []),
  ...(sought.id ? byId(sought.id) : [...byKey(sought), ...byWords(words)]),
]

/** People whose name or address has the words anywhere: they are read through. */
export const peopleHolding = (words: readonly string[]): Question => ({
  kind: 'person',
  rows: people(holds(personText, words)),
})
