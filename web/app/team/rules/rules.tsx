import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import { choice, id, readForm, texts } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import type { Session } from '#web/session/session.ts'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { useTeam } from '../layout.tsx'
import { mayManage } from '../may-manage.ts'
import { PendingChanges } from './pending-changes.tsx'
import { fieldsOfForm, readRules } from './read-rules.server.ts'
import { currencyByTerritory, RulesCard } from './rules-card.tsx'
import { TeamRulesForm } from './rules-form.tsx'

/** Tags of this type are what restrictions speak of. */
const CATEGORY_TYPE = 7
const CATEGORIES_SHOWN = 200
const mayDecide = ['manage-billing', 'manage-team-information', 'manage-subteam-information'] as const

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const maySeeChanges = mayDecide.some((wanted) => session.can(wanted))
  const [tags, waiting] = await Promise.all([
    session.api.findTags({ body: { filter: { typeId: [CATEGORY_TYPE] }, limit: CATEGORIES_SHOWN } }),
    maySeeChanges ? session.api.listRuleChanges() : null,
  ])
  return {
    categories: tags.ok ? tags.value.data.map(({ id, name }) => ({ id, name })) : [],
    changes: waiting ? session.unwrap(waiting).data : [],
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { intent } = readForm(form, { intent: choice('confirm', 'object') })
  if (intent) return decide(session, intent, form)
  const params = { id: session.teamId! }
  const team = session.unwrap(await session.api.getTeam({ params })).data
  const { body, wrong } = readRules(form, team, (wanted) => session.can(wanted))
  const ticked = readForm(form, { deliveryMethods: texts, allow: texts, disallow: texts })
  if (Object.keys(wrong).length) return data({ failure: invalidForm(wrong, form), ticked }, { status: 422 })
  const saved = await session.api.updateTeam({ params, body })
  if (!saved.ok) {
    const failure = toFormFailure(saved.problem, form)
    return data({ failure: { ...failure, fields: fieldsOfForm(failure.fields) }, ticked }, { status: failure.status })
  }
  return session.redirect(
    paths.teamTab('rules'),
    saved.value.data.pendingChanges.length
      ? 'The rules are saved. What is stricter holds from the next purchase; what would allow more waits below.'
      : 'The rules are saved. They hold from the next purchase.',
  )
}

/** Lets a looser rule hold, or ends it. */
async function decide(session: Session, intent: 'confirm' | 'object', form: FormData) {
  const params = readForm(form, { id })
  const decided = await (intent === 'confirm'
    ? session.api.confirmRuleChange({ params })
    : session.api.objectToRuleChange({ params }))
  if (!decided.ok) {
    const failure = toFormFailure(decided.problem, form)
    return refused({ failure, ticked: null })
  }
  return session.redirect(
    paths.teamTab('rules'),
    intent === 'confirm'
      ? 'The change is confirmed. It holds from now on.'
      : 'The rule stays as it is. The person who asked is told.',
  )
}

export default function TeamRules() {
  const { categories, changes } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const team = useTeam()
  const can = useCan()
  const zone = useZone()
  const names = Object.fromEntries(categories.map(({ id, name }) => [id, name]))
  const failure = sent?.failure ?? null
  const isDecision = Boolean(failure?.values.intent)
  // First of all: on a phone it would else stand below a long form.
  const waiting = changes.length ? (
    <PendingChanges
      changes={changes}
      teamId={team.id}
      currency={currencyByTerritory(team)}
      named={(ids) => ids.map((id) => names[id] ?? 'a category that no longer exists').join(', ')}
      zone={zone}
      failure={isDecision ? failure : null}
    />
  ) : null
  if (!mayManage(team, can))
    return (
      <div className="stack">
        {waiting}
        <RulesCard team={team} categories={names} />
      </div>
    )
  return (
    <div className="stack">
      {waiting}
      <div className="columns">
        <TeamRulesForm
          key={team.dateModified}
          team={team}
          categories={categories}
          failure={isDecision ? null : failure}
          ticked={sent?.ticked ?? null}
        />
        <RulesCard team={team} categories={names} />
      </div>
    </div>
  )
}
