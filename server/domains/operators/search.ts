import { type RawBuilder, sql } from 'kysely'
import type { OperatorHit } from '#contract/operator/search.ts'
import { readShortcode } from '#server/domains/hugggs/links/index.ts'
import { type StatusId, statusName } from '#server/domains/hugggs/states/index.ts'
import type { Db } from '#server/platform/database/database.ts'

const MOST_OF_A_KIND = 10

interface Row {
  kind: OperatorHit['kind']
  id: string
  title: string | null
  detail: string | null
  statusId: StatusId | null
  teamId: string | null
  teamName: string | null
  purchaseId: string | null
}

/** What someone typed, as each kind of key it may be; null for what it cannot be. */
interface Keys {
  id: string | null
  email: string | null
  phone: string | null
  shortcode: string | null
  /** As documents and wallets are numbered. */
  number: string | null
  /** What a name begins with. */
  name: string | null
}

function keysIn(typed: string): Keys {
  const q = typed.trim()
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(q)
  const digits = q.replace(/[\s().-]/g, '')
  return {
    id: isId ? q.toLowerCase() : null,
    email: q.includes('@') ? q.toLowerCase() : null,
    phone: /^\+?\d{7,15}$/.test(digits) ? digits.replace(/^0/, '+44') : null,
    shortcode: readShortcode(q),
    number: /^[a-z]{2,4}[\w-]{3,30}$/i.test(q) ? q.toUpperCase() : null,
    name: isId || q.length < 2 ? null : q,
  }
}

/**
 * Whatever a name, an address, a code or a number leads to, at most ten of each kind. Each question has an index of its
 * own, but for names, of which there are few beside gifts.
 */
export async function searchAsOperator(db: Db, typed: string): Promise<OperatorHit[]> {
  if (!typed.trim()) return (await runSearches(db, [newestCustomers])).map(serializeHit)
  const { id, email, phone, shortcode, number, name } = keysIn(typed)
  const questions = [
    ...(id ? [customers(sql`team.id = ${id}`), people(sql`person.id = ${id}`), gifts(sql`gift.id = ${id}`)] : []),
    ...(id ? [purchases(sql`purchase.id = ${id}`), wallets(sql`wallet.id = ${id}`), charges(id)] : []),
    ...(email ? [people(sql`person.email = ${email}`), gifts(sql`recipient.email = ${email}`)] : []),
    ...(phone ? [gifts(sql`recipient.phone_number = ${phone}`)] : []),
    ...(shortcode ? [gifts(sql`gift.shortcode = ${shortcode}`), retired(shortcode), shareables(shortcode)] : []),
    ...(number ? [documents(number), wallets(sql`wallet.reference = ${number}`)] : []),
    ...(name ? [customers(begins(sql`team.name`, name)), peopleNamed(name)] : []),
  ]
  const hits = (await runSearches(db, questions)).map(serializeHit)
  // By several of its keys, one hit.
  return [...new Map(hits.map((hit) => [`${hit.kind} ${hit.id}`, hit])).values()]
}

async function runSearches(db: Db, questions: RawBuilder<unknown>[]): Promise<Row[]> {
  const answers = await Promise.all(
    questions.map((question) => sql<Row>`${question} limit ${MOST_OF_A_KIND}`.execute(db)),
  )
  return answers.flatMap(({ rows }) => rows)
}

const serializeHit = ({ kind, id, title, detail, statusId, teamId, teamName, purchaseId }: Row): OperatorHit => ({
  kind,
  id,
  title: title?.trim() || id,
  detail: [statusId === null ? null : statusName(statusId), detail].filter(Boolean).join(' · '),
  customer: teamId !== null && teamName !== null ? { id: teamId, name: teamName } : null,
  purchaseId,
})

const NO_STATUS = sql`null::int as "statusId"`
const OF_TEAM = sql`team.id as "teamId", team.name as "teamName"`
const NO_PURCHASE = sql`null::uuid as "purchaseId"`

const team = sql`select 'customer' as kind, team.id, team.name as title,
    concat_ws(' · ', plan.name, parent.name, case when team.closed_at is not null then 'deleted' when team.deactivated_at is not null then 'deactivated' end) as detail,
    ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from team join plan on plan.id = team.plan_id left join team parent on parent.id = team.parent_team_id`

/** Teams that budgets made for their participants are found by their own id only. */
const customers = (condition: RawBuilder<unknown>) =>
  sql`${team} where ${condition} order by team.automation_id is not null, team.name`
const newestCustomers = sql`${team} where team.parent_team_id is null order by team.id desc`

const person = sql`select 'person' as kind, person.id, trim(person.first_name || ' ' || person.surname) as title,
    concat_ws(' · ', person.email, membership.role_group_id, case when person.deactivated_at is not null then 'deactivated' end) as detail,
    ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from app_user person
  left join lateral (select * from team_member where user_id = person.id order by created_at limit 1) membership on true
  left join team on team.id = membership.team_id`
const people = (condition: RawBuilder<unknown>) => sql`${person} where not person.is_service and ${condition}`
const begins = (column: RawBuilder<unknown>, text: string) =>
  sql`starts_with(fold_search_text(${column}), fold_search_text(${text}))`
const fullName = sql`person.first_name || ' ' || person.surname`
const peopleNamed = (name: string) =>
  sql`${people(sql`(${begins(fullName, name)} or ${begins(sql`person.surname`, name)})`)} order by person.surname, person.id`

const gift = sql`select 'gift' as kind, gift.id, coalesce(recipient.name, recipient.email, recipient.phone_number, 'Gift ' || (gift.ordinal + 1)) as title,
    product.name as detail, gift.status_id as "statusId", ${OF_TEAM}, gift.transaction_id as "purchaseId"
  from huggg gift join team on team.id = gift.team_id join product on product.id = gift.product_id
  left join recipient on recipient.id = gift.recipient_id`
const gifts = (condition: RawBuilder<unknown>) => sql`${gift} where ${condition} order by gift.id desc`
const retired = (shortcode: string) =>
  gifts(sql`gift.id = (select huggg_id from retired_shortcode where shortcode = ${shortcode})`)

const shareables = (shortcode: string) => sql`select 'shareable' as kind, shared.id, 'Shareable gift' as title,
    shared.claim_method as detail, ${NO_STATUS}, ${OF_TEAM}, purchase.id as "purchaseId"
  from superhuggg shared join team on team.id = shared.team_id
  left join lateral (select id from transaction where superhuggg_id = shared.id order by id limit 1) purchase on true
  where shared.shortcode = ${shortcode}`

const purchases = (condition: RawBuilder<unknown>) => sql`select 'purchase' as kind, purchase.id,
    coalesce(purchase.title, 'Purchase') as title, purchase.quantity || ' × ' || purchase.payment_method as detail,
    ${NO_STATUS}, ${OF_TEAM}, purchase.id as "purchaseId"
  from transaction purchase join team on team.id = purchase.team_id where ${condition}`

const documents = (number: string) => sql`select 'document' as kind, document.id, document.number as title,
    document.kind as detail, ${NO_STATUS}, ${OF_TEAM}, document.transaction_id as "purchaseId"
  from document join team on team.id = document.team_id where document.number = ${number}`

const wallets = (condition: RawBuilder<unknown>) => sql`select 'wallet' as kind, wallet.id, wallet.name as title,
    wallet.reference as detail, ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from wallet join team on team.id = wallet.team_id where ${condition}`

const charges = (id: string) => sql`select 'charge' as kind, charge.id, 'Card payment' as title,
    charge.state as detail, ${NO_STATUS}, ${OF_TEAM}, charge.transaction_id as "purchaseId"
  from charge join team on team.id = charge.team_id where charge.id = ${id}`
