import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { TeamUser } from '#contract/teams/team-users.ts'
import { useRoleLabels } from '#web/app/shell/use-role-labels.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { SelectControl } from '#web/ui/kit/field.tsx'
import styles from './team.module.css'

interface RoleChangeProps {
  member: TeamUser
  name: string
  roles: readonly RoleGroup[]
  /** The list without the question. */
  closeTo: string
}

/** Another role for someone, in their row of the list. */
export function RoleChange({ member, name, roles, closeTo }: RoleChangeProps) {
  const form = useRef<HTMLFormElement>(null)
  const roleLabels = useRoleLabels()
  // The person who asked for it continues here.
  useEffect(() => form.current?.querySelector('select')?.focus(), [])
  return (
    <Form method="post" action={closeTo} ref={form} className={styles.roleChange}>
      <input type="hidden" name="userId" value={member.id} />
      <SelectControl name="roleGroupId" aria-label={`Role of ${name}`} defaultValue={member.roleGroupId}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role].name}
          </option>
        ))}
      </SelectControl>
      {member.roleGroupId === 'team-admin' ? (
        <p className="muted small">API keys they issued stop when they are no longer a team admin.</p>
      ) : null}
      <span className="row">
        <SubmitButton size="small">Save role</SubmitButton>
        <LinkButton look="plain" size="small" replace preventScrollReset to={closeTo}>
          Keep it
        </LinkButton>
      </span>
    </Form>
  )
}
