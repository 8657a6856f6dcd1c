import { IconArrowRight } from '@tabler/icons-react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from 'react-router'
import { seesAwards } from '#contract/awards/sees-awards.ts'
import { ProductGrid } from '#web/app/catalogue/product-grid.tsx'
import { useAppData, useCan } from '#web/app/shell/app-data.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import type { ListedActivity } from './activity.ts'
import { ActivityList } from './activity-list.tsx'
import { AllowanceCard } from './allowance-card.tsx'
import { type ListedAttention, splitAttention } from './attention.ts'
import { AttentionList } from './attention-list.tsx'
import { FIRST_STEPS_KEY } from './first-steps.ts'
import { FirstStepsCard } from './first-steps-card.tsx'
import { loadHome } from './load-home.server.ts'
import { ReactionList } from './reaction-list.tsx'
import { HomeSpendCard } from './spend-card.tsx'
import { useFirstMoney } from './use-first-money.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  // People who help others, and buy no gifts, begin with awards.
  if (session.can(seesAwards) && !session.can('purchase-hugggs')) throw redirect(paths.supportOverview)
  return loadHome(session, await businessNow(context.get(webContext)))
}

/** Dismisses something that wanted looking at. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const { key, level } = readForm(await request.formData(), { key: text, level: text })
  if (!session.user || !/^\d{1,9}$/.test(level)) throw data(null, { status: 400 })
  const dismissed = { [key]: { level: Number(level) } }
  const result = await session.api.putUserState({ params: { id: session.user.id }, body: { entity: { dismissed } } })
  // A key that no page of ours sends.
  if (!result.ok && result.problem.status === 422) throw data(null, { status: 400 })
  session.unwrap(result)
  const said = key === FIRST_STEPS_KEY ? 'The steps are hidden.' : 'Dismissed. It comes back if it gets worse.'
  return session.redirect(paths.home, said)
}

export default function Home() {
  const {
    attention,
    firstSteps,
    spend,
    wallets,
    activity,
    reactions,
    featured,
    buysNothing,
    allowance,
    otherAllowances,
    isFormer,
    whose,
    rules,
  } = useLoaderData<typeof loader>()
  const { initialUser, teamId, teams, deactivatedTeams } = useAppData()
  const isShutOut = teamId === null && deactivatedTeams.length > 0
  const can = useCan()
  useFirstMoney(allowance)
  // What has failed stands above what there is to give: on a phone it would be below the fold.
  const { failed, others } = splitAttention(attention)
  const inWhose = whose ? ` in ${whose}` : ''
  return (
    <>
      <PageHeader
        title={initialUser?.firstName ? `Hello, ${initialUser.firstName}` : 'Hello'}
        lead={isShutOut ? undefined : isFormer ? 'The gifts that you sent.' : leadFor(can('purchase-hugggs'))}
        actions={can('purchase-hugggs') && !allowance ? <LinkButton to={paths.send}>Send a gift</LinkButton> : null}
      />
      <div className="columns">
        <div className="stack">
          {teamId === null && teams.length ? (
            <TeamsToOpen teams={teams} title={teams.length === 1 ? 'Ready for you' : 'Your teams'} />
          ) : null}
          {isFormer && otherAllowances.length ? (
            <TeamsToOpen
              teams={otherAllowances.map((other) => ({ id: other.teamId, name: other.name }))}
              title={`You still act${inWhose}`}
            />
          ) : null}
          <AttentionCard title="Needs attention" items={failed} />
          {allowance ? <AllowanceCard allowance={allowance} buysNothing={buysNothing} /> : null}
          {otherAllowances.map((other) => (
            <AllowanceCard key={other.participantId} allowance={other} isHere={false} />
          ))}
          {otherAllowances.length ? (
            <p>
              {whose ? `The rest of this page is about ${whose}. ` : ''}
              <Link to={paths.allowances}>All of your allowances</Link>
            </p>
          ) : null}
          {rules.length ? (
            <Card title="What you may give">
              <Facts facts={rules} />
            </Card>
          ) : null}
          {firstSteps.length ? <FirstStepsCard steps={firstSteps} /> : null}
          <AttentionCard title={failed.length ? 'Also' : 'Needs attention'} items={others} />
          {isShutOut || teamId === null ? null : (
            <RecentActivity activity={activity} mayLook={!allowance && !isFormer} title={`Recent activity${inWhose}`} />
          )}
          {featured.length ? (
            <section className="stack">
              <div className="row apart">
                <h2>Gifts people love</h2>
                <Link to={allowance ? paths.sendWay('browse') : paths.browse} prefetch="intent">
                  Browse all <IconArrowRight size={16} aria-hidden="true" className="in-text" />
                </Link>
              </div>
              <ProductGrid products={featured} to={allowance ? paths.sendOne : undefined} />
            </section>
          ) : null}
        </div>
        <div className="stack">
          {spend || wallets.length ? <HomeSpendCard spend={spend} wallets={allowance ? [] : wallets} /> : null}
          {can('view-huggg-status') ? (
            <Card
              title={`Reactions${inWhose}`}
              action={reactions.length ? <Link to={paths.reactions}>All of them</Link> : null}
            >
              {reactions.length ? (
                <ReactionList reactions={reactions} />
              ) : (
                <EmptyState picture="letter" title="No thank-yous yet">
                  When someone opens a gift and says something, it is here.
                </EmptyState>
              )}
            </Card>
          ) : null}
        </div>
      </div>
    </>
  )
}

const AttentionCard = ({ title, items }: { title: string; items: readonly ListedAttention[] }) =>
  items.length ? (
    <Card title={title}>
      <AttentionList items={items} />
    </Card>
  ) : null

const leadFor = (buys: boolean) =>
  buys ? 'Your gifts, your balances and what needs attention.' : 'What your team gives, and what needs attention.'

/** For who came in a moment ago and acts in no team yet, or in one whose budget they are out of. */
const TeamsToOpen = ({ teams, title }: { teams: readonly { id: string; name: string }[]; title: string }) => (
  <Card title={title}>
    {teams.map(({ id, name }) => (
      <Form key={id} method="post" action={paths.switchTeam}>
        <input type="hidden" name="teamId" value={id} />
        <SubmitButton>Open {name}</SubmitButton>
      </Form>
    ))}
  </Card>
)

interface RecentActivityProps {
  activity: readonly ListedActivity[]
  mayLook: boolean
  title: string
}

const RecentActivity = ({ activity, mayLook, title }: RecentActivityProps) => (
  <Card title={title} flush>
    {activity.length ? (
      <ActivityList items={activity} />
    ) : (
      <EmptyState
        picture="sprout"
        title="Nothing has happened yet"
        action={mayLook ? <LinkButton to={paths.browse}>Find a gift</LinkButton> : null}
      >
        {mayLook ? 'When money arrives or a gift is sent, you see it here.' : 'Gifts that you send are here.'}
      </EmptyState>
    )}
  </Card>
)
