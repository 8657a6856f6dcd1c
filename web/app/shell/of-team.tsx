import { Form, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { useAppData } from './app-data.ts'
import { teamsApart } from './teams-apart.ts'

/** Of more, the menu of teams is the shorter way. */
const BUTTONS = 4

/** Whose a page is, for who acts in several teams, and the way to the same page of the others. */
export function OfTeam() {
  const { teams, teamId, roleGroupId } = useAppData()
  const { pathname } = useLocation()
  const { current, others } = teamsApart(teams, teamId)
  if (!current || others.length === 0) return null
  const isBudget = roleGroupId === 'automation-participant'
  const shown = others.length > BUTTONS ? [] : others
  return (
    <Form method="post" action={paths.switchTeam} className="row">
      <input type="hidden" name="next" value={pathname} />
      <p className="muted small">
        This page is about your {isBudget ? 'budget' : 'team'} {current.name}.{shown.length ? ' Show instead:' : ''}
      </p>
      {shown.map(({ id, name }) => (
        <SubmitButton key={id} look="plain" size="small" name="teamId" value={id} aria-label={`Show ${name}`}>
          {name}
        </SubmitButton>
      ))}
    </Form>
  )
}
