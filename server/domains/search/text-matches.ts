import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { readPrintedCode } from '#server/domains/hugggs/links/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { plainQuery, splitSearchText, teamQuery, userText } from '#server/platform/database/search-text.ts'
import { type Condition, plain } from './columns.ts'
import type { SearchScope } from './scope.ts'

/** Beyond so many, ids are not listed: the query looks them up itself. */
const MOST_IDS = 3000

/** Ids that hold a word, or (too many to list) the query for them. */
type Matches = { ids: string[] } | { query: RawBuilder<unknown> }

/** Where a word was found among what is not personal to a gift: few ids, always listed. */
interface FewMatches {
  word: string
  senderIds: string[]
  /** Users who are receivers themselves. */
  colleagueIds: string[]
  productIds: string[]
  reasonKeys: string[]
}

/** Where a word was found, in a scope. */
interface WordMatches extends FewMatches {
  recipients: Matches
  /** By what was written to all recipients, or noted. */
  transactions: Matches
  /** By what was written to one recipient afterwards. */
  hugggs: Matches
}

/** The three personal sources of a word, each kept under its team. */
export function wordSources({ teamIds }: Pick<SearchScope, 'teamIds'>, word: string) {
  const teams = sql`any (${[...teamIds]}::uuid[])`
  const wanted = teamQuery(teamIds, word)
  return {
    recipients: sql`(select id from recipient where search @@ ${wanted} and team_id = ${teams}
      union all select mine.id from app_user u join recipient mine on mine.user_id = u.id and mine.team_id = ${teams}
        where ${userText('u')} @@ ${plainQuery([word])})`,
    transactions: sql`(select transaction_id as id from gift_message where search @@ ${wanted} and team_id = ${teams})`,
    hugggs: sql`(select huggg_id as id from huggg_message where ${ownWords} @@ ${wanted} and team_id = ${teams})`,
  }
}

/** The indexed expression of what was written to one recipient afterwards. */
const ownWords = sql`team_words(team_id, coalesce(notes, '') || ' ' || coalesce(from_name, ''))`

async function loadFewMatches(db: Db, { teamIds }: SearchScope, word: string): Promise<FewMatches> {
  const teams = [...teamIds]
  const { rows } = await sql<Omit<FewMatches, 'word'>>`
    with recursive reason (team_id, key) as (
      select team.id, (select min(reason_key) from transaction where team_id = team.id) from unnest(${teams}::uuid[]) as team (id)
      union all
      select team_id, (select min(reason_key) from transaction where team_id = reason.team_id and reason_key > reason.key) from reason where key is not null
    ), person as materialized (
      select u.id from app_user u where ${userText('u')} @@ ${plainQuery([word])}
    )
    select array(select id from person where exists (select from transaction t where t.user_id = person.id and t.team_id = any (${teams}::uuid[]))) as "senderIds",
      array(select id from person where exists (select from recipient r where r.user_id = person.id and r.team_id = any (${teams}::uuid[]))) as "colleagueIds",
      array(select id from product where plain_words(name || ' ' || brand_name) @@ ${plainQuery([word])}) as "productIds",
      array(select distinct key from reason where key <> '' and plain_words(key) @@ ${plainQuery([word])}) as "reasonKeys"`.execute(
    db,
  )
  return { word, ...rows[0]! }
}

async function loadMatches(db: Db, scope: SearchScope, few: FewMatches): Promise<WordMatches> {
  const sources = wordSources(scope, few.word)
  const listed = (source: RawBuilder<unknown>) => sql`array(select id from ${source} as found limit ${MOST_IDS + 1})`
  const { rows } = await sql<Record<keyof typeof sources, string[]>>`
    select ${listed(sources.recipients)} as recipients, ${listed(sources.transactions)} as transactions, ${listed(sources.hugggs)} as hugggs`.execute(
    db,
  )
  const matches = (name: keyof typeof sources): Matches =>
    rows[0]![name].length > MOST_IDS ? { query: sources[name] } : { ids: rows[0]![name] }
  return { ...few, recipients: matches('recipients'), transactions: matches('transactions'), hugggs: matches('hugggs') }
}

/** A word by the ids that hold it, or to be looked for in each row that the others leave. */
export type SoughtWord = { found: WordMatches } | { sought: FewMatches }

/**
 * What is looked for: the words of a text, or the one code that it is.
 * @throws invalid_fields for too many words
 */
export async function searchedWords(db: Db, text: string | undefined): Promise<string[]> {
  const code = text && readPrintedCode(text)
  return code ? [code] : splitSearchText(db, text)
}

/**
 * Looks words up, the longest first, for it is likely the rarest. As soon as one leads to few rows alone the others
 * need not be looked up: they are looked for in those rows.
 */
export async function seekWords(
  db: Db,
  scope: SearchScope,
  words: readonly string[],
): Promise<{ words: SoughtWord[]; gather: boolean }> {
  const result: SoughtWord[] = []
  let selective = false
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const few = await loadFewMatches(db, scope, word)
    if (selective) {
      result.push({ sought: few })
      continue
    }
    const found = await loadMatches(db, scope, few)
    selective = isSelective(found)
    result.push({ found })
  }
  // What came before the selective word had many matches: better looked for in its rows, too.
  return {
    gather: selective || result.some((each) => 'found' in each && isOfReceiversOnly(each.found)),
    words: selective
      ? result.map((each) => ('found' in each && !isSelective(each.found) ? { sought: each.found } : each))
      : result,
  }
}

/** Whether a word was found only where ids are listed: then reading those beats walking along an order. */
const isSelective = (found: WordMatches): boolean =>
  [found.recipients, found.transactions, found.hugggs].every((matches) => 'ids' in matches) &&
  found.senderIds.length + found.productIds.length + found.reasonKeys.length === 0

/** Many receivers and nothing else: read once, rather than again for each team. */
const isOfReceiversOnly = (found: WordMatches): boolean =>
  'query' in found.recipients &&
  'ids' in found.transactions &&
  found.senderIds.length + found.productIds.length + found.reasonKeys.length === 0

/** Whether a column's id is among the matches; null where there are none. */
function amongMatches(column: string, matches: Matches): RawBuilder<SqlBool> | null {
  if ('query' in matches) return sql`${sql.ref(column)} in ${matches.query}`
  return amongIds(column, matches.ids)
}

const amongIds = (column: string, ids: readonly string[]): RawBuilder<SqlBool> | null =>
  ids.length ? sql`${sql.ref(column)} = any (${[...ids]}::uuid[])` : null

const amongKeys = (column: string, keys: readonly string[]): RawBuilder<SqlBool> | null =>
  keys.length ? sql`${sql.ref(column)} = any (${[...keys]}::text[])` : null

const orConditions = (conditions: (RawBuilder<SqlBool> | null)[]): RawBuilder<SqlBool> => {
  const some = conditions.filter((condition) => condition !== null)
  return some.length ? sql`(${sql.join(some, sql` or `)})` : sql`false`
}

/** Whether a gift `h` holds the word. */
export function hugggHolds(scope: SearchScope, word: SoughtWord): Condition {
  const few = 'found' in word ? word.found : word.sought
  const either = [
    amongIds('h.sender_id', few.senderIds),
    amongIds('h.product_id', few.productIds),
    amongKeys('h.reason_key', few.reasonKeys),
    // No shortcode is shorter.
    few.word.length >= 6 ? sql<SqlBool>`h.shortcode = ${few.word}` : null,
  ]
  if ('found' in word) {
    const { recipients, transactions, hugggs } = word.found
    return plain(
      orConditions([
        amongMatches('h.recipient_id', recipients),
        amongMatches('h.transaction_id', transactions),
        amongMatches('h.id', hugggs),
        ...either,
      ]),
    )
  }
  const wanted = teamQuery(scope.teamIds, few.word)
  const holds = orConditions([
    ...either,
    amongIds('r.user_id', few.colleagueIds),
    sql`r.search @@ ${wanted}`,
    sql`gm.search @@ ${wanted}`,
    sql`exists (select from huggg_message where huggg_id = h.id and ${ownWords} @@ ${wanted})`,
  ])
  return { holds, needs: ['r', 'gm'] }
}

/** Whether a purchase `t` holds the word. */
export function transactionHolds(scope: SearchScope, word: SoughtWord): Condition {
  const few = 'found' in word ? word.found : word.sought
  const wanted = teamQuery(scope.teamIds, few.word)
  const either = [
    amongIds('t.user_id', few.senderIds),
    amongIds('t.product_id', few.productIds),
    amongKeys('t.reason_key', few.reasonKeys),
    sql<SqlBool>`team_words(t.team_id, coalesce(t.title, '') || ' ' || coalesce(t.purchase_order_number, '')) @@ ${wanted}`,
  ]
  if ('found' in word) {
    const { recipients, transactions } = word.found
    const receivers = 'query' in recipients ? recipients.query : sql`(select unnest(${recipients.ids}::uuid[]))`
    const isEmpty = 'ids' in recipients && recipients.ids.length === 0
    return plain(
      orConditions([
        amongMatches('t.id', transactions),
        isEmpty
          ? null
          : sql`t.id = any (array(select transaction_id from recipient where ordinal is not null and id in ${receivers}))`,
        ...either,
      ]),
    )
  }
  const holds = orConditions([
    ...either,
    sql`gm.search @@ ${wanted}`,
    sql`exists (select from recipient r where r.transaction_id = t.id and r.ordinal is not null
      and (r.search @@ ${wanted} or r.user_id = any (${few.colleagueIds}::uuid[])))`,
  ])
  return { holds, needs: ['gm'] }
}
