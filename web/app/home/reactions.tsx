import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useCan } from '#web/app/shell/app-data.ts'
import { OfTeam } from '#web/app/shell/of-team.tsx'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import styles from './home.module.css'
import { ReactionList } from './reaction-list.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const next = new URL(request.url).searchParams.get('next') ?? undefined
  const page = session.unwrap(await session.api.listReactions({ query: { limit: 30, next } }))
  // Seen now: best told, not needed.
  if (!next && session.user)
    await session.api.putUserState({
      params: { id: session.user.id },
      body: { entity: { reactionsLastSeen: page.data[0]?.dateModified ?? null } },
    })
  return { reactions: page.data, next: page.next, seenUntil: session.user?.state?.reactionsLastSeen ?? null }
}

export default function Reactions() {
  const { reactions, next, seenUntil } = useLoaderData<typeof loader>()
  const can = useCan()
  return (
    <>
      <PageHeader title="Reactions" lead="What people said when they opened your gifts." />
      <OfTeam />
      <Card>
        {reactions.length ? (
          <div className={styles.wall}>
            <ReactionList reactions={reactions} seenUntil={seenUntil} />
          </div>
        ) : (
          <EmptyState
            picture="letter"
            title="No thank-yous yet"
            action={can('purchase-hugggs') ? <LinkButton to={paths.browse}>Find a gift</LinkButton> : null}
          >
            When someone opens a gift and says something, it is here.
          </EmptyState>
        )}
        <CursorPagination next={next} label="reactions" />
      </Card>
    </>
  )
}
