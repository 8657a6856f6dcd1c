import { sql } from 'kysely'
import { z } from 'zod'
import type { InviteAllowance, InviteType } from '#contract/invites/invites.ts'
import { greetingName } from '#kit/greeting-name.ts'
import { newId } from '#kit/ids.ts'
import { toDate } from '#kit/time.ts'
import { senderName } from '#server/domains/identity/users/index.ts'
import {
  deriveInviteToken,
  deriveVerificationToken,
  inviteEnds,
  inviteHasEnded,
  invitesIssued,
  invitesReminded,
  joinRequested,
  type PromisedAllowance,
  signUpRepeated,
  verificationIssued,
} from '#server/domains/invites/index.ts'
import { memberRemoved } from '#server/domains/teams/members/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { DELIVER_JOB } from '../messages/events.ts'
import {
  cancelled,
  type EmailFamily,
  mailTo,
  messageKind,
  type QueuedMessage,
  writeEach,
} from '../messages/message-kind.ts'
import { onEvent, queueMessage } from '../messages/queue-message.ts'
import { copy } from './copy.en-GB.ts'
import { inline, oneLine } from './html.ts'
import { hello, type Letter, renderLetter } from './letter.ts'
import { loadTeamNames, type UserMessage, userEmail } from './user-email.ts'

const enGB = {
  invite: {
    subject: {
      participant: (from: string, team: string) =>
        from === team ? `Join ${team} on Posy` : `${from} invited you to join ${team} on Posy`,
      subteam: (from: string, team: string) =>
        from === team ? `Lead a team at ${team} on Posy` : `${from} invited you to lead a team at ${team}`,
      'automation-participant': (_: string, team: string, budget: string | null) =>
        `${team} has a gift budget for you${budget ? `: ${budget}` : ''}`,
    },
    preheader: (team: string) => `${team} sends gifts with Posy. It takes a minute to join.`,
    heading: {
      participant: (team: string) => `Join ${team}`,
      subteam: (team: string) => `Lead a team at ${team}`,
      'automation-participant': (team: string) => `${team} has a gift budget for you`,
    },
    intro: {
      participant: (from: string, team: string) =>
        from === team
          ? `You are invited to join ${team} on Posy, where teams send each other, and others, a little something.`
          : `${from} would like you to join ${team} on Posy, where teams send each other, and others, a little something.`,
      subteam: (from: string, team: string) =>
        `${from} would like you to lead a team of your own at ${team}, with its own people and its own wallet.`,
      'automation-participant': (from: string, team: string) =>
        from === team
          ? `${team} gives you an allowance to say thank you with: choose a gift, say who gets it, and it is on its way.`
          : `${from} at ${team} gives you an allowance to say thank you with: choose a gift, say who gets it, and it is on its way.`,
    },
    allowance: (budget: string, amount: string, often: string) => `${budget}: ${amount} ${often}.`,
    keeps: 'You keep what you do not spend.',
    resets: 'What you do not spend goes back each time before the next amount comes.',
    ends: (moment: string) => `The budget ends on ${moment}. What is left then goes back.`,
    frequency: {
      minute: 'every minute',
      hour: 'every hour',
      day: 'every day',
      week: 'every week',
      month: 'every month',
      quarter: 'every three months',
      year: 'every year',
    },
    until: (lastDay: string) => `Accept this invite by ${lastDay}.`,
    reminder: 'Reminder: ',
    action: 'Accept the invite',
    ifNotYou: 'If you were not expecting this, ignore it. Nothing happens unless you accept.',
    ifNotWanted: 'If you do not want it, choose “No thanks” on that page: you get no more reminders.',
  },
  verifyEmail: {
    subject: 'Confirm your email address for Posy',
    preheader: 'The link works once, within two days.',
    heading: 'Confirm your email address',
    intro:
      'Confirm that this address is yours. If your account has no password yet, you choose one there. The link works once, within two days.',
    action: 'Confirm my address',
    ifNotYou:
      'If you did not sign up, ignore this email. Without the link no one can use an account with your address.',
  },
  upgradeLink: {
    subject: (team: string, plan: string) => `Upgrade ${team} to ${plan}?`,
    preheader: 'Nothing is ordered until you confirm it, signed in.',
    heading: (team: string, plan: string) => `Upgrade ${team} to ${plan}`,
    intro: (team: string, plan: string, price: string) =>
      `You asked to move ${team} to the plan ${plan}, at ${price}. Confirming it orders the plan: an invoice is raised at once.`,
    price: (price: string, period: 'month' | 'year') => `${price} a ${period} plus VAT`,
    free: 'no charge',
    how: 'Open the link and sign in. You see the plan, the price and the team once more before anything is ordered. The link works once, within two days.',
    action: 'See the upgrade',
    ifNotYou:
      'If you did not ask for it, ignore this email and change your password: someone who signed in as you asked. Nothing has been ordered.',
  },
  accountExists: {
    subject: 'You already have a Posy account',
    preheader: 'Someone, we hope you, tried to sign up with this address.',
    heading: 'You already have an account',
    intro:
      'Someone, we hope you, tried to sign up with this address. There is an account with it already: just sign in. If you do not remember the password, choose a new one.',
    action: 'Choose a new password',
    ifNotYou: 'If it was not you, there is nothing to do: nothing has changed.',
  },
  joinRequest: {
    subject: (asker: string, team: string) => `${asker} would like to join ${team}`,
    preheader: 'Send an invite, or ignore this.',
    heading: (team: string) => `Someone would like to join ${team}`,
    intro: (asker: string, team: string) =>
      `${asker} asked to join ${team} on Posy. The address is in your team’s own domain; whether it is someone you know, you know best.`,
    action: 'Send an invite',
    why: 'You get this because you look after the team. Without an invite from you nothing happens.',
  },
  membershipEnded: {
    subject: (team: string) => `You no longer have access to ${team}`,
    preheader: 'An admin removed you from the team.',
    heading: (team: string) => `You no longer have access to ${team}`,
    intro: (team: string) =>
      `An admin removed you from ${team} on Posy. You are signed out of it, and what was left of any allowance went back to the team.`,
    gifts: 'Gifts that you sent stay valid.',
    action: 'Open Posy',
    why: 'If you think this is a mistake, ask an admin of the team.',
  },
}

interface Invite {
  type: InviteType
  /** Who invites; null where no one in particular does. */
  from: string | null
  teamName: string
  /** What the list or the HR system that they came in by calls them. */
  recipientName?: string | null
  /** What an invite to a budget promises. */
  allowance: InviteAllowance | null
  lastDay: Date
  path: string
  /** It was sent before, and not answered. */
  isReminder?: boolean
}

export function inviteLetter({
  type,
  from,
  teamName,
  recipientName,
  allowance,
  lastDay,
  path,
  isReminder,
}: Invite): Letter {
  const words = enGB.invite
  const [sender, team] = [inline(from ?? '') || inline(teamName), inline(teamName)]
  const amount = allowance && copy.money(allowance.budgetAmount, allowance.currency)
  const ends = allowance?.endsAt ? new Date(allowance.endsAt) : null
  return {
    subject: `${isReminder ? words.reminder : ''}${words.subject[type](sender, team, allowance && inline(allowance.name))}`,
    preheader: words.preheader(team),
    heading: words.heading[type](team),
    body: [
      recipientName ? hello({ firstName: greetingName(recipientName) }) : false,
      words.intro[type](sender, team),
      allowance && amount
        ? words.allowance(inline(allowance.name), amount, words.frequency[allowance.frequency])
        : false,
      allowance ? (allowance.keepsUnspent ? words.keeps : words.resets) : false,
      ends ? words.ends(copy.dayAndTime(ends)) : false,
      words.until(ends && ends < lastDay ? copy.dayAndTime(ends) : copy.day(lastDay)),
    ],
    action: words.action,
    aside: type === 'automation-participant' ? words.ifNotWanted : words.ifNotYou,
    path,
    showsLink: true,
  }
}

/** To the address of an invite, once per sending. */
const inviteEmail = messageKind({
  template: 'invite',
  /** The sending it is of. */
  detail: z.object({ version: z.number(), reminder: z.number().optional() }),
  async compose(posy, queued) {
    const invites = await loadInvites(posy, queued)
    const allowances = await promisedAllowances(posy, invites)
    return writeEach(posy, invites, ({ id, inviteId, version, isOpen, isReminder, address, ...invite }) => {
      if (!isOpen) return cancelled('invite is used, over or sent again')
      const { sendAsName, senderFirstName, senderSurname, type, teamName } = invite
      const from = senderName({ sendAsName, firstName: senderFirstName ?? '', surname: senderSurname ?? '' }) || null
      // The token is worked out here, the moment it leaves, and stored nowhere.
      const path = `/join?token=${deriveInviteToken(posy, { id: inviteId, version })}`
      const { allowance = null, recipientName = null } = allowances.get(id) ?? {}
      const letter = inviteLetter({
        type,
        from,
        teamName,
        recipientName,
        allowance,
        lastDay: inviteEnds(posy, invite),
        path,
        isReminder,
      })
      return mailTo(address, renderLetter(letter, posy.config.publicUrl))
    })
  },
})

/** Invites as they are now; one is open that can still be accepted, to the mail of its latest sending. */
async function loadInvites(
  posy: Posy,
  queued: readonly QueuedMessage<{ version: number; reminder?: number | undefined }>[],
) {
  const ids = queued.flatMap(({ inviteId }) => inviteId ?? [])
  const rows = await posy.db
    .selectFrom('team_invite as invite')
    .innerJoin('team', 'team.id', 'invite.team_id')
    .leftJoin('app_user as sender', (join) =>
      join.onRef('sender.id', '=', 'invite.sender_id').on('sender.is_service', '=', false),
    )
    .select(['invite.id as inviteId', 'invite.version', 'invite.type', 'invite.automation_id as automationId'])
    .select([
      'invite.email as address',
      'invite.expires_at as expiresAt',
      'invite.updated_at as updatedAt',
      'team.name as teamName',
    ])
    .select(['sender.first_name as senderFirstName', 'sender.surname as senderSurname'])
    .select('sender.send_as_name as sendAsName')
    .select(
      sql<boolean>`invite.accepted_at is null and invite.expires_at > ${new Date(posy.wall.nowMs())}
        and not ${inviteHasEnded('invite', toDate(posy.clock.now()))} and team.closed_at is null`.as('isOpen'),
    )
    .$narrowType<{ type: InviteType }>()
    .where('invite.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const invites = new Map(rows.map((invite) => [invite.inviteId, invite]))
  return queued.flatMap(({ id, inviteId, detail }) => {
    const invite = invites.get(inviteId ?? '')
    const isLatest = invite?.version === detail.version
    return invite ? [{ ...invite, id, isOpen: invite.isOpen && isLatest, isReminder: Boolean(detail.reminder) }] : []
  })
}

/** What invites to budgets promise, by message. */
async function promisedAllowances(posy: Posy, invites: Awaited<ReturnType<typeof loadInvites>>) {
  const promised = new Map<string, PromisedAllowance | null>()
  for (const { id, automationId, address, isOpen } of invites)
    if (automationId && isOpen)
      promised.set(id, await posy.hooks.automationInviter.allowance(posy.db, { automationId, email: address }))
  return promised
}

/** Queues the mail of each invite's latest sending, or a reminder of it. The address is the invite's, read when it is sent. */
async function queueInvites(work: Work, inviteIds: readonly string[], reminder: number | null = null): Promise<void> {
  const wanted = JSON.stringify(inviteIds.map((inviteId) => ({ id: newId(), invite_id: inviteId })))
  const queued = await sql`
    insert into outgoing_message (id, dedupe_key, team_id, channel, template, invite_id, detail, next_attempt_at, created_at, status_updated_at)
    select wanted.id, 'invite/' || invite.id || '/' || invite.version || ${reminder ? `/reminder-${reminder}` : ''}::text, invite.team_id, 'email', ${inviteEmail.template}, invite.id,
      jsonb_build_object('version', invite.version) || ${reminder ? JSON.stringify({ reminder }) : '{}'}::jsonb, ${new Date(work.posy.wall.nowMs())}, ${work.at}, ${work.at}
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (id uuid, invite_id uuid) join team_invite as invite on invite.id = wanted.invite_id
    where invite.accepted_at is null and invite.cancelled_at is null
    on conflict (dedupe_key) do nothing`.execute(work.tx)
  if (Number(queued.numAffectedRows ?? 0) > 0) await work.send(DELIVER_JOB, {})
}

/** To someone who signed up, or wishes for a plan: what proves their address. */
export const verifyEmailEmail = userEmail({
  template: 'verify-email',
  detail: z.object({ verificationId: z.string() }),
  load: loadVerifications,
  write({ detail: { verificationId } }, verifications) {
    const proof = verifications.get(verificationId)
    if (!proof) return
    if (!proof.isOpen) return cancelled('link is used or over')
    const link = { path: proof.path, showsLink: true }
    if (proof.action === 'verify') {
      const words = enGB.verifyEmail
      return { ...words, ...link, body: [hello(proof), words.intro], aside: words.ifNotYou }
    }
    if (!proof.planName || !proof.teamName) return cancelled('the link names no team')
    // It says what the link orders: it proves no address.
    const words = enGB.upgradeLink
    const [plan, team] = [inline(proof.planName), inline(proof.teamName)]
    const pence = Number(proof.price)
    const price = pence ? words.price(copy.money(pence, 'GBX'), proof.billingPeriod!) : words.free
    return {
      ...words,
      ...link,
      subject: words.subject(team, plan),
      heading: words.heading(team, plan),
      body: [hello(proof), words.intro(team, plan, price), words.how],
      aside: words.ifNotYou,
    }
  },
})

/** Proofs of addresses and wishes for a plan, as they are now; none is open whose address was changed meanwhile. */
async function loadVerifications(posy: Posy, messages: readonly UserMessage<{ verificationId: string }>[]) {
  const ids = messages.map(({ detail }) => detail.verificationId)
  const proofs = await posy.db
    .selectFrom('user_verification as proof')
    .innerJoin('app_user', 'app_user.id', 'proof.user_id')
    .leftJoin('plan', 'plan.id', 'proof.plan_id')
    .leftJoin('team', 'team.id', 'proof.team_id')
    // What was typed with this link: the account may still say what a stranger typed first.
    .select(sql<string>`coalesce(proof.details->>'firstName', app_user.first_name, '')`.as('firstName'))
    .select(['proof.id', 'proof.action', 'team.name as teamName'])
    .select(['plan.name as planName', 'plan.price', 'plan.billing_period as billingPeriod'])
    .select(
      sql<boolean>`proof.used_at is null and proof.expires_at > ${new Date(posy.wall.nowMs())} and proof.email = app_user.email`.as(
        'isOpen',
      ),
    )
    .where('proof.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  // The tokens are worked out here, the moment they leave, and stored nowhere.
  return new Map(
    proofs.map((proof) => [
      proof.id,
      { ...proof, path: `/verify-email?token=${deriveVerificationToken(posy, proof.id)}` },
    ]),
  )
}

/** To the owner of an address that someone tried to sign up with again. */
export const accountExistsEmail = userEmail({
  template: 'account-exists',
  detail: z.object({}),
  write({ reader }) {
    const words = enGB.accountExists
    const body = [hello(reader), words.intro]
    return { ...words, body, aside: words.ifNotYou, path: '/forgot-password', showsLink: true }
  },
})

/** To the admins of a team that someone wishes to join. The asker is gone once the wish has served its time. */
export const joinRequestEmail = userEmail({
  template: 'join-request',
  detail: z.object({ joinRequestId: z.string() }),
  load: loadJoinRequests,
  write({ detail: { joinRequestId } }, wishes) {
    const wish = wishes.get(joinRequestId)
    if (!wish?.email) return cancelled('wish has served its time')
    const { why, ...words } = enGB.joinRequest
    const [asker, team] = [oneLine(wish.email), inline(wish.teamName)]
    return {
      ...words,
      subject: words.subject(asker, team),
      heading: words.heading(team),
      body: [words.intro(asker, team)],
      aside: why,
      path: `/team/invites?email=${encodeURIComponent(wish.email)}`,
      showsLink: true,
    }
  },
})

async function loadJoinRequests({ db }: Posy, messages: readonly UserMessage<{ joinRequestId: string }>[]) {
  const ids = messages.map(({ detail }) => detail.joinRequestId)
  const wishes = await db
    .selectFrom('join_request as wish')
    .innerJoin('team', 'team.id', 'wish.team_id')
    .select(['wish.id', 'wish.email', 'team.name as teamName'])
    .where('wish.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(wishes.map((wish) => [wish.id, wish]))
}

/** To someone who was removed from a team. */
const membershipEndedEmail = userEmail({
  template: 'membership-ended',
  detail: z.object({}),
  load: async (posy, messages) => ({
    teamNames: await loadTeamNames(posy, messages),
    members: await loadMembers(posy, messages),
  }),
  write({ reader, teamId, userId }, { teamNames, members }) {
    const teamName = teamNames.get(teamId)
    if (teamName === undefined) return
    if (members.has(`${teamId} ${userId}`)) return cancelled('is a member again')
    const words = enGB.membershipEnded
    const team = inline(teamName)
    return {
      ...words,
      subject: words.subject(oneLine(teamName)),
      heading: words.heading(team),
      body: [hello(reader), words.intro(team), words.gifts],
      path: '',
    }
  },
})

async function loadMembers({ db }: Posy, messages: readonly QueuedMessage[]): Promise<Set<string>> {
  const userIds = messages.flatMap(({ userId }) => userId ?? [])
  const members = await db
    .selectFrom('team_member')
    .select(['team_id', 'user_id'])
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute()
  return new Set(members.map(({ team_id, user_id }) => `${team_id} ${user_id}`))
}

export const joiningEmails: EmailFamily = {
  kinds: [inviteEmail, verifyEmailEmail, accountExistsEmail, joinRequestEmail, membershipEndedEmail],
  subscribe(posy) {
    onEvent(posy, invitesIssued, (work, { inviteIds }) => queueInvites(work, inviteIds))
    onEvent(posy, invitesReminded, (work, { inviteIds, reminder }) => queueInvites(work, inviteIds, reminder))
    onEvent(posy, verificationIssued, (work, { verificationId, userId }) =>
      queueMessage(work, verifyEmailEmail, {
        dedupeKey: `verify-email/${verificationId}`,
        ...{ userId, teamId: null },
        detail: { verificationId },
      }),
    )
    onEvent(posy, signUpRepeated, (work, { signUpId, userId }) =>
      queueMessage(work, accountExistsEmail, {
        dedupeKey: `account-exists/${signUpId}`,
        userId,
        teamId: null,
        detail: {},
      }),
    )
    onEvent(posy, joinRequested, async (work, { teamId, joinRequestId }) => {
      for (const { id: userId } of await listAdmins(work.tx, teamId)) {
        const dedupeKey = `join-request/${joinRequestId}/${userId}`
        await queueMessage(work, joinRequestEmail, { dedupeKey, teamId, userId, detail: { joinRequestId } })
      }
    })
    onEvent(posy, memberRemoved, (work, { removalId, ...from }) =>
      queueMessage(work, membershipEndedEmail, { ...from, dedupeKey: `membership-ended/${removalId}`, detail: {} }),
    )
  },
}
