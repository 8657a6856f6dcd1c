import type { PlanRecord } from '#server/domains/teams/rights/index.ts'
import { countThemes } from '#server/domains/themes/index.ts'
import { walletsOfTeams } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'

/** What a team uses more of than another plan allows. */
export interface Exceeded {
  entity: 'wallets' | 'subteams' | 'themes' | 'participants'
  teamId: string
  teamName: string
  used: number
  allowed: number
}

/** How many people have allowances from a team's budgets: a floor above knows. */
type ParticipantCount = (db: Db | Tx, teamId: string) => Promise<number>

declare module '#server/platform/posy.ts' {
  interface Hooks {
    participantCount: ParticipantCount
  }
}

/** What stands against a smaller plan, team by team: the team itself and its subteams. */
export async function exceededLimits(
  posy: Posy,
  db: Db | Tx,
  teamId: string,
  plan: Pick<PlanRecord, 'entities'>,
): Promise<Exceeded[]> {
  const teams = await db
    .selectFrom('team')
    .select(['id', 'name', 'parent_team_id'])
    .where(({ eb, or }) => or([eb('id', '=', teamId), eb('parent_team_id', '=', teamId)]))
    .where('automation_id', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('parent_team_id', (order) => order.asc().nullsFirst())
    .orderBy('name')
    .execute()
  const wallets = (
    await walletsOfTeams(
      db,
      teams.map(({ id }) => id),
    )
  ).filter(({ automationId }) => automationId === null)
  const exceeded: Exceeded[] = []
  for (const team of teams) {
    const used: Record<Exceeded['entity'], number> = {
      wallets: wallets.filter((wallet) => wallet.teamId === team.id).length,
      subteams: team.parent_team_id === null ? teams.length - 1 : 0,
      themes: await countThemes(db, team.id),
      participants: Math.max(await memberParticipants(db, team.id), await posy.hooks.participantCount(db, team.id)),
    }
    for (const entity of Object.keys(used) as Exceeded['entity'][]) {
      const allowed = plan.entities[entity]
      if (used[entity] > allowed)
        exceeded.push({ entity, teamId: team.id, teamName: team.name, used: used[entity], allowed })
    }
  }
  return exceeded
}

/** Budgets whose people have allowances continue automatically: they stand against cancelling. */
export async function runningAllowances({ posy, db }: { posy: Posy; db: Db | Tx }, teamId: string): Promise<number> {
  const teams = await db
    .selectFrom('team')
    .select('id')
    .where(({ eb, or }) => or([eb('id', '=', teamId), eb('parent_team_id', '=', teamId)]))
    .where('automation_id', 'is', null)
    .execute()
  let people = 0
  for (const { id } of teams) people += await posy.hooks.participantCount(db, id)
  return people
}

async function memberParticipants(db: Db | Tx, teamId: string): Promise<number> {
  const { count } = await db
    .selectFrom('team_member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('role_group_id', 'in', ['participant', 'automation-participant'])
    .executeTakeFirstOrThrow()
  return Number(count)
}
