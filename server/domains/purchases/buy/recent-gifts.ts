import { sql } from 'kysely'
import { personAddress } from '#kit/email-address.ts'
import { iso } from '#kit/time.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import { addressedRows, type PurchaseFacts, type PurchaseRequest } from '../request/index.ts'

/** Worth a second look before buying: someone who had a gift so lately. */
const RECENT_DAYS = 30

export interface RecentGiftRow {
  row: number
  giftName: string
  /** Pence. */
  price: number
  currency: string
  senderName: string
  /** Whose gift it was, where that is not the team that buys. */
  teamName: string | null
  boughtAt: string
}

interface Found {
  address: string
  gift_name: string
  price: number
  currency: string
  sender_name: string
  team_id: string
  team_name: string
  created_at: Date
}

/** The latest gift that each receiver had from a team in the caller's scope in the last 30 days; a participant sees only their own. */
export async function listRecentGifts(
  { db, at }: { db: Db; at: Date },
  caller: Principal,
  request: PurchaseRequest,
  facts: PurchaseFacts,
): Promise<RecentGiftRow[]> {
  const rows = addressedRows(request, facts).map(({ row, address }) => ({ row, address: personAddress(address) }))
  if (rows.length === 0) return []
  const found = await latestByAddress({ db, at }, caller, [...new Set(rows.map(({ address }) => address))])
  return rows.flatMap(({ row, address }) => {
    const gift = found.get(address)
    if (!gift) return []
    const { gift_name: giftName, sender_name: senderName, created_at, price, currency } = gift
    const teamName = gift.team_id === caller.teamId ? null : gift.team_name
    return [{ row, giftName, senderName, teamName, price, currency, boughtAt: iso(created_at) }]
  })
}

async function latestByAddress({ db, at }: { db: Db; at: Date }, caller: Principal, addresses: string[]) {
  const { rows } = await sql<Found>`
    select distinct on (address) address, product.name as gift_name, huggg.face_pence - huggg.change_pence as price, huggg.currency,
      trim(sender.first_name || ' ' || sender.surname) as sender_name, team.id as team_id, team.name as team_name, huggg.created_at
    from (
      select id, person_address(email) as address from recipient
      where team_id = any(${[...caller.teamIds]}::uuid[]) and email is not null and person_address(email) = any(${addresses})
      union all
      select id, phone_number from recipient where team_id = any(${[...caller.teamIds]}::uuid[]) and phone_number = any(${addresses})
    ) as known
    join huggg on huggg.recipient_id = known.id
    join product on product.id = coalesce(huggg.chosen_product_id, huggg.product_id)
    join app_user as sender on sender.id = huggg.sender_id
    join team on team.id = huggg.team_id
    where huggg.created_at > ${at}::timestamptz - ${RECENT_DAYS} * interval '1 day' and huggg.deleted_at is null
      and huggg.status_id not in (${Status.Cancelled}, ${Status.Expired})
      and (${!caller.ownOnly} or huggg.sender_id = ${caller.userId})
    order by address, huggg.created_at desc`.execute(db)
  return new Map(rows.map((row) => [row.address, row]))
}
