import { IconSearch } from '@tabler/icons-react'
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isUuid } from '#kit/uuid.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { AwardTable } from './award-table.tsx'
import { type AwardStatus, awardStates, CANNOT_USE, LOCKED, NOT_DECIDED } from './labels.ts'
import styles from './support.module.css'
import { SupportTabs } from './support-tabs.tsx'
import { loadWaiting } from './waiting.server.ts'

const statuses = Object.keys(awardStates) as AwardStatus[]
/** What can be told of awards beside their states. */
const AMISS = ['not-delivered', 'cannot-use', 'locked', 'not-decided'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const sent = readForm(new URL(request.url).searchParams, {
    q: text,
    status: choice(...statuses, ...AMISS),
    grant: text,
    next: text,
  })
  const [answer, grants, { count }] = await Promise.all([
    session.api.listAwards({
      query: {
        ...(sent.q ? { search: sent.q.slice(0, 100) } : {}),
        ...byState(sent.status),
        ...(isUuid(sent.grant) ? { grantId: sent.grant } : {}),
        ...(sent.next ? { next: sent.next } : {}),
      },
    }),
    session.api.listGrants({ query: { limit: 100 } }),
    loadWaiting(session),
  ])
  // Words that nothing can be found by find nothing.
  const isNoSearch = !answer.ok && answer.problem.status === 422
  const { data: awards, next } = isNoSearch ? { data: [], next: null } : session.unwrap(answer)
  return { awards, next, grants: session.unwrap(grants).data, query: sent, waiting: count }
}

export default function Awards() {
  const { awards, next, grants, query, waiting } = useLoaderData<typeof loader>()
  const can = useCan()
  const isFiltered = Boolean(query.q || query.status || query.grant || query.next)
  return (
    <>
      <PageHeader
        title="Support"
        lead="Help for people in need: each award, and how it fares."
        actions={can('make-awards') ? <LinkButton to={paths.newAward()}>New award</LinkButton> : null}
      />
      <SupportTabs waiting={waiting} />
      <Form method="get" role="search" className={styles.filters} key={JSON.stringify(query)}>
        <div className={styles.search}>
          <TextField
            name="q"
            type="search"
            label="Search"
            placeholder="Case, name, postcode, mobile"
            maxLength={100}
            defaultValue={query.q}
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          />
        </div>
        <SelectField
          name="status"
          label="State"
          defaultValue={query.status ?? ''}
          data={[
            { value: '', label: 'Any' },
            { value: 'not-delivered', label: 'Did not arrive' },
            { value: 'cannot-use', label: CANNOT_USE },
            { value: 'locked', label: LOCKED },
            { value: 'not-decided', label: NOT_DECIDED },
            ...statuses.map((value) => ({ value, label: awardStates[value].label })),
          ]}
        />
        <SelectField
          name="grant"
          label="Grant"
          defaultValue={query.grant}
          data={[{ value: '', label: 'Any' }, ...grants.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Button type="submit" look="quiet">
          Show
        </Button>
      </Form>
      <Card flush>
        <AwardTable caption="Awards" awards={awards} empty={<Nothing isFiltered={isFiltered} />} />
      </Card>
      <CursorPagination next={next} label="awards" />
    </>
  )
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      picture={null}
      title="No awards match"
      action={<LinkButton to={paths.awards}>Clear filters</LinkButton>}
    >
      Awards are found by case, name, mobile, email, postcode, date of birth and the code of their letter.
    </EmptyState>
  ) : (
    <EmptyState picture={null} title="No awards yet">
      An award gives one person a sum out of a grant.
    </EmptyState>
  )

/** What can be told of a state, and by what is amiss. */
const byState = (state: AwardStatus | (typeof AMISS)[number] | null) => {
  if (state === 'not-delivered') return { undelivered: 'true' as const }
  if (state === 'cannot-use') return { cannotUse: 'true' as const }
  if (state === 'locked') return { locked: 'true' as const }
  if (state === 'not-decided') return { undecided: 'true' as const }
  // What no one decided on has a filter of its own.
  if (state === 'expired') return { status: [state], undecided: 'false' as const }
  return state ? { status: [state] } : {}
}
