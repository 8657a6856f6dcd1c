import { Form } from 'react-router'
import type { Invite } from '#contract/invites/invites.ts'
import type { Team } from '#contract/teams/teams.ts'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import type { RoleLabels } from '#web/app/shell/roles.ts'
import { useRoleLabels } from '#web/app/shell/use-role-labels.ts'
import { formatDay } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { inviteStateLabels, inviteTypeLabels, stateOfInvite } from './invite-labels.ts'
import styles from './team.module.css'

/** What an invite is about, in a word or two more. */
function describePurpose(
  { type, roleGroupId, subteamName, teamId }: Invite,
  team: Team,
  roleLabels: RoleLabels,
): string {
  const where = team.subteams.find(({ id }) => id === teamId)?.name
  const what = type === 'participant' ? roleLabels[roleGroupId].name : (subteamName ?? '')
  return [what, where ? `in ${where}` : ''].filter(Boolean).join(' ')
}

export function InviteTable({ invites, team }: { invites: readonly Invite[]; team: Team }) {
  const zone = useZone()
  const can = useCan()
  const roleLabels = useRoleLabels()
  const addressWith = useAddress()
  const isChangeable = ({ accepted, type }: Invite) => !accepted && can(inviteTypeLabels[type].needs)
  const columns: TableColumn<Invite>[] = [
    {
      key: 'who',
      header: 'Invited',
      cell: (invite) => (
        <span className={styles.two}>
          <strong>{invite.emailAddress}</strong>
          <span className="muted small">{describePurpose(invite, team, roleLabels)}</span>
        </span>
      ),
    },
    { key: 'type', header: 'To what', cell: ({ type }) => inviteTypeLabels[type].name },
    {
      key: 'state',
      header: 'State',
      cell: (invite) => {
        const { name, tone } = inviteStateLabels[stateOfInvite(invite)]
        const when = invite.dateAccepted ?? invite.dateExpires
        return (
          <span className={styles.two}>
            <span>
              <StatusBadge status={name} tone={tone} />
            </span>
            <span className="muted small">
              {invite.accepted ? 'on' : invite.expired ? 'since' : 'until'} {formatDay(when, zone)}
            </span>
          </span>
        )
      },
    },
    ...(invites.some(isChangeable)
      ? [
          {
            key: 'change',
            header: 'Change',
            numeric: true,
            cell: (invite: Invite) =>
              isChangeable(invite) ? (
                <span className={styles.changes}>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="intent" value="resend" />
                    <input type="hidden" name="id" value={invite.id} />
                    <SubmitButton
                      look="plain"
                      size="small"
                      busy={false}
                      aria-label={`Send again to ${invite.emailAddress}`}
                    >
                      Send again
                    </SubmitButton>
                  </Form>
                  <LinkButton
                    look="plain"
                    size="small"
                    preventScrollReset
                    to={addressWith({ cancel: invite.id })}
                    aria-label={`Revoke the invite to ${invite.emailAddress}`}
                  >
                    Revoke
                  </LinkButton>
                </span>
              ) : null,
          },
        ]
      : []),
  ]
  return <DataTable caption="Invites" columns={columns} rows={invites} rowKey={({ id }) => id} />
}
