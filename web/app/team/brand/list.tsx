import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isFull, loadOwnPlanRoom } from '#web/app/plan-room/room.ts'
import { RoomNote } from '#web/app/plan-room/room-note.tsx'
import { ownThemes } from '#web/app/send/themes.server.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from './brand.module.css'
import { CardTemplates } from './card-templates.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const [themes, templates] = await Promise.all([ownThemes(session), ownCardTemplates(session)])
  const room = session.can('add-themes') ? await loadOwnPlanRoom(session, 'themes') : null
  return { themes, templates, room, teamId: session.teamId }
}

/** Templates for printed cards that not everyone has; none for those who print nothing. */
async function ownCardTemplates(session: Session) {
  if (!session.can('purchase-hugggs')) return null
  const all = session.unwrap(await session.api.listPrintableTemplates({ query: {} })).data
  return all
    .filter(({ teamId }) => teamId !== null)
    .map(({ id, name, layout, teamId }) => ({ id, name, layout, isOwn: teamId === session.teamId }))
}

/** The looks that a team's gifts can have, on screens and on paper. */
export default function Brand() {
  const { templates } = useLoaderData<typeof loader>()
  const makes = useCan()('manage-team-information')
  return (
    <div className="stack">
      <Themes />
      {templates && (makes || templates.length > 0) ? <CardTemplates templates={templates} makes={makes} /> : null}
    </div>
  )
}

function Themes() {
  const { themes, room, teamId } = useLoaderData<typeof loader>()
  const makes = useCan()('add-themes')
  const hasNoRoom = isFull(room, themes.filter(({ teamId: owner }) => owner === teamId).length)
  const add = !makes ? null : room && hasNoRoom ? (
    <RoomNote room={room} counted="themes" />
  ) : (
    <LinkButton to={paths.theme('new')}>New theme</LinkButton>
  )
  if (themes.length === 0)
    return (
      <Card>
        <EmptyState picture="sprout" title="Gifts that look like you" action={add}>
          A theme has your logo, your colour, your fonts and a giftwrap. Recipients see it on their gift and in its
          email.
        </EmptyState>
      </Card>
    )
  return (
    <div className="stack">
      {add ? <div>{add}</div> : null}
      <ul className={styles.themes}>
        {themes.map(({ id, name, look, isDefault, teamId: owner }) => (
          <li key={id} className={styles.theme}>
            <img src={paths.boxPreview(look.giftwrap)} alt="" width="160" height="160" loading="lazy" />
            <div className="stack">
              <h2>{makes && owner === teamId ? <Link to={paths.theme(id)}>{name}</Link> : name}</h2>
              {look.logoUrl ? <img className={styles.logo} src={look.logoUrl} alt="Logo" height="32" /> : null}
              <p className="row">
                {isDefault ? <StatusBadge status="Used for all gifts" tone="success" /> : null}
                {owner === teamId ? null : <StatusBadge status="From the parent team" />}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
