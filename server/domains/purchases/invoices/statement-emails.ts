import type { StatementEmails } from '#contract/orders/account-statements.ts'
import { isoOrNull, londonDate, type Temporal, toInstant } from '#kit/time.ts'
import { invoiceEmails, queueUserMessages } from '#server/domains/delivery/index.ts'
import { peopleWho, teamInScope } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { inSteps } from '#server/platform/in-steps.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { type StatementFigures, statementFigures, statementRange } from './account-statement.ts'
import { sumInvoices } from './list-invoices.ts'
import { statementMorningAfter } from './statement-morning.ts'
import { lockDueStatements, nextStatementAt, owedBefore, sumStatementLines } from './statement-queries.ts'

const PER_STEP = 20
const CURRENCIES = ['GBX', 'EUX']

/** @throws not_found (404) for foreign and missing alike */
export async function statementEmails(db: Db | Tx, caller: Principal, teamId: string): Promise<StatementEmails> {
  await teamInScope(db, caller, teamId)
  const next = await nextStatementAt(db, teamId)
  const people = await peopleWho(db, 'manage-billing', teamId)
  return { teamId, monthly: next !== null, next: isoOrNull(next), people }
}

/** The one switch: those who get the emails may turn them off here. @throws not_found (404) */
export async function switchStatementEmails(
  work: Work,
  caller: Principal,
  teamId: string,
  monthly: boolean,
): Promise<void> {
  const { tx, at } = work
  await teamInScope(tx, caller, teamId)
  const changed = monthly
    ? await tx
        .insertInto('statement_email')
        .values({ team_id: teamId, next_at: statementMorningAfter(at) })
        .onConflict((conflict) => conflict.column('team_id').doNothing())
        .executeTakeFirst()
        .then(({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows)
    : await tx
        .deleteFrom('statement_email')
        .where('team_id', '=', teamId)
        .executeTakeFirst()
        .then(({ numDeletedRows }) => numDeletedRows)
  if (!changed) return
  await work.audit('invoice.statement-emails-changed', { kind: 'team', id: teamId }, { teamId, detail: { monthly } })
}

/**
 * Mails the statements of the month before that are due. A team's row moves on in the transaction that queues its emails: each
 * month is sent once, and after downtime each month that was missed.
 */
export async function mailStatements(posy: Posy, now: Date): Promise<void> {
  await inSteps(posy, PER_STEP, async (work, size) => {
    const due = await lockDueStatements(work.tx, now, size)
    for (const { team_id: teamId, next_at: at } of due) {
      await work.tx
        .updateTable('statement_email')
        .set({ next_at: statementMorningAfter(at) })
        .where('team_id', '=', teamId)
        .execute()
      for (const currency of CURRENCIES) await mailStatement(work, { teamId, currency, at })
    }
    return due.length
  })
}

/** Nothing leaves where nothing happened and nothing is owed. */
async function mailStatement(
  work: Work,
  { teamId, currency, at }: { teamId: string; currency: string; at: Date },
): Promise<void> {
  const { tx } = work
  const today = londonDate(toInstant(at))
  const from = today.with({ day: 1 }).subtract({ months: 1 })
  const until = today.with({ day: 1 }).subtract({ days: 1 })
  const range = statementRange(teamId, currency, [from, until])
  const sums = await sumStatementLines(tx, range)
  const figures: StatementFigures = statementFigures(await owedBefore(tx, range), sums)
  if (sums.length === 0 && figures.closing === 0) return
  const days = { from: from.toString(), until: until.toString() }
  const detail = { ...days, currency, ...figures, overdue: await overdue(work, { teamId, currency, day: today }) }
  await queueUserMessages(work, invoiceEmails.statement, {
    teamId,
    messages: (await peopleWho(tx, 'manage-billing', teamId)).map(({ id: userId }) => ({
      userId,
      dedupeKey: `account-statement/${teamId}/${days.from}/${currency}/${userId}`,
      detail,
    })),
  })
}

/** What is past its last day on the morning of the email, whatever was paid since the month's end. */
async function overdue(
  { tx, posy }: Work,
  { teamId, currency, day }: { teamId: string; currency: string; day: Temporal.PlainDate },
): Promise<{ invoices: number; pence: number; day: string }> {
  const today = day.toString()
  const found = (await sumInvoices(posy, tx, { teamId, today, overdue: true })).find((of) => of.currency === currency)
  return { invoices: found?.count ?? 0, pence: found?.outstanding ?? 0, day: today }
}
