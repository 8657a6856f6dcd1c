import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { CelebrationRule } from '#contract/celebrations/celebrations.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { GiftPicker } from '../send/gift/gift-picker.tsx'
import { occasionLabels } from './labels.ts'
import {
  loadRuleForm,
  loadRulePreview,
  type RuleOutcome,
  readRuleIds,
  readValues,
  ruleBody,
} from './load-rule-form.server.ts'
import { NotConnected } from './not-connected.tsx'
import { RuleFacts } from './rule-facts.tsx'
import { RuleForm } from './rule-form.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { data: rule } = session.unwrap(await session.api.getCelebrationRule({ params: { id: readId(params.id) } }))
  return { rule, form: session.can('team-admin') ? await loadRuleForm(session, new URL(request.url), rule) : null }
}

/** `preview` shows whom the rule would celebrate; the others change it, pause or resume it, or delete it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const { api } = session
  const rule = { params: { id: readId(params.id) } }
  const form = await request.formData()
  const done = (text: string) => {
    return session.redirect(paths.celebrations, text)
  }
  const { do: wanted } = readForm(form, { do: choice('preview', 'delete', 'pause', 'resume') })
  switch (wanted) {
    case 'preview': {
      const looked = await loadRulePreview(session, form)
      return data<RuleOutcome>(looked, { status: looked.failure?.status ?? 200 })
    }
    case 'delete':
      session.unwrap(await api.deleteCelebrationRule(rule))
      return done('The rule is deleted. Gifts that were sent stay.')
    case 'pause':
      session.unwrap(await api.updateCelebrationRule({ ...rule, body: { status: 'paused' } }))
      return done('The rule is paused. Nothing is sent until you resume it.')
  }
  const values = readValues(form)
  const { occasion: _, linkedAccountId: __, ...changes } = ruleBody(values, readRuleIds(form))
  const isResumed = wanted === 'resume'
  const saved = await api.updateCelebrationRule({ ...rule, body: isResumed ? { status: 'active' } : changes })
  if (!saved.ok) {
    const failure = toFormFailure(saved.problem, form)
    if (!isResumed) return refused<RuleOutcome>({ failure, preview: null, values })
    session.flash(`The rule stays paused: ${failure.message}`, 'danger')
    return redirect(paths.celebrationRule(rule.params.id), 303)
  }
  return done(isResumed ? 'The rule is active again, from the next 9 in the morning on.' : 'Your changes are saved.')
}

export default function Rule() {
  const { rule, form } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const [search] = useSearchParams()
  const here = paths.celebrationRule(rule.id)
  return (
    <>
      <PageHeader
        title={rule.name}
        lead={rule.status === 'paused' ? `${occasionLabels[rule.occasion]}, paused` : occasionLabels[rule.occasion]}
        back={{ to: paths.celebrations, label: 'Celebrations' }}
        actions={form ? <RuleActions rule={rule} /> : null}
      />
      {form === null ? (
        <RuleFacts rule={rule} />
      ) : form.linkedAccountId === null ? (
        <NotConnected />
      ) : form.product ? (
        <RuleForm {...form} outcome={outcome} isSaved pickPath={withQuery(here, { pick: '1' })} />
      ) : (
        <GiftPicker
          {...form.gifts}
          keep={{ pick: '1' }}
          productPath={(gift) => paths.celebrationRule(rule.id, gift)}
          allPath={withQuery(here, { pick: '1' })}
        />
      )}
      {form && search.get('ask') === 'delete' ? (
        <ConfirmDialog title="Delete this rule?" confirm="Delete rule" fields={{ do: 'delete' }} closeTo={here}>
          Gifts that wait are not sent. Gifts that were sent stay. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const RuleActions = ({ rule: { id, status } }: { rule: CelebrationRule }) => (
  <Form method="post" action={paths.celebrationRule(id)} className="row">
    <SubmitButton look="quiet" size="small" name="do" value={status === 'active' ? 'pause' : 'resume'}>
      {status === 'active' ? 'Pause' : 'Resume'}
    </SubmitButton>
    <LinkButton look="plain" size="small" to={withQuery(paths.celebrationRule(id), { ask: 'delete' })}>
      Delete
    </LinkButton>
  </Form>
)
