import { sql } from 'kysely'
import type { TeamPreferences } from '#contract/teams/preferences.ts'
import type { Work } from '#server/platform/posy.ts'

/** Gives the teams of a budget's participants its name, and its rules: every purchase is checked against them. */
export async function updateTeamsOfBudget(
  { tx, at }: Work,
  automationId: string,
  { name, preferences, reasonCodes }: { name: string; preferences: Partial<TeamPreferences>; reasonCodes: string[] },
): Promise<void> {
  await sql`
    update team set name = ${name}, preferences = ${JSON.stringify(preferences)}::jsonb, reason_codes = ${reasonCodes}::text[], updated_at = ${at}
    where automation_id = ${automationId}`.execute(tx)
}
