import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isPass } from '#client/result.ts'
import { PaperList } from '../../../features/billing/paper-list.tsx'
import { loadOrder } from '../../../features/send/load-draft.server.ts'
import { stepPath } from '../../../features/send/steps.ts'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'
import { SubmitButton } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { failureOf } from '../../../ui/kit/failure.ts'
import { Notice } from '../../../ui/kit/notice.tsx'
import { PageHeader } from '../../../ui/kit/page-header.tsx'
import { usePolling } from '../../../ui/use-polling.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const order = await loadOrder(session, params.id)
  const latest = await session.api.getOrderProFormaInvoice({ params: { id: order.id } })
  return { orderId: order.id, paper: isPass(latest) ? latest.pass.data : null }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const { api } = sessionOf(context)
  const orderId = idOf(params.id)
  const made = await api.createProFormaInvoice({ body: { orderId } })
  if (isPass(made)) return redirect(`/send/${orderId}/pro-forma`, 303)
  const failure = failureOf(made.fail!)
  return data(failure, { status: failure.status })
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
        lead="Your draft as it stands, for who has to approve it. Nothing is bought and no money moves."
        back={{ to: stepPath(orderId, 'pay'), label: 'Check and pay' }}
      />
      <Card>
        {failure ? (
          <Notice tone="danger" role="alert" title={failure.message}>
            {Object.values(failure.fields)[0] ?? failure.help}
          </Notice>
        ) : null}
        {isGoingOn ? <p role="status">It is being drawn; a moment.</p> : null}
        {paper?.status === 'processed' ? <PaperList files={paper.files} /> : null}
        <Form method="post">
          <SubmitButton look={paper ? 'quiet' : 'primary'}>
            {paper ? 'Draw it again, as the draft stands now' : 'Draw it'}
          </SubmitButton>
        </Form>
      </Card>
    </>
  )
}
