import type { Db } from '#server/platform/database/database.ts'
import type { TilloAnswer } from './issue.ts'

export interface IssuedCard {
  clientRequestId: string
  brand: string
  amountPence: number
  currency: string
  code: string | null
}

const cards = (db: Db) => db.selectFrom('sandbox_issued_voucher').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof cards>['executeTakeFirstOrThrow']>>

const toIssuedCard = ({ client_request_id, brand, amount_pence, currency, answer }: Row): IssuedCard => ({
  clientRequestId: client_request_id,
  brand,
  amountPence: amount_pence,
  currency,
  code: ((answer as TilloAnswer).body.data as { code: string | null }).code,
})

/** What the issuer has sold, the first first. */
export const issuedCards = async (db: Db): Promise<IssuedCard[]> =>
  (await cards(db).orderBy('ordinal').execute()).map(toIssuedCard)

export const newestCards = async (db: Db, limit: number): Promise<IssuedCard[]> =>
  (await cards(db).orderBy('ordinal', 'desc').limit(limit).execute()).map(toIssuedCard)
