import { personalName } from '#contract/core/shapes.ts'
import { newId } from '#kit/ids.ts'
import { hashSecret } from '#server/domains/identity/secrets/index.ts'
import type { SignInOrigin } from '#server/domains/identity/sessions/index.ts'
import {
  createUser,
  identityLinked,
  type UserRecord,
  userByEmail,
  userById,
} from '#server/domains/identity/users/index.ts'
import { acceptNewestInvite } from '#server/domains/invites/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { takeFirstStep } from '#server/domains/teams/sign-in/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { countLink, type Link, type SignInOutcome, takeOver, writeLink } from '../linking/link.ts'
import { findSamlConnection, isUnder, userIdBySaml, vouchesFor } from './queries.ts'

const refusal = (help = 'Start again.') => new Problem('invalid_grant', 'This sign-in is not valid.', { help })

/** The same for an address that has an account and one that has none: a provider learns nothing of people it does not vouch for. */
const notVouchedFor = () =>
  new Problem('restricted', 'Your organisation has not shown that this address is its own.', {
    help: 'Ask a team admin to verify the domain, or to invite you.',
  })

interface Redeemed {
  teamId: string
  nameId: string
  email: string | null
  firstName: string
  surname: string
}

interface Arrival extends Redeemed {
  stateHash: string
  clientId: string
  origin: SignInOrigin
}

/**
 * Signs in, or up, whom a team's own provider vouches for: to that team and what is under it.
 * @throws invalid_grant (401) for a code that is unknown, used or another browser's; restricted (403) for an address that
 *   the team does not vouch for; plan_limit_reached (403), too_many_requests (429)
 */
export async function arriveBySaml(
  posy: Posy,
  brought: { code: string; state: string },
  { clientId, origin, requestId }: { clientId: string; origin: SignInOrigin; requestId: string },
): Promise<SignInOutcome> {
  const redeemed = await redeem(posy, brought)
  if (!redeemed) throw refusal()
  const known = await userIdBySaml(posy.db, redeemed)
  if (!known && redeemed.email) await countLink(posy, redeemed.email)
  const actor = known ? ({ kind: 'user', id: known } as const) : ({ kind: 'client', id: clientId } as const)
  const arrival = { ...redeemed, stateHash: hashSecret(brought.state), clientId, origin }
  return transact(posy, { actor, requestId }, (work) => arrive(work, arrival))
}

/** Once, by the browser that began, while the provider is on. */
async function redeem(posy: Posy, { code, state }: { code: string; state: string }): Promise<Redeemed | null> {
  const taken = await posy.db
    .deleteFrom('saml_request')
    .where('code_hash', '=', hashSecret(code))
    .where('state_hash', '=', hashSecret(state))
    .where('expires_at', '>', new Date(posy.wall.nowMs()))
    .returningAll()
    .executeTakeFirst()
  if (!taken?.name_id) return null
  const teamId = taken.team_id
  if (!(await findSamlConnection(posy.db, teamId))?.is_active) return null
  // Names are mailed: one that would read as a link is left out.
  const name = (given: string | null) => personalName().safeParse(given ?? '').data ?? ''
  return {
    teamId,
    nameId: taken.name_id,
    email: taken.email,
    firstName: name(taken.first_name),
    surname: name(taken.surname),
  }
}

async function arrive(work: Work, arrival: Arrival): Promise<SignInOutcome> {
  const { tx } = work
  const { teamId, clientId, origin } = arrival
  const knownId = await userIdBySaml(tx, arrival)
  const known = knownId ? await userById(tx, knownId) : undefined
  const userId = known ? known.id : await meet(work, arrival)
  if (typeof userId !== 'string') return userId
  // The person who was removed stays out until invited again, whatever the provider says.
  if (known?.deactivatedAt || !(await isUnder(tx, { teamId, userId }))) throw refusal('Ask a team admin to invite you.')
  return takeFirstStep(work, { userId, clientId, method: 'saml', onlyTeamId: teamId, origin })
}

/** Someone whom this provider has not sent before. @returns their account, or what must be shown first */
async function meet(work: Work, arrival: Arrival): Promise<string | { link: Link }> {
  const { tx } = work
  const { teamId, email, firstName, surname } = arrival
  if (!email)
    throw new Problem('restricted', 'Your provider told us no email address for you.', {
      help: 'Ask a team admin to have it sent.',
    })
  const account = await userByEmail(tx, email)
  if (account?.deactivatedAt) throw refusal('Ask a team admin.')
  if (account?.verifiedEmail) return { link: await linkLater(work, arrival, account) }
  if (!(await vouchesFor(tx, { teamId, email }))) throw notVouchedFor()
  const userId = account?.id ?? (await createUser(work, { email, firstName, surname, verifiedEmail: true })).id
  // An account whose address was never proven is no one's: it passes to whom the domain's owner vouches for.
  if (account) await takeOver(work, { userId, firstName, surname })
  await join(work, { teamId, userId, email })
  await linkSaml(work, { ...arrival, userId })
  return userId
}

/** An account is linked by its own proof; and only where its owner is in the team, or would be let into it. */
async function linkLater(work: Work, arrival: Arrival, account: UserRecord): Promise<Link> {
  const { tx } = work
  const { teamId, nameId, firstName, surname, stateHash, clientId } = arrival
  const isIn = await isUnder(tx, { teamId, userId: account.id })
  if (!isIn && !(await vouchesFor(tx, { teamId, email: account.email }))) throw notVouchedFor()
  return writeLink(work, account, {
    ...{ provider: 'saml', subject: nameId, onlyTeamId: teamId, stateHash, clientId },
    ...{ firstName, surname, planId: null, termsAccepted: false },
  })
}

/** Where an invite to the team waits, with its role; else as a participant. @throws plan_limit_reached (403) */
export async function join(
  work: Work,
  { teamId, userId, email }: { teamId: string; userId: string; email: string },
): Promise<void> {
  if (await isUnder(work.tx, { teamId, userId })) return
  if (!(await vouchesFor(work.tx, { teamId, email }))) throw notVouchedFor()
  if (await acceptNewestInvite(work, { userId, email, underTeamId: teamId })) return
  await addMember(work, { teamId, userId, roleGroupId: 'participant' })
}

/** Makes a person of the team's provider a way into an account. @throws conflict (409) where they are one into another */
export async function linkSaml(
  { tx, posy, audit, emit }: Work,
  { teamId, nameId, userId }: { teamId: string; nameId: string; userId: string },
): Promise<void> {
  const linked = await tx
    .insertInto('saml_identity')
    .values({ team_id: teamId, name_id: nameId, user_id: userId, created_at: new Date(posy.wall.nowMs()) })
    .onConflict((conflict) => conflict.columns(['team_id', 'name_id']).doNothing())
    .executeTakeFirst()
  if (linked.numInsertedOrUpdatedRows === 0n)
    throw new Problem('conflict', 'This sign-in belongs to another account already.')
  await audit('user.identity-linked', { kind: 'user', id: userId }, { teamId, detail: { provider: 'saml' } })
  await emit(identityLinked, { linkingId: newId(), userId, provider: 'saml' })
}
