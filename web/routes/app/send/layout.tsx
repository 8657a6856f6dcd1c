import { type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useLocation } from 'react-router'
import type { Draft } from '../../../features/send/draft.ts'
import { loadDraft } from '../../../features/send/load-draft.server.ts'
import { isAnswered, listedSteps, stepPath, steps } from '../../../features/send/steps.ts'
import { StepList } from '../../../features/wizard/step-list.tsx'
import { sessionOf } from '../../../session/middleware.ts'
import { PageHeader } from '../../../ui/kit/page-header.tsx'

const titles = {
  gift: 'Your gift',
  recipients: 'Who is it for?',
  message: 'Say something kind',
  schedule: 'When shall it arrive?',
  pay: 'Check and pay',
} as const

/** The draft that all steps work on: saved at each of them, so that it can be carried on with anywhere. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Draft> {
  const draft = await loadDraft(sessionOf(context), params.id)
  const { pathname } = new URL(request.url)
  const { order, product } = draft
  if (!product && !/\/gift(\.data)?$/.test(pathname)) throw redirect(stepPath(order.id, 'gift'), 303)
  if (/\/pay(\.data)?$/.test(pathname) && !isAnswered('recipients', order))
    throw redirect(stepPath(order.id, 'recipients'), 303)
  return draft
}

export default function Wizard() {
  const draft = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  const step = steps.find(({ slug }) => pathname.endsWith(`/${slug}`))?.slug ?? 'gift'
  return (
    <>
      <PageHeader title={titles[step]} back={{ to: '/send', label: 'Drafts' }} />
      <StepList steps={listedSteps(draft.order)} />
      <Outlet context={draft} />
    </>
  )
}
