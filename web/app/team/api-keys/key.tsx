import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useZone } from '#web/app/shell/app-data.ts'
import { roleLabels } from '#web/app/shell/roles.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { readOutcome, scopeNames } from './labels.ts'
import { RequestTable } from './request-table.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = session.teamId!
  const { data: keys } = session.unwrap(await session.api.getApiKeys({ params: { id } }))
  const key = keys.find((one) => one.id === params.keyId)
  if (!key) throw new Response(null, { status: 404 })
  const search = new URL(request.url).searchParams
  const log = session.unwrap(
    await session.api.listApiRequests({
      params: { id, keyId: key.id },
      query: { status: readOutcome(search.get('status')), next: search.get('next') ?? undefined },
    }),
  )
  return { key, requests: log.data, next: log.next }
}

export default function KeyPage() {
  const { key, requests, next } = useLoaderData<typeof loader>()
  const zone = useZone()
  const moment = (at: string) => <time dateTime={at}>{formatMoment(at, zone)}</time>
  return (
    <>
      <Card title={key.name}>
        <p>
          <Link to={paths.teamTab('api-keys')}>API keys</Link> / <code>{key.hint}…</code>
        </p>
        <Facts
          facts={[
            { name: 'Acts as', value: roleLabels[key.roleGroupId].name },
            { name: 'May', value: scopeNames(key.scopes) },
            { name: 'Made', value: formatDay(key.dateCreated, zone) },
            { name: 'Last day', value: key.dateExpires ? formatDay(key.dateExpires, zone) : 'None' },
            { name: 'Last used', value: key.dateLastUsed ? moment(key.dateLastUsed) : 'Never' },
          ]}
        />
      </Card>
      <RequestTable requests={requests} next={next} zone={zone} caption="Requests with this key" />
    </>
  )
}
