import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { PaperList } from '#web/ui/kit/document-list.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Refusal } from '#web/ui/kit/refusal.tsx'
import { usePolling } from '#web/ui/use-polling.ts'
import { loadOrder } from '../load-draft.server.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const order = await loadOrder(session, params.id)
  const latest = await session.api.getOrderProFormaInvoice({ params: { id: order.id } })
  return { orderId: order.id, paper: latest.ok ? latest.value.data : null }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const { api } = getSession(context)
  const orderId = readId(params.id)
  const made = await api.createProFormaInvoice({ body: { orderId } })
  if (made.ok) return redirect(paths.draftProForma(orderId), 303)
  return refused(toFormFailure(made.problem))
}

/** What a finance team wants before it lets anybody pay: the draft as it stands, on paper. */
export default function ProForma() {
  const { orderId, paper } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const isGoingOn = paper !== null && paper.status !== 'processed'
  usePolling(isGoingOn)
  return (
    <>
      <PageHeader
        title="Pro forma invoice"
        lead="Your draft as it is now, for the person who has to approve it. Nothing is bought and no money moves."
        back={{ to: paths.draftStep(orderId, 'pay'), label: 'Check and pay' }}
      />
      <Card>
        {failure ? (
          <Refusal answer={failure} title={failure.message}>
            {Object.values(failure.fields)[0] ?? failure.help}
          </Refusal>
        ) : null}
        {isGoingOn ? <p role="status">It is being made, one moment.</p> : null}
        {paper?.status === 'processed' ? <PaperList files={paper.files} /> : null}
        <Form method="post">
          <SubmitButton look={paper ? 'quiet' : 'primary'}>
            {paper ? 'Create it again from the draft as it is now' : 'Create pro forma'}
          </SubmitButton>
        </Form>
      </Card>
    </>
  )
}
