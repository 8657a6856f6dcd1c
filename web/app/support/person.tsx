import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { AlikePeople } from './alike-people.tsx'
import { AwardTable } from './award-table.tsx'
import { personLabel } from './labels.ts'
import { PersonFacts } from './person-facts.tsx'
import { withWrittenNumber } from './written-number.server.ts'

const PAGE = 100

/** Someone who is helped, across grants: what the reader may see of it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const next = new URL(request.url).searchParams.get('next')
  const query = { personId: readId(params.id), limit: PAGE, ...(next ? { next } : {}) }
  const { data: awards, next: older } = session.unwrap(await session.api.listAwards({ query }))
  const person = awards[0]?.person
  if (!person) throw data(null, { status: 404 })
  if (!person.name) return { awards, next: older, person, details: null, alike: [] }
  const of = { params: { id: person.id } }
  const [details, alike] = await Promise.all([session.api.getHelpedPerson(of), session.api.listAlikePeople(of)])
  return {
    ...{ awards, next: older, person, details: details.ok ? withWrittenNumber(details.value.data) : null },
    alike: alike.ok ? alike.value.data.map(withWrittenNumber) : [],
  }
}

export default function HelpedPerson() {
  const { awards, next, person, details, alike } = useLoaderData<typeof loader>()
  const can = useCan()
  const paid = awards.reduce((sum, award) => sum + award.paid, 0)
  return (
    <>
      <PageHeader
        title={personLabel(person)}
        lead={`${plural(awards.length, 'award')}${next ? ' and more' : ''}, ${formatMoney(paid, 'GBX')} of it paid out`}
        back={{ to: paths.awards, label: 'Support' }}
        actions={
          can('make-awards') && person.name ? (
            <LinkButton to={paths.newAward({ person: person.id })}>New award</LinkButton>
          ) : null
        }
      />
      {details ? (
        <Card
          title="Their details"
          action={can('make-awards') ? <Link to={paths.editHelpedPerson(person.id)}>Change</Link> : null}
        >
          <PersonFacts person={details} />
        </Card>
      ) : null}
      <AlikePeople people={alike} />
      <Card flush>
        <AwardTable caption={`Awards to ${personLabel(person)}`} awards={awards} />
      </Card>
      <CursorPagination next={next} label="awards" />
    </>
  )
}
