import type { SelectQueryBuilder } from 'kysely'

/**
 * One page of what a query finds, in its order, and how many there are in all.
 * @param query complete but for the page; with no joins that multiply rows
 */
export async function paginate<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: Row[]; total: number }> {
  const before = (page - 1) * per_page
  const rows = await query.limit(per_page).offset(before).execute()
  // A page that is not full says how many there are.
  if (rows.length < per_page && (rows.length > 0 || before === 0)) return { rows, total: before + rows.length }
  const [counted] = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .execute()
  return { rows, total: (counted as { total: number }).total }
}
