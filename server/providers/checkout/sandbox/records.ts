import type { Db, Tx } from '#server/platform/database/database.ts'

type Kind = 'token' | 'payment' | 'instrument' | 'dispute' | 'answer' | 'event' | 'session'

/** A card as the provider keeps it, without its number. */
export interface KeptCard {
  scheme: string
  bin: string
  last4: string
  expiry_month: number
  expiry_year: number
  fingerprint: string
  /** How its bank behaves. */
  challenge: boolean
  declines: string | null
  requires3ds: boolean
  /** Of a stored card: its holder has agreed, to their bank, to charges without them. */
  mandate?: boolean
}

export interface Token {
  card: KeptCard
  expires_on: string
  used: boolean
}

/** In which a page has its component drawn; kept under its secret. */
export interface SandboxSession {
  id: string
  expires_on: string
}

export interface Action {
  id: string
  type: 'Authorization' | 'Card Verification' | 'Capture' | 'Void' | 'Refund'
  processed_on: string
  amount: number
  approved: boolean
  response_code: string
  response_summary: string
  reference: string
}

export interface SandboxPayment {
  id: string
  requested_on: string
  amount: number
  currency: string
  reference: string
  payment_type: string
  status: string
  approved: boolean
  /** Pence taken and given back. */
  captured: number
  refunded: number
  card: KeptCard
  instrument: string | null
  /** Keep the card once the payment is good. */
  store: boolean
  /** The holder is asked to agree to later charges without them. */
  mandate: boolean
  actions: Action[]
  session: string | null
  success_url: string
  failure_url: string
}

export interface Dispute {
  id: string
  payment: string
  amount: number
  currency: string
  status: string
  received_on: string
}

export interface SandboxAnswer {
  status: number
  body: unknown
}

export interface SandboxNotice {
  id: string
  type: string
  /** As it is signed and sent. */
  raw: string
  delivered: boolean
}

const read = async <T>(db: Db | Tx, kind: Kind, id: string, lock = false): Promise<T | null> => {
  const query = db.selectFrom('sandbox_card_record').select('body').where('id', '=', id).where('kind', '=', kind)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row ? (row.body as T) : null
}

const write = async (
  db: Db | Tx,
  kind: Kind,
  id: string,
  body: object,
  keys: { reference?: string; session?: string | null } = {},
): Promise<void> => {
  const json = JSON.stringify(body)
  await db
    .insertInto('sandbox_card_record')
    .values({ id, kind, body: json, reference: keys.reference ?? null, session: keys.session ?? null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: json }))
    .execute()
}

const all = async <T>(db: Db, kind: Kind): Promise<T[]> => {
  const query = db.selectFrom('sandbox_card_record').select('body').where('kind', '=', kind).orderBy('ordinal')
  return (await query.execute()).map((row) => row.body as T)
}

/** What the provider remembers, by id. `lock` keeps others out until the transaction ends. */
export const records = {
  token: (db: Db | Tx, id: string, lock = false) => read<Token>(db, 'token', id, lock),
  saveToken: (db: Db | Tx, id: string, token: Token) => write(db, 'token', id, token),
  session: (db: Db | Tx, secret: string) => read<SandboxSession>(db, 'session', secret),
  saveSession: (db: Db | Tx, secret: string, session: SandboxSession) => write(db, 'session', secret, session),
  payment: (db: Db | Tx, id: string, lock = false) => read<SandboxPayment>(db, 'payment', id, lock),
  savePayment: (db: Db | Tx, payment: SandboxPayment) => write(db, 'payment', payment.id, payment, payment),
  paymentIdOfSession: async (db: Db | Tx, session: string): Promise<string | null> =>
    (await db.selectFrom('sandbox_card_record').select('id').where('session', '=', session).executeTakeFirst())?.id ??
    null,
  paymentsByReference: async (db: Db | Tx, reference: string): Promise<SandboxPayment[]> => {
    const query = db.selectFrom('sandbox_card_record').select('body').where('kind', '=', 'payment')
    const rows = await query.where('reference', '=', reference).orderBy('ordinal', 'desc').execute()
    return rows.map((row) => row.body as SandboxPayment)
  },
  allPayments: (db: Db) => all<SandboxPayment>(db, 'payment'),
  allDisputes: (db: Db) => all<Dispute>(db, 'dispute'),
  newestPayments: async (db: Db | Tx, limit: number): Promise<SandboxPayment[]> => {
    const query = db.selectFrom('sandbox_card_record').select('body').where('kind', '=', 'payment')
    return (await query.orderBy('ordinal', 'desc').limit(limit).execute()).map((row) => row.body as SandboxPayment)
  },
  instrument: (db: Db | Tx, id: string) => read<KeptCard>(db, 'instrument', id),
  saveInstrument: (db: Db | Tx, id: string, card: KeptCard) => write(db, 'instrument', id, card),
  deleteInstrument: async (db: Db | Tx, id: string): Promise<boolean> => {
    const query = db.deleteFrom('sandbox_card_record').where('id', '=', id).where('kind', '=', 'instrument')
    return (await query.executeTakeFirst()).numDeletedRows > 0n
  },
  dispute: (db: Db | Tx, id: string) => read<Dispute>(db, 'dispute', id),
  saveDispute: (db: Db | Tx, dispute: Dispute) => write(db, 'dispute', dispute.id, dispute),
  answer: (db: Db | Tx, key: string) => read<SandboxAnswer>(db, 'answer', key),
  saveAnswer: (db: Db | Tx, key: string, answer: SandboxAnswer) => write(db, 'answer', key, answer),
  saveNotice: (db: Db | Tx, notice: SandboxNotice) => write(db, 'event', notice.id, notice),
  notices: async (db: Db | Tx): Promise<SandboxNotice[]> => {
    const query = db.selectFrom('sandbox_card_record').select('body').where('kind', '=', 'event')
    return (await query.orderBy('ordinal').execute()).map((row) => row.body as SandboxNotice)
  },
}
