import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { readPrintedCode } from '#server/domains/hugggs/links/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { plannedForItsValues } from '#server/platform/database/prepared-client.ts'
import { plainQuery, splitSearchText, teamQuery, userText } from '#server/platform/database/search-text.ts'
import { type Condition, plain } from './columns.ts'
import type { ListingSources } from './listing.ts'
import type { SearchScope } from './scope.ts'

/** Beyond so many, ids are not listed: the query looks them up itself. */
const MOST_IDS = 3000
/** Beyond so many rows, a word is looked for along the order of a list, which meets it soon, rather than all that hold it being read. */
const MOST_READ = 30_000

/** Ids that hold a word; too many to list, the query for them; or too many to read. */
type Matches = { ids: string[] } | { query: RawBuilder<unknown> } | 'many'

/** Where a word was found among what is not personal to a gift: few ids, always listed. */
interface FewMatches {
  word: string
  senderIds: string[]
  /** Users who are receivers themselves. */
  colleagueIds: string[]
  productIds: string[]
  reasonKeys: string[]
}

type Source = 'recipients' | 'transactions' | 'hugggs' | 'titles'
/** Where a word was found, in a scope. */
type WordMatches = FewMatches & Record<Source, Matches>

/** What is listed: a purchase is found by its title, and not by what was written to one of its recipients afterwards. */
type Listed = 'hugggs' | 'transactions'
const searchedSources: Record<Listed, readonly Source[]> = {
  hugggs: ['recipients', 'transactions', 'hugggs'],
  transactions: ['recipients', 'transactions', 'titles'],
}

/** The personal sources of a word, each kept under its team. */
export function wordSources({ teamIds }: Pick<SearchScope, 'teamIds'>, word: string) {
  const teams = sql`any (${[...teamIds]}::uuid[])`
  const wanted = teamQuery(teamIds, word)
  return {
    recipients: sql`(select id from recipient where search @@ ${wanted} and team_id = ${teams}
      union all select mine.id from app_user u join recipient mine on mine.user_id = u.id and mine.team_id = ${teams}
        where ${userText('u')} @@ ${plainQuery([word])})`,
    transactions: sql`(select transaction_id as id from gift_message where search @@ ${wanted} and team_id = ${teams})`,
    hugggs: sql`(select huggg_id as id from huggg_message where ${ownWords} @@ ${wanted} and team_id = ${teams})`,
    titles: sql`(select t.id from transaction t where ${isCalled(wanted)} and t.team_id = ${teams})`,
  }
}

/** The indexed expression of what was written to one recipient afterwards. */
const ownWords = sql`team_words(team_id, coalesce(notes, '') || ' ' || coalesce(from_name, ''))`
/** As its index has it: most purchases have neither. */
const isCalled = (
  wanted: RawBuilder<unknown>,
) => sql<SqlBool>`((t.title is not null or t.purchase_order_number is not null)
  and team_words(t.team_id, coalesce(t.title, '') || ' ' || coalesce(t.purchase_order_number, '')) @@ ${wanted})`

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

async function loadMatches(db: Db, scope: SearchScope, few: FewMatches, listed: Listed): Promise<WordMatches> {
  const sources = wordSources(scope, few.word)
  const names = searchedSources[listed]
  const { rows } = await sql<Record<Source, string[]>>`${plannedForItsValues} select ${sql.join(
    names.map((name) => sql`array(select id from ${sources[name]} as found limit ${MOST_IDS + 1}) as ${sql.ref(name)}`),
  )}`.execute(db)
  const found = rows[0]!
  const matches = async (name: Source): Promise<Matches> => {
    if (!names.includes(name)) return { ids: [] }
    // A purchase may have thousands of gifts.
    const isOfPurchases = name === 'transactions' && listed === 'hugggs' && found[name].length > 0
    const isListed = found[name].length <= MOST_IDS
    if (isListed && !isOfPurchases) return { ids: found[name] }
    const read = isOfPurchases ? sql`(select from huggg where transaction_id in ${sources[name]})` : sources[name]
    return (await isMoreThan(db, read, MOST_READ)) ? 'many' : isListed ? { ids: found[name] } : { query: sources[name] }
  }
  const [recipients, transactions, hugggs, titles] = await Promise.all([
    matches('recipients'),
    matches('transactions'),
    matches('hugggs'),
    matches('titles'),
  ])
  return { ...few, recipients, transactions, hugggs, titles }
}

async function isMoreThan(db: Db, rows: RawBuilder<unknown>, most: number): Promise<boolean> {
  const counted = await sql<{ count: number }>`${plannedForItsValues}
    select count(*)::int as count from (select from ${rows} as read limit ${most + 1}) as few`.execute(db)
  return counted.rows[0]!.count > most
}

/**
 * What is looked for: the words of a text, or the one code that it is.
 * @throws invalid_fields for too many words
 */
export async function searchedWords(db: Db, text: string | undefined): Promise<string[]> {
  const code = text && readPrintedCode(text)
  return code ? [code] : splitSearchText(db, text)
}

/** What a text asks of each row; and where one of its words is found in too much to be read, by what it is found, each way apart. */
interface SoughtText {
  conditions: Condition[]
  sources: ListingSources | null
  /** Few rows hold it. */
  gather: boolean
}

/**
 * Looks words up, the longest first, for it is likely the rarest. As soon as one leads to few rows alone the others
 * need not be looked up: they are looked for in those rows.
 * @param isNarrow few rows are left by other filters
 */
export async function seekWords(
  db: Db,
  scope: SearchScope,
  words: readonly string[],
  { listed, isNarrow }: { listed: Listed; isNarrow: boolean },
): Promise<SoughtText> {
  const few: FewMatches[] = []
  let best: WordMatches | null = null
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const known = await loadFewMatches(db, scope, word)
    if (isNarrow || (best && isSelective(best))) {
      few.push(known)
      continue
    }
    const found = await loadMatches(db, scope, known, listed)
    if (best && !isSelective(found)) few.push(known)
    else {
      if (best) few.push(best)
      best = found
    }
  }
  const holds = listed === 'hugggs' ? hugggHolds : transactionHolds
  const conditions = few.map((word) => holds(scope, word))
  if (!best) return { conditions, sources: null, gather: isNarrow }
  const ways = listed === 'hugggs' ? hugggWays : transactionWays
  const found = best
  if (ways(scope, found).length === 0) return { conditions: [plain(sql`false`)], sources: null, gather: true }
  return { conditions, sources: (teamIds) => ways({ ...scope, teamIds }, found), gather: isSelective(found) }
}

/** Whether a word was found only where few rows are: then reading those beats walking along an order. */
const isSelective = (found: WordMatches): boolean =>
  [found.recipients, found.transactions, found.hugggs, found.titles].every((matches) => matches !== 'many') &&
  found.senderIds.length + found.productIds.length + found.reasonKeys.length === 0

const either = (ways: readonly Condition[]): Condition => ({
  holds: ways.length
    ? sql`(${sql.join(
        ways.map(({ holds }) => holds),
        sql` or `,
      )})`
    : sql`false`,
  needs: ways.flatMap(({ needs }) => needs),
})

const amongIds = (column: string, ids: readonly string[]): Condition[] =>
  ids.length ? [plain(sql`${sql.ref(column)} = any (${[...ids]}::uuid[])`)] : []

const amongKeys = (column: string, keys: readonly string[]): Condition[] =>
  keys.length ? [plain(sql`${sql.ref(column)} = any (${[...keys]}::text[])`)] : []

/** Rows whose column is among the matches. */
function among(column: string, matches: Matches, many: readonly Condition[]): Condition[] {
  if (matches === 'many') return [...many]
  if ('ids' in matches) return amongIds(column, matches.ids)
  return [plain(sql`${sql.ref(column)} in ${matches.query}`)]
}

/** By which a gift `h` holds a word. */
function hugggWays(scope: SearchScope, found: WordMatches): Condition[] {
  const wanted = teamQuery(scope.teamIds, found.word)
  return [
    ...among('h.recipient_id', found.recipients, [
      { holds: sql`r.search @@ ${wanted}`, needs: ['r'] },
      ...amongIds('r.user_id', found.colleagueIds).map(({ holds }) => ({ holds, needs: ['r'] })),
    ]),
    ...among('h.transaction_id', found.transactions, [{ holds: sql`gm.search @@ ${wanted}`, needs: ['gm'] }]),
    ...among('h.id', found.hugggs, [plain(sql`h.id in ${wordSources(scope, found.word).hugggs}`)]),
    ...hugggKeys(found),
  ]
}

/** What is on the gift itself. */
const hugggKeys = (few: FewMatches): Condition[] => [
  ...amongIds('h.sender_id', few.senderIds),
  ...amongIds('h.product_id', few.productIds),
  ...amongKeys('h.reason_key', few.reasonKeys),
  // No shortcode is shorter.
  ...(few.word.length >= 6 ? [plain(sql`h.shortcode = ${few.word}`)] : []),
]

/** Whether a gift `h` holds the word, looked for in it alone. */
function hugggHolds(scope: SearchScope, few: FewMatches): Condition {
  const wanted = teamQuery(scope.teamIds, few.word)
  return either([
    ...hugggKeys(few),
    ...amongIds('r.user_id', few.colleagueIds),
    { holds: sql`coalesce(r.search @@ ${wanted}, false)`, needs: ['r'] },
    { holds: sql`coalesce(gm.search @@ ${wanted}, false)`, needs: ['gm'] },
    plain(sql`exists (select from huggg_message where huggg_id = h.id and ${ownWords} @@ ${wanted})`),
  ])
}

/** By which a purchase `t` holds a word. */
function transactionWays(scope: SearchScope, found: WordMatches): Condition[] {
  const wanted = teamQuery(scope.teamIds, found.word)
  return [
    ...among('t.id', found.transactions, [{ holds: sql`gm.search @@ ${wanted}`, needs: ['gm'] }]),
    ...among('t.id', found.titles, [plain(isCalled(wanted))]),
    ...among('t.id', purchasesTo(scope, found), [plain(someRecipient(wanted, found))]),
    ...transactionKeys(found),
  ]
}

/** What was bought for some recipients; who were replaced by a correction do not count. */
function purchasesTo({ teamIds }: SearchScope, { word, recipients, colleagueIds }: WordMatches): Matches {
  if (recipients === 'many' || ('ids' in recipients && recipients.ids.length === 0)) return recipients
  const bought = (holds: RawBuilder<unknown>) =>
    sql`select transaction_id from recipient where ordinal is not null and ${holds}`
  if ('ids' in recipients) return { query: sql`(${bought(sql`id = any (${recipients.ids}::uuid[])`)})` }
  const ofTeams = sql`team_id = any (${[...teamIds]}::uuid[])`
  const colleagues = sql`union all ${bought(sql`user_id = any (${colleagueIds}::uuid[]) and ${ofTeams}`)}`
  return {
    query: sql`(${bought(sql`search @@ ${teamQuery(teamIds, word)} and ${ofTeams}`)} ${colleagueIds.length ? colleagues : sql``})`,
  }
}

const transactionKeys = (few: FewMatches): Condition[] => [
  ...amongIds('t.user_id', few.senderIds),
  ...amongIds('t.product_id', few.productIds),
  ...amongKeys('t.reason_key', few.reasonKeys),
]

/** The words are read of the purchase's own recipients: their index would be asked for everyone's, once for each purchase. */
const someRecipient = (wanted: RawBuilder<unknown>, { colleagueIds }: FewMatches) =>
  sql<SqlBool>`exists (select from recipient r where r.transaction_id = t.id and r.team_id = t.team_id and r.ordinal is not null
    and (coalesce(r.search, '') @@ ${wanted} or r.user_id = any (${[...colleagueIds]}::uuid[])))`

/** Whether a purchase `t` holds the word, looked for in it alone. */
function transactionHolds(scope: SearchScope, few: FewMatches): Condition {
  const wanted = teamQuery(scope.teamIds, few.word)
  return either([
    ...transactionKeys(few),
    plain(isCalled(wanted)),
    { holds: sql`coalesce(gm.search @@ ${wanted}, false)`, needs: ['gm'] },
    plain(someRecipient(wanted, few)),
  ])
}
