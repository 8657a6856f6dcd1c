import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import styles from '../../features/home/home.module.css'
import { ReactionList } from '../../features/home/reaction-list.tsx'
import { sessionOf } from '../../session/middleware.ts'
import { LinkButton } from '../../ui/kit/button.tsx'
import { Card } from '../../ui/kit/card.tsx'
import { EmptyState } from '../../ui/kit/empty-state.tsx'
import { PageHeader } from '../../ui/kit/page-header.tsx'
import { CursorPagination } from '../../ui/kit/pagination.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
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
  return (
    <>
      <PageHeader title="Reactions" lead="What people said when they opened your gifts." />
      <Card>
        {reactions.length ? (
          <div className={styles.wall}>
            <ReactionList reactions={reactions} seenUntil={seenUntil} />
          </div>
        ) : (
          <EmptyState
            picture="letter"
            title="No thank-yous yet"
            action={<LinkButton to="/browse">Find a gift</LinkButton>}
          >
            When somebody opens a gift and says something, it is here.
          </EmptyState>
        )}
        <CursorPagination next={next} label="reactions" />
      </Card>
    </>
  )
}
