import { awardMessages, type MessageKind } from '#server/domains/delivery/index.ts'
import { peopleWho } from '#server/domains/teams/team/index.ts'
import type { Hooks, Work } from '#server/platform/posy.ts'
import { type AwardRecord, BIRTH_DATE_TRIES, codedStatuses, isOneOf, liveStatuses, type RailKey } from './award.ts'
import { awardsToTell } from './queries.ts'

type Made = Pick<AwardRecord, 'team_id' | 'created_by'>

/** Who made it; where they have left, or a program did, those who approve awards, and without such all who make them. */
async function helpersToTell({ tx }: Work, { team_id, created_by }: Made): Promise<string[]> {
  const makers = (await peopleWho(tx, 'make-awards', team_id)).map(({ id }) => id)
  if (makers.includes(created_by)) return [created_by]
  const approvers = (await peopleWho(tx, 'approve-awards', team_id)).map(({ id }) => id)
  return approvers.length ? approvers : makers
}

/** Tells them of an award, once for a note of its timeline. */
export async function tellHelpers(
  work: Work,
  award: AwardRecord,
  email: MessageKind<{ awardId: string }>,
  note: string,
): Promise<void> {
  const people = await helpersToTell(work, award)
  await awardMessages.tellUsers(work, email, {
    teamId: award.team_id,
    messages: people.map((userId) => ({
      ...{ userId, detail: { awardId: award.id } },
      dedupeKey: `${email.template}/${note}/${userId}`,
    })),
  })
}

interface Decided extends Made {
  decision: 'approved' | 'declined' | 'expired'
  /** One of its awards, where it is a list. */
  awardId: string
  batch?: { id: string; awards: number }
}

/** Tells who asked for an award, or for a list of them, what came of it; not programs, nor who has left. */
export async function tellAsker(work: Work, { team_id, created_by, decision, awardId, batch }: Decided): Promise<void> {
  const makers = await peopleWho(work.tx, 'make-awards', team_id)
  if (!makers.some(({ id }) => id === created_by)) return
  const { template } = awardMessages.decided
  const dedupeKey = `${template}/${batch?.id ?? awardId}/${decision}`
  await awardMessages.tellUsers(work, awardMessages.decided, {
    teamId: team_id,
    messages: [{ userId: created_by, detail: { decision, awardId, ...(batch && { batch }) }, dedupeKey }],
  })
}

/** Something that someone asked for: an award, or a list of them. */
export interface Request extends Made {
  id: string
  awards: number
}

/** Tells those who could have decided on requests, by one email, that they ended; of what one asked for oneself the asker's email tells. */
export async function tellDeciders(work: Work, requests: readonly Request[]): Promise<void> {
  for (const teamId of new Set(requests.map(({ team_id }) => team_id))) {
    const ofTeam = requests.filter(({ team_id }) => team_id === teamId)
    const messages = (await peopleWho(work.tx, 'approve-awards', teamId)).flatMap(({ id: userId }) => {
      const others = ofTeam.filter(({ created_by }) => created_by !== userId)
      const [first] = others
      if (!first) return []
      const detail = { requests: others.length, awards: others.reduce((sum, { awards }) => sum + awards, 0) }
      return [{ userId, detail, dedupeKey: `${awardMessages.notDecided.template}/${first.id}/${userId}` }]
    })
    await awardMessages.tellUsers(work, awardMessages.notDecided, { teamId, messages })
  }
}

/** What helpers are told of. */
export const awardNews: Hooks['awardNews'] = async (db, awardIds) => {
  const awards = await awardsToTell(db, awardIds)
  return awards.map(({ status, rail, reason, tries, ...award }) => {
    const isLive = isOneOf(status, liveStatuses)
    return {
      ...award,
      ...{ reason: isLive ? reason : null, isLocked: isLive && tries >= BIRTH_DATE_TRIES },
      codedBy: isOneOf(status, codedStatuses) ? (rail as RailKey | null) : null,
    }
  })
}
