import type { InvitePage } from '#contract/invites/invites.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { roleLabels, supportRoleLabels } from '#web/app/shell/roles.ts'
import { formatDay, formatFull } from '#web/ui/format.ts'
import styles from './entrance.module.css'

/** Who invites to what, in one sentence and a few facts. */
export function Invitation({ invite }: { invite: InvitePage }) {
  const { title, lead } = wordsFor(invite)
  return (
    <div className="stack">
      <title>{`${title} · Posy`}</title>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      <dl className={styles.facts}>
        {inviteFacts(invite).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const whoInvites = ({ senderName, teamName }: InvitePage) => senderName ?? teamName

function wordsFor(invite: InvitePage): { title: string; lead: string } {
  const { type, teamName, subteamName, isSupport } = invite
  if (type === 'automation-participant')
    return {
      title: `A gift budget from ${teamName}`,
      lead: `${whoInvites(invite)} has set money aside for you to say thank you with, whenever you like.`,
    }
  if (type === 'subteam')
    return {
      title: subteamName ? `Lead ${subteamName} at ${teamName}` : `Lead a team at ${teamName}`,
      lead: `${whoInvites(invite)} would like you to run a team of your own, with its own wallet.`,
    }
  const together = isSupport ? 'help people in need together' : 'send gifts together'
  return { title: `Join ${teamName}`, lead: `${whoInvites(invite)} would like you to ${together}.` }
}

function inviteFacts({
  type,
  emailAddress,
  roleGroupId,
  allowance,
  dateExpires,
  isSupport,
}: InvitePage): [string, string][] {
  return [
    ['For', emailAddress],
    ...(allowance
      ? ([
          ['Budget', allowance.name],
          ['You get', `${formatMoney(allowance.budgetAmount, allowance.currency)} every ${allowance.frequency}`],
          ['Unspent money', unspentLabel(allowance)],
          ...(allowance.endsAt ? [['Budget ends', formatFull(allowance.endsAt, BUSINESS_ZONE)]] : []),
        ] as [string, string][])
      : []),
    ...(type === 'participant'
      ? [['Your role', (isSupport ? supportRoleLabels : roleLabels)[roleGroupId].name] as [string, string]]
      : []),
    ['Accept this invite by', acceptBy(dateExpires, allowance?.endsAt ?? null)],
  ]
}

/** A budget that ends before its invite does takes no one in after that. */
export const acceptBy = (dateExpires: string, endsAt: string | null): string =>
  endsAt !== null && Date.parse(endsAt) < Date.parse(dateExpires)
    ? formatFull(endsAt, BUSINESS_ZONE)
    : formatDay(dateExpires, BUSINESS_ZONE)

const unspentLabel = ({ keepsUnspent, endsAt }: NonNullable<InvitePage['allowance']>): string =>
  keepsUnspent
    ? `You keep it${endsAt ? ' until the budget ends' : ''}`
    : 'Goes back each time before the next amount comes'
