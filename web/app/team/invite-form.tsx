import { Link } from 'react-router'
import type { Team } from '#contract/teams/teams.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { rolesToGive } from '#web/app/shell/roles.ts'
import { useRoleLabels } from '#web/app/shell/use-role-labels.ts'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, FormActions, SelectField, TextAreaField, TextField } from '#web/ui/kit/form.tsx'

interface InviteFormProps {
  team: Team
  failure: Failure | undefined
  /** Whom a mail asked to invite. */
  email: string
  /** Someone to lead a subteam, instead of people for the team. */
  forSubteam: boolean
}

export function InviteForm({ team, failure, email, forSubteam }: InviteFormProps) {
  const can = useCan()
  const roleLabels = useRoleLabels()
  const mayLeadSubteams = can('add-subteams') && team.parentTeamId === null
  if (forSubteam && mayLeadSubteams)
    return (
      <Card
        title="Invite someone to lead a subteam"
        action={<Link to={paths.teamTab('invites')}>Invite to the team</Link>}
      >
        <ActionForm failure={failure}>
          <input type="hidden" name="type" value="subteam" />
          <TextField name="emails" label="Email address" type="email" defaultValue={email} required />
          <TextField
            name="subteamName"
            label="Name of the subteam"
            description="It opens when they accept, with a wallet of its own. If you leave this empty, they choose its name."
            maxLength={100}
          />
          <FormActions>
            <SubmitButton>Send the invite</SubmitButton>
          </FormActions>
        </ActionForm>
      </Card>
    )
  return (
    <Card
      title="Invite people"
      action={
        mayLeadSubteams ? <Link to={`${paths.teamTab('invites')}?for=subteam`}>Invite to lead a subteam</Link> : null
      }
    >
      <ActionForm failure={failure}>
        <input type="hidden" name="type" value="participant" />
        <TextAreaField
          name="emails"
          label="Email addresses"
          description="One a line, or with commas between."
          defaultValue={email}
          rows={3}
          required
        />
        <SelectField
          name="roleGroupId"
          label="Role"
          data={rolesToGive(team, can).map((role) => ({
            value: role,
            label: `${roleLabels[role].name}: ${roleLabels[role].may}`,
          }))}
        />
        <FormActions>
          <SubmitButton>Send the invites</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
