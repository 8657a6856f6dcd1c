import { sql } from 'kysely'
import type { AwardBatch, AwardBatchDetail, listAwardBatches } from '#contract/awards/award-batches.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { allows } from '#contract/core/permissions.ts'
import { iso } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { pageAt } from './list-awards.ts'

const MOST_TOLD = 100

const batches = (db: Db | Tx, { teamIds }: Pick<Principal, 'teamIds'>) =>
  db
    .selectFrom('award_batch as batch')
    .innerJoin('funder_grant', 'funder_grant.id', 'batch.grant_id')
    .innerJoin('app_user as maker', 'maker.id', 'batch.created_by')
    .leftJoin('app_user as decider', 'decider.id', 'batch.decided_by')
    .selectAll('batch')
    .select(['funder_grant.name as grantName', 'funder_grant.approval_above_pence as approvalAbove'])
    .select([personName('maker').as('maker'), personName('decider').as('decider')])
    .select(
      sql<boolean>`batch.status = 'referred' and not exists (
        select from award_batch_row as row join award on award.id = row.award_id where row.batch_id = batch.id and award.status = 'referred')`.as(
        'hasEnded',
      ),
    )
    .where(sql<boolean>`batch.team_id = any(${[...teamIds]}::uuid[])`)

type Listed = Awaited<ReturnType<ReturnType<typeof batches>['execute']>>[number]

const serializeBatch = (row: Listed): AwardBatch => ({
  ...{ id: row.id, teamId: row.team_id, grantId: row.grant_id, grantName: row.grantName, name: row.name },
  ...{ status: row.hasEnded ? 'ended' : row.status, currency: row.currency },
  ...{ awards: row.awards, amount: row.amount_pence, approvalAbove: row.approvalAbove, reason: row.change_reason },
  createdBy: { id: row.created_by, name: row.maker },
  decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decider },
  ...{ dateCreated: iso(row.created_at), dateModified: iso(row.updated_at) },
})

/** One page of batches, and one more than fits. */
export async function batchesPage(
  db: Db,
  caller: Principal,
  page: Input<typeof listAwardBatches>['query'],
): Promise<AwardBatch[]> {
  const { order, from } = pageAt('batch', page)
  let query = batches(db, caller)
    .where(from)
    .orderBy('batch.created_at', order)
    .orderBy('batch.id', order)
    .limit(page.limit + 1)
  if (page.grantId) query = query.where('batch.grant_id', '=', page.grantId)
  return (await query.execute()).map(serializeBatch)
}

/** A batch with how its awards stand. @throws not_found (404) for foreign and missing alike */
export async function readBatchDetail(db: Db | Tx, caller: Principal, id: string): Promise<AwardBatchDetail> {
  const batch = found(await batches(db, caller).where('batch.id', '=', id).executeTakeFirst(), 'batch')
  const { rows } = await sql<{
    status: AwardBatchDetail['states'][number]['status']
    awards: number
    amount: number
    paid: number
    fee: number
    feeVat: number
  }>`
    select award.status, count(*)::int as awards, sum(award.amount_pence)::bigint as amount, sum(award.fee_pence)::bigint as fee,
      sum(award.fee_vat_pence)::bigint as "feeVat", sum(award.paid_pence + award.earlier_pence)::bigint as paid
    from award_batch_row as row join award on award.id = row.award_id
    where row.batch_id = ${id} group by award.status order by award.status`.execute(db)
  const sum = (key: 'fee' | 'feeVat' | 'paid') => rows.reduce((all, row) => all + row[key], 0)
  const mayDecide = allows(caller.permissions, 'approve-awards') && batch.created_by !== caller.userId
  return {
    ...serializeBatch(batch),
    ...{ fee: sum('fee'), feeVat: sum('feeVat'), paid: sum('paid') },
    states: rows.map(({ status, awards, amount, paid }) => ({ status, awards, amount, paid })),
    helped: mayDecide ? await loadHelped(db, caller, id) : null,
  }
}

/** Rows of people or cases that had been helped: what who decides is told, and no more than they can look at. */
async function loadHelped(db: Db | Tx, { teamIds }: Principal, id: string): Promise<AwardBatchDetail['helped']> {
  const { rows } = await sql<{
    row: number
    awardId: string
    withinDays: number
    helpedBy: string
    duplicateReason: string | null
    count: number
    withoutReason: number
  }>`
    select place as row, award_id as "awardId", helped_within_days as "withinDays", helped_by as "helpedBy", reason as "duplicateReason",
      count(*) over ()::int as count, count(*) filter (where reason is null) over ()::int as "withoutReason"
    from award_batch_row
    cross join lateral (select reason from award_event where award_id = award_batch_row.award_id order by id limit 1) as first
    where batch_id = ${id} and helped_by is not null order by place limit ${MOST_TOLD}`.execute(db)
  return {
    awards: rows[0]?.count ?? 0,
    withoutReason: rows[0]?.withoutReason ?? 0,
    rows: rows.map(({ row, awardId, withinDays, helpedBy, duplicateReason }) => ({
      ...{ row, awardId, withinDays, isOwnTeam: teamIds.includes(helpedBy), duplicateReason },
    })),
  }
}
