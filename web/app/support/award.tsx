import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { AwardDetail } from '#contract/awards/awards.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { useAppData, useCan } from '#web/app/shell/app-data.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { AlikePeople } from './alike-people.tsx'
import { submitAwardAction } from './award-actions.server.ts'
import { AwardForms } from './award-forms.tsx'
import { AwardState } from './award-state.tsx'
import { AwardTimeline } from './award-timeline.tsx'
import { CannotUse } from './cannot-use.tsx'
import { whyGrantEnded } from './grant-end.server.ts'
import {
  deliveryLabels,
  describeRecent,
  householdLabel,
  mayBeReissued,
  personLabel,
  railLabel,
  whyItWaits,
} from './labels.ts'
import { PersonFacts } from './person-facts.tsx'
import { afterDecision } from './waiting.server.ts'
import { withWrittenNumber } from './written-number.server.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { person, ...rest } = session.unwrap(await session.api.getAward({ params: { id: readId(params.id) } })).data
  const award = { ...rest, person: withWrittenNumber(person) }
  const grant =
    session.can('make-awards') && mayBeReissued(award)
      ? session.unwrap(await session.api.getGrant({ params: { id: award.grantId } })).data
      : null
  // The money of one that expired is committed again, as of a new award.
  const grantEnd =
    grant && award.status === 'expired' ? whyGrantEnded(grant, await businessNow(context.get(webContext))) : null
  // Before more is decided on: what someone got under another record is in no sum of this one.
  const alike =
    award.status === 'referred' && award.person.name
      ? await session.api.listAlikePeople({ params: { id: award.person.id } })
      : null
  return {
    ...{ award, granted: grant?.rails ?? [], grantEnd, key: randomUUID() },
    alike: alike?.ok ? alike.value.data.map(withWrittenNumber) : [],
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const outcome = await submitAwardAction(session, id, await request.formData())
  if (outcome === null) throw data(null, { status: 400 })
  // The link is in this answer alone: no address, and no cookie, holds it.
  if ('link' in outcome) return data(outcome)
  if ('failure' in outcome) return data(outcome, { status: outcome.failure.status })
  if (outcome.isAgain) return session.redirect(paths.newAward({ like: id }), outcome.told)
  const own = paths.award(id)
  return session.redirect(outcome.isDecision ? await afterDecision(session, own) : own, outcome.told)
}

export default function AwardScreen() {
  const { award, granted, grantEnd, key, alike } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const { initialUser } = useAppData()
  const can = useCan()
  const isMine = award.createdBy.id === initialUser?.id
  return (
    <>
      <PageHeader
        title={`${formatMoney(award.amount, award.currency)} for ${personLabel(award.person)}`}
        lead={`Case ${award.caseReference}`}
        back={{ to: paths.awards, label: 'Support' }}
      />
      <div className="columns">
        <div className="stack">
          <CannotUse award={award} mayMake={can('make-awards')} />
          <AwardCard award={award} />
          <AlikePeople people={alike} />
          <AwardForms
            award={award}
            granted={granted}
            grantEnd={grantEnd}
            attempt={key}
            sent={sent ?? null}
            mayDecide={can('approve-awards') && !isMine}
            mayMake={can('make-awards')}
          />
        </div>
        <div className="stack">
          <PersonCard award={award} />
          <Card title="What happened">
            <AwardTimeline entries={award.timeline} currency={award.currency} />
          </Card>
        </div>
      </div>
    </>
  )
}

function AwardCard({ award }: { award: AwardDetail }) {
  const { status, currency, amount, paid, paidLate, fee, feeVat, dateExpires } = award
  const money = (pence: number) => formatMoney(pence, currency)
  return (
    <Card title="The award" action={<AwardState award={award} />}>
      <Facts
        facts={[
          { name: 'Amount', value: money(amount) },
          {
            // Where it is bought with its code, nothing is left to be cashed.
            name: status === 'code-generated' ? 'Paid out with its code' : 'Paid out',
            value: paid > 0 || status === 'cashed' ? money(paid) : null,
          },
          { name: 'Of it, after its end', value: paidLate > 0 ? money(paidLate) : null },
          { name: 'Fee', value: fee + feeVat > 0 ? `${money(fee)} and ${money(feeVat)} VAT` : null },
          { name: 'Why it waits', value: whyItWaits(award) },
          { name: 'In the four weeks before', value: award.waiting && describeRecent(award.waiting.recent, currency) },
          { name: 'Helped again because', value: award.waiting?.duplicateReason },
          { name: 'Reason', value: award.reason },
          { name: 'Household', value: award.householdType && householdLabel(award.householdType) },
          { name: 'Grant', value: <Link to={paths.grant(award.grantId)}>{award.grantName}</Link> },
          { name: 'Ways to be paid', value: award.rails.map(railLabel).join(', ') },
          { name: 'Chosen', value: award.rail && railLabel(award.rail) },
          {
            name: status === 'referred' ? 'Waits until' : 'Good until',
            value: dateExpires && formatDay(dateExpires, BUSINESS_ZONE),
          },
          { name: 'Its link', value: award.deliverBy && deliveryLabels[award.deliverBy] },
          { name: 'Made by', value: award.createdBy.name },
          { name: 'Approved by', value: award.approvedBy?.name },
        ]}
      />
    </Card>
  )
}

const PersonCard = ({ award: { person } }: { award: AwardDetail }) => (
  <Card title="The person" action={<Link to={paths.helpedPerson(person.id)}>All their awards</Link>}>
    <PersonFacts person={person} />
  </Card>
)
