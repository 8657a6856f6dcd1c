import { Form } from 'react-router'
import type { JoinRequest } from '#contract/invites/invites.ts'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import { rolesToGive } from '#web/app/shell/roles.ts'
import { useRoleLabels } from '#web/app/shell/use-role-labels.ts'
import { formatDay } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { SelectControl } from '#web/ui/kit/field.tsx'
import { useTeam } from './layout.tsx'
import styles from './team.module.css'

/** Who asked to join and waits for an answer. */
export function JoinRequests({ requests }: { requests: readonly JoinRequest[] }) {
  const team = useTeam()
  const zone = useZone()
  const roles = rolesToGive(team, useCan())
  const roleLabels = useRoleLabels()
  return (
    <Card title="Asked to join">
      <p className="muted">
        Their addresses are in {team.domain}. Accepting sends an invite, which proves that the address is theirs.
      </p>
      <ul className={styles.requests}>
        {requests.map(({ id, emailAddress, dateCreated }) => (
          <li key={id}>
            <span className={styles.two}>
              <strong>{emailAddress}</strong>
              <span className="muted small">
                Asked on <time dateTime={dateCreated}>{formatDay(dateCreated, zone)}</time>
              </span>
            </span>
            <Form method="post" className="row">
              <input type="hidden" name="intent" value="accept-request" />
              <input type="hidden" name="id" value={id} />
              <SelectControl name="roleGroupId" aria-label={`Role for ${emailAddress}`} defaultValue="participant">
                {roles.map((role) => (
                  <option key={role} value={role}>
                    {roleLabels[role].name}
                  </option>
                ))}
              </SelectControl>
              <SubmitButton size="small" aria-label={`Accept ${emailAddress}`}>
                Accept
              </SubmitButton>
            </Form>
            <Form method="post">
              <input type="hidden" name="intent" value="decline-request" />
              <input type="hidden" name="id" value={id} />
              <SubmitButton look="quiet" size="small" aria-label={`Decline ${emailAddress}`}>
                Decline
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  )
}
