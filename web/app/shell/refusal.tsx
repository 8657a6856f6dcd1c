import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { useAppData } from './app-data.ts'
import type { Visit } from './visit.server.ts'

const words: Record<number, Words> = {
  403: {
    title: 'You don’t have access to this',
    text: 'Your role in this team does not include it. A team admin can change that.',
  },
  404: { title: 'Page not found', text: 'It may have been removed, or belong to another of your teams.' },
  429: { title: 'One moment, please', text: 'That was a lot at once. Try again in a minute.' },
}
const hiddenInVisit = {
  title: 'Operators don’t see this',
  text: 'It is the person’s own, a file, or something that opens a gift. The rest of the product is as they see it.',
}
const deactivated = {
  title: 'Your team is deactivated',
  text: 'No one can act in it until it is active again. Since when, and whom to write to, is at the top of this page.',
}
const trouble = {
  title: 'Something went wrong',
  text: 'Something went wrong on our side and we have been told. Nothing was changed. Try again in a moment.',
}

/** Instead of a screen that cannot be shown, inside the frame. */
export function ShellRefusal() {
  const visit = useRouteLoaderData<Visit | null>('app/shell/session')
  const { teamId, deactivatedTeams } = useAppData()
  const isShutOut = teamId === null && deactivatedTeams.length > 0
  const inVisit = visit ? { ...words, 403: hiddenInVisit } : words
  const said = isShutOut ? { ...words, 403: deactivated, 404: deactivated } : inVisit
  return <PageRefusal words={said} home={{ to: paths.home, label: 'Go home' }} />
}

interface Words {
  title: string
  text: string
}

/** @param words by the status of what was thrown */
export function PageRefusal({ words, home }: { words: Record<number, Words>; home: { to: string; label: string } }) {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, text } = words[status] ?? trouble
  return (
    <div className="card">
      <title>{`${title} · Posy`}</title>
      <EmptyState
        picture="dandelion"
        level={1}
        title={title}
        action={<LinkButton to={home.to}>{home.label}</LinkButton>}
      >
        {text}
      </EmptyState>
    </div>
  )
}
