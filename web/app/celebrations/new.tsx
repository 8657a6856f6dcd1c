import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { GiftPicker } from '../send/gift/gift-picker.tsx'
import {
  loadRuleForm,
  loadRulePreview,
  type RuleOutcome,
  readRuleIds,
  readValues,
  requireCelebrationsAdmin,
  ruleBody,
} from './load-rule-form.server.ts'
import { NotConnected } from './not-connected.tsx'
import { RuleForm } from './rule-form.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  requireCelebrationsAdmin(session)
  return loadRuleForm(session, new URL(request.url), null)
}

/** `preview` shows whom the rule would celebrate; `save` makes it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { do: wanted, attempt } = readForm(form, { do: choice('preview', 'save'), attempt: text })
  if (wanted === 'preview') {
    const looked = await loadRulePreview(session, form)
    return data<RuleOutcome>(looked, { status: looked.failure?.status ?? 200 })
  }
  const values = readValues(form)
  const made = await session.api.createCelebrationRule(
    { body: ruleBody(values, readRuleIds(form)) },
    { idempotencyKey: attempt },
  )
  if (!made.ok) {
    const failure = toFormFailure(made.problem, form)
    return refused<RuleOutcome>({ failure, preview: null, values })
  }
  return session.redirect(paths.celebrations, 'The rule is active. Gifts go out at 9 in the morning.')
}

const back = { to: paths.celebrations, label: 'Celebrations' }

export default function NewRule() {
  const loaded = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  if (loaded.linkedAccountId === null)
    return (
      <>
        <PageHeader title="New celebration rule" back={back} />
        <NotConnected />
      </>
    )
  if (!loaded.product)
    return (
      <>
        <PageHeader title="Choose the gift" lead="Everyone the rule celebrates gets this one." back={back} />
        <GiftPicker {...loaded.gifts} productPath={paths.newCelebrationRule} allPath={paths.newCelebrationRule()} />
      </>
    )
  return (
    <>
      <PageHeader title="New celebration rule" back={back} />
      <RuleForm {...loaded} outcome={outcome} pickPath={paths.newCelebrationRule()} />
    </>
  )
}
