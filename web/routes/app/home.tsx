import { IconArrowRight } from '@tabler/icons-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { businessNow } from '../../business-time.ts'
import { webContext } from '../../context.ts'
import { ProductGrid } from '../../features/catalogue/product-grid.tsx'
import { ActivityList } from '../../features/home/activity-list.tsx'
import { AllowanceCard, AllowanceRules } from '../../features/home/allowance-card.tsx'
import { AttentionList } from '../../features/home/attention-list.tsx'
import { loadHome } from '../../features/home/load-home.server.ts'
import { ReactionList } from '../../features/home/reaction-list.tsx'
import { SpendCard } from '../../features/home/spend-card.tsx'
import { useAppData, useCan } from '../../features/shell/app-data.ts'
import { sessionOf } from '../../session/middleware.ts'
import { LinkButton } from '../../ui/kit/button.tsx'
import { Card } from '../../ui/kit/card.tsx'
import { EmptyState } from '../../ui/kit/empty-state.tsx'
import { PageHeader } from '../../ui/kit/page-header.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) =>
  loadHome(sessionOf(context), await businessNow(context.get(webContext)))

export default function Home() {
  const { attention, spend, wallets, activity, reactions, featured, allowance, categories } =
    useLoaderData<typeof loader>()
  const { initialUser } = useAppData()
  const can = useCan()
  return (
    <>
      <PageHeader
        title={initialUser?.firstName ? `Hello, ${initialUser.firstName}` : 'Hello'}
        lead="Here is what your gifts are doing."
      />
      <div className="columns">
        <div className="stack">
          {allowance ? (
            <>
              <AllowanceCard allowance={allowance} />
              <AllowanceRules allowance={allowance} categories={categories} />
            </>
          ) : null}
          {attention.length ? (
            <Card title="Needs attention">
              <AttentionList items={attention} />
            </Card>
          ) : null}
          <Card title="Recent activity" flush>
            {activity.length ? (
              <ActivityList items={activity} />
            ) : (
              <EmptyState
                picture="sprout"
                title="Nothing has happened yet"
                action={allowance ? null : <LinkButton to="/browse">Find a gift</LinkButton>}
              >
                As soon as money arrives or a gift is sent, you read about it here.
              </EmptyState>
            )}
          </Card>
          {featured.length ? (
            <section className="stack">
              <div className="row" style={{ justifyContent: 'space-between' }}>
                <h2>Gifts people love</h2>
                <Link to={allowance ? '/send/browse' : '/browse'} prefetch="intent">
                  Browse all <IconArrowRight size={16} aria-hidden="true" style={{ verticalAlign: '-2px' }} />
                </Link>
              </div>
              <ProductGrid products={featured} />
            </section>
          ) : null}
        </div>
        <div className="stack">
          {spend || wallets.length ? <SpendCard spend={spend} wallets={allowance ? [] : wallets} /> : null}
          {can('view-huggg-status') ? (
            <Card title="Reactions" action={reactions.length ? <Link to="/reactions">All of them</Link> : null}>
              {reactions.length ? (
                <ReactionList reactions={reactions} />
              ) : (
                <EmptyState picture="letter" title="No thank-yous yet">
                  When somebody opens a gift and says something, it is here.
                </EmptyState>
              )}
            </Card>
          ) : null}
        </div>
      </div>
    </>
  )
}
