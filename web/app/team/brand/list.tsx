import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ownThemes } from '#web/app/send/themes.server.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from './brand.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  return { themes: await ownThemes(session), teamId: session.teamId }
}

/** The looks that a team's gifts can have. */
export default function Brand() {
  const { themes, teamId } = useLoaderData<typeof loader>()
  const makes = useCan()('add-themes')
  const add = makes ? <LinkButton to={paths.theme('new')}>New theme</LinkButton> : null
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
