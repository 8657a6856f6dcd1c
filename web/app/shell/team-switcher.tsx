import { IconBuilding, IconCheck } from '@tabler/icons-react'
import { Form } from 'react-router'
import { paths } from '#web/paths.ts'
import { ShellMenu } from '#web/ui/kit/app-shell.tsx'
import { useAppData } from './app-data.ts'
import styles from './menus.module.css'

/** The team acted in, and the reader's others. */
export function TeamSwitcher() {
  const { teams, teamId, roleName } = useAppData()
  const current = teams.find(({ id }) => id === teamId)
  if (!current) return null
  const label = (
    <>
      <span className={styles.emblem}>
        <IconBuilding size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={styles.two}>
        <strong>{current.name}</strong>
        <span>{roleName}</span>
      </span>
    </>
  )
  if (teams.length === 1) return <div className={styles.only}>{label}</div>
  return (
    <ShellMenu id="team-menu" purpose="Switch team" label={label}>
      <Form method="post" action={paths.switchTeam}>
        {teams.map(({ id, name, note }) => (
          <button key={id} type="submit" name="teamId" value={id} className={styles.item} aria-current={id === teamId}>
            <span className={styles.two}>
              <strong>{name}</strong>
              {note ? <span>{note}</span> : null}
            </span>
            {id === teamId ? <IconCheck size={18} stroke={2} aria-label="acting here" /> : null}
          </button>
        ))}
      </Form>
    </ShellMenu>
  )
}
