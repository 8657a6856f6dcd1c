import {
  type LoaderFunctionArgs,
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router'
import { type DraftStep, paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StepList } from '#web/ui/wizard/step-list.tsx'
import type { DraftOrder } from './draft.ts'
import { loadDraft } from './load-draft.server.ts'
import { isAnswered, listSendSteps } from './steps.ts'

const titles = {
  shareable: 'One link for many',
  gift: 'Your gift',
  recipients: 'Who is it for?',
  message: 'Your message',
  schedule: 'When should it arrive?',
  pay: 'Check and pay',
} as const
const titled = Object.keys(titles) as (keyof typeof titles)[]

/** The draft that all steps work on: saved at each of them, so that it can be carried on with anywhere. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<DraftOrder> {
  const draft = await loadDraft(getSession(context), params.id)
  const { pathname } = new URL(request.url)
  const { order, product, hasTyped } = draft
  const isAt = (step: DraftStep) => new RegExp(`/${step}(\\.data)?$`).test(pathname)
  if (order.type === 'superhuggg') {
    if (!product) throw redirect(paths.send, 303)
    if (isAt('pay') && !order.limit) throw redirect(paths.draftStep(order.id, 'shareable'), 303)
    return draft
  }
  if (!product && !isAt('gift')) throw redirect(paths.draftStep(order.id, 'gift'), 303)
  if (isAt('pay') && !isAnswered('recipients', order, hasTyped))
    throw redirect(paths.draftStep(order.id, 'recipients'), 303)
  return draft
}

/** A purchase that was refused for its price shows the new one. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export default function Wizard() {
  const draft = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  const step = titled.find((slug) => pathname.endsWith(`/${slug}`)) ?? 'gift'
  return (
    <>
      <PageHeader title={titles[step]} back={{ to: paths.send, label: 'Drafts' }} />
      <StepList steps={listSendSteps(draft.order, draft.hasTyped)} />
      <Outlet context={draft} />
    </>
  )
}
