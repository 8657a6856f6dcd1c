import pg from 'pg'

/** Copies of what one purchase and its redemption left, and of the jobs that were done, as years leave them. */
export interface Growth {
  redemptions: number
  finishedJobs: number
}

/** A column's value in the n-th copy, as SQL over the row that is copied, `t`, and `n`. */
type Changes = Record<string, string>

/** Ids follow from the original's, so that copies refer to each other as the originals do. */
const copiedId = (column: string) => `md5(t.${column}::text || n)::uuid`
/** Higher than any so far; a purchase's transfers are fewer than 1000, one after the other. */
const copiedNumber = (column: string) => `1000000000 + n::bigint * 1000 + t.${column} % 1000`

/**
 * Straight into the tables, without triggers: years of purchases one by one would take days.
 * @param gift bought alone and redeemed: the original of all copies
 */
export async function load(
  databaseUrl: string,
  gift: { id: string; transactionId: string },
  { redemptions, finishedJobs }: Growth,
): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const copy = async (table: string, which: string, times: number, changes: Changes) => {
    const { rows } = await db.query(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
      [table],
    )
    const names: string[] = rows.map(({ name }) => name)
    const values = names.map((name) => changes[name] ?? `t.${name}`)
    await db.query(`insert into ${table} (${names}) select ${values} from (${which}) t, generate_series(1, ${times}) n`)
    await db.query(`vacuum analyze ${table}`)
  }
  try {
    await db.query('set session_replication_role = replica')
    const transfers = `select id from ledger_transfer where reference_id in ('${gift.id}', '${gift.transactionId}')
      union select transfer_id from redemption where huggg_id = '${gift.id}'`
    const purchases: [table: string, which: string, changes: Changes][] = [
      ['transaction', `id = '${gift.transactionId}'`, { id: copiedId('id') }],
      ['gift_message', `transaction_id = '${gift.transactionId}'`, { transaction_id: copiedId('transaction_id') }],
      [
        'huggg',
        `id = '${gift.id}'`,
        {
          id: copiedId('id'),
          transaction_id: copiedId('transaction_id'),
          shortcode: `'copy-' || n`,
          redeem_code: `'copy-' || n`,
        },
      ],
      ['huggg_event', `huggg_id = '${gift.id}'`, { huggg_id: copiedId('huggg_id') }],
      [
        'redemption',
        `huggg_id = '${gift.id}'`,
        { id: copiedId('id'), huggg_id: copiedId('huggg_id'), transfer_id: copiedId('transfer_id') },
      ],
      [
        'ledger_transfer',
        `id in (${transfers})`,
        {
          id: copiedId('id'),
          number: copiedNumber('number'),
          reference_id: `${copiedId('reference_id')}::text`,
          key: `t.key || '-' || n`,
        },
      ],
      [
        'ledger_entry',
        `transfer_id in (${transfers})`,
        { transfer_id: copiedId('transfer_id'), transfer_number: copiedNumber('transfer_number') },
      ],
    ]
    for (const [table, where, changes] of purchases)
      await copy(table, `select * from ${table} where ${where}`, redemptions, changes)
    await db.query(`select setval('ledger_transfer_number', $1::bigint)`, [1_000_000_000 + (redemptions + 1) * 1000])
    // Of each kind of job as many, done in the hours that they are kept.
    const { rows } = await db.query(
      `select count(distinct name)::int as kinds from queue.job_common where state = 'completed'`,
    )
    const done = `select distinct on (name) * from queue.job_common where state = 'completed' order by name`
    await copy('queue.job_common', done, Math.ceil(finishedJobs / rows[0].kinds), {
      id: 'gen_random_uuid()',
      completed_on: `now() - (t.deletion_seconds * random()) * interval '1 second'`,
    })
  } finally {
    await db.end()
  }
}

/** What is in the tables, to say beside the figures. */
export async function countRows(databaseUrl: string): Promise<Growth> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const { rows } = await db.query(
      `select (select count(*)::int from redemption) as redemptions,
        (select count(*)::int from queue.job_common where state = 'completed') as "finishedJobs"`,
    )
    return rows[0]
  } finally {
    await db.end()
  }
}
