import { Form, useLocation } from 'react-router'
import type { BudgetFeed, FeedDifference } from '#contract/budgets/budget-feeds.ts'
import type { EmployeeGroup, LinkedAccount } from '#contract/integrations/integrations.ts'
import { formatMoney } from '#kit/money.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { groupKinds } from '#web/app/team/connections/labels.ts'
import { paths, withQuery } from '#web/paths.ts'
import { formatMoment, plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { BackLink } from '#web/ui/kit/page-header.tsx'
import { useBudget } from '../budget-context.ts'
import styles from './feed.module.css'
import { skipReasons, stopTexts } from './feed-labels.ts'
import type { FeedChoice } from './load-feed.server.ts'

const SHOWN = 50

interface FeedScreenProps {
  /** The budget's steps, where it is looked at on the way through them. */
  from: 'wizard' | null
  account: LinkedAccount | null
  feed: BudgetFeed | null
  groups: EmployeeGroup[]
  choice: FeedChoice | null
  difference: FeedDifference | null
  failure: Failure | null
}

/** Has a budget's participants follow a group of the HR system, once the difference has been looked at. */
export function FeedScreen({ from, account, feed, groups, choice, difference, failure }: FeedScreenProps) {
  const { budget } = useBudget()
  const isOpen = budget.status !== 'ended' && budget.subStatus !== 'stopping'
  return (
    <>
      <div>
        <BackLink
          to={from ? paths.budgetStep(budget.id, 'participants') : paths.budgetTab(budget.id, 'participants')}
          label={from ? 'Who is in it' : 'All participants'}
        />
        <h2>Follow an HR group</h2>
      </div>
      {feed ? <Following feed={feed} from={from} /> : null}
      {!account ? (
        <EmptyState
          picture="sprout"
          title="No HR system is connected"
          action={<LinkButton to={paths.teamTab('connections')}>Connect your HR system</LinkButton>}
        >
          Participants can follow a team, a place of work or a kind of employment in your HR system.
        </EmptyState>
      ) : isOpen && choice ? (
        <div className="columns">
          <GroupForm from={from} groups={groups} choice={choice} failure={failure} />
          <section className="stack" aria-label="What following the group does" aria-live="polite">
            {difference ? (
              <Difference account={account} choice={choice} difference={difference} />
            ) : (
              <Card title="What following the group does">
                <p className="muted">
                  You see the result here before it is saved: who joins, who leaves, and what a run costs.
                </p>
              </Card>
            )}
          </section>
        </div>
      ) : null}
    </>
  )
}

function Following({ feed, from }: Pick<FeedScreenProps, 'from'> & { feed: BudgetFeed }) {
  const { budget } = useBudget()
  const zone = useZone()
  const name = feed.groupName ?? 'a group that is no longer in your HR system'
  return (
    <>
      {feed.heldReasons.length ? (
        <Notice tone="warning" title="A change waits for you. No one has been invited or withdrawn.">
          <ul>
            {feed.heldReasons.map((reason) => (
              <li key={reason}>{stopTexts[reason]}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <Card title={`Follows ${name}`}>
        <div className="row apart">
          <p className="muted">Last brought in line {formatMoment(feed.dateApplied, zone)}.</p>
          <LinkButton
            look="plain"
            size="small"
            to={withQuery(paths.budgetFeed(budget.id), { from, ask: 'stop' })}
            preventScrollReset
          >
            Stop following
          </LinkButton>
        </div>
      </Card>
    </>
  )
}

function GroupForm({
  from,
  groups,
  choice,
  failure,
}: Pick<FeedScreenProps, 'from' | 'groups' | 'failure'> & { choice: FeedChoice }) {
  const { budget } = useBudget()
  return (
    <Card title="Which group?">
      <ActionForm method="get" action={paths.budgetFeed(budget.id)} failure={failure} key={JSON.stringify(choice)}>
        {from ? <input type="hidden" name="from" value={from} /> : null}
        <SelectField
          name="groupId"
          label="Group"
          defaultValue={choice.groupId || groups[0]?.id}
          data={[
            // Another one in its place would be followed by the next press.
            ...(choice.groupId && !groups.some(({ id }) => id === choice.groupId)
              ? [{ value: choice.groupId, label: 'A group that is no longer in your HR system' }]
              : []),
            ...groups.map(({ id, kind, name, people }) => ({
              value: id,
              label: `${name} (${groupKinds[kind].toLowerCase()}, ${plural(people, 'person', 'people')})`,
            })),
          ]}
        />
        <TextField
          name="domains"
          label="Invite addresses at"
          description="Domains, separated by commas. People with other addresses are left out."
          defaultValue={choice.domains}
          required
        />
        <AmountField
          name="limit"
          label="Most that a run may cost (optional)"
          description="A change that would cost more waits for you."
          currency={budget.currency}
          defaultValue={choice.limit}
        />
        <div>
          <SubmitButton look="quiet">Preview</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}

interface DifferenceProps {
  account: LinkedAccount
  choice: FeedChoice
  difference: FeedDifference
}

function Difference({ account, choice, difference }: DifferenceProps) {
  const { budget, attempt } = useBudget()
  const { search } = useLocation()
  const { joiners, leavers, changed, skipped, staying, unrelated, runCost, stops, version } = difference
  const isRefused = stops.includes('cost') || stops.includes('participants')
  return (
    <>
      <Card title="What following the group does">
        <div className="stack">
          <p>
            <strong>{plural(joiners.length, 'person joins', 'people join')}</strong>,{' '}
            <strong>{plural(leavers.length, 'leaves', 'leave')}</strong>,{' '}
            {plural(staying, 'is in it already', 'are in it already')}.
            {unrelated ? ` ${plural(unrelated, 'person', 'people')} added by hand stay.` : ''}
          </p>
          <p>
            A run costs up to <strong>{formatMoney(runCost, budget.currency)}</strong>.{' '}
            {budget.status === 'live'
              ? 'People who join are invited by email at once.'
              : 'People who join are invited when the budget starts.'}{' '}
            {leavers.length ? 'What leavers have not spent returns to the wallet.' : ''}
          </p>
          {stops.length ? (
            <Notice tone={isRefused ? 'danger' : 'warning'} title="A large change">
              <ul>
                {stops.map((stop) => (
                  <li key={stop}>{stopTexts[stop]}</li>
                ))}
              </ul>
            </Notice>
          ) : null}
          {isRefused ? null : (
            <Form method="post" action={`${paths.budgetFeed(budget.id)}${search}`}>
              <input type="hidden" name="do" value="follow" />
              <input type="hidden" name="attempt" value={attempt} />
              <input type="hidden" name="linkedAccountId" value={account.id} />
              <input type="hidden" name="version" value={version} />
              <input type="hidden" name="groupId" value={choice.groupId} />
              <input type="hidden" name="domains" value={choice.domains} />
              <input type="hidden" name="limit" value={choice.limit} />
              <SubmitButton>Follow this group</SubmitButton>
            </Form>
          )}
        </div>
      </Card>
      <People title="Join" people={joiners.map(({ name, email }) => ({ name, detail: email }))} />
      <People title="Leave" people={leavers.map(({ name, email }) => ({ name: name || email, detail: email }))} />
      <People
        title="Invited again"
        people={changed.map(({ name, email, previousEmail }) => ({
          name,
          detail: `${email} instead of ${previousEmail}`,
        }))}
      />
      <People
        title="Left out"
        people={skipped.map(({ name, email, reason }) => ({
          name,
          detail: email ? `${skipReasons[reason]}: ${email}` : skipReasons[reason],
        }))}
      />
    </>
  )
}

function People({ title, people }: { title: string; people: { name: string; detail: string }[] }) {
  if (people.length === 0) return null
  return (
    <Card title={`${title}: ${people.length}`}>
      <ul className={styles.people}>
        {people.slice(0, SHOWN).map(({ name, detail }) => (
          <li key={`${name} ${detail}`}>
            <strong>{name}</strong>
            <span className="muted">{detail}</span>
          </li>
        ))}
      </ul>
      {people.length > SHOWN ? <p className="muted">and {plural(people.length - SHOWN, 'more', 'more')}.</p> : null}
    </Card>
  )
}
