import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { listOperatorAnnouncements } from '#contract/operator/announcements.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { toLocalDateTime } from '#web/http/zoned.server.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { audienceLabel, levelLabels, stateLabels } from './labels.ts'
import { runAnnouncement } from './run-announcement.server.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { announcements, plans } = session.unwrap(await session.call(listOperatorAnnouncements, {})).data
  const announcement = announcements.find(({ id }) => id === params.id)
  if (!announcement) throw new Response(null, { status: 404 })
  const { from, until } = announcement
  const local = { fromLocal: toLocalDateTime(from, BUSINESS_ZONE), untilLocal: toLocalDateTime(until, BUSINESS_ZONE) }
  return { announcement: { ...announcement, ...local }, plans, mayAnnounce: session.may('announce') }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return runAnnouncement(getOperatorSession(context), await request.formData(), params.id!)
}

export default function AnnouncementPage() {
  const { announcement, plans, mayAnnounce } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const { text, level, state, from, until, team, dismissed } = announcement
  return (
    <>
      <PageHeader title="Announcement" back={{ to: paths.operatorAnnouncements, label: 'Announcements' }} />
      <div className="columns">
        <Card title={text}>
          <Facts
            facts={[
              { name: 'State', value: stateLabels[state].label },
              { name: 'Looks like', value: levelLabels[level].label },
              { name: 'For', value: audienceLabel(announcement) },
              { name: 'From', value: formatMoment(from, BUSINESS_ZONE) },
              { name: 'Until', value: formatMoment(until, BUSINESS_ZONE) },
              { name: 'Put away by', value: String(dismissed) },
            ]}
          />
        </Card>
        {mayAnnounce && state !== 'over' ? (
          <Card title="Acts">
            <AnnouncementForm intent="update" {...{ plans, team, failure }} was={announcement} />
            <ActForm
              intent="end"
              title="End it"
              button="End announcement"
              danger
              consequence="No one sees it from now on."
              failure={failure}
            />
          </Card>
        ) : null}
      </div>
    </>
  )
}
