import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isPass } from '#client/result.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { readForm, texts } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { sessionOf } from '#web/session/middleware.ts'
import { failureOf, invalidForm } from '#web/ui/kit/failure.ts'
import { useTeam } from '../layout.tsx'
import { mayManage } from '../may-manage.ts'
import { fieldsOfForm, readRules } from './read-rules.server.ts'
import { RulesCard } from './rules-card.tsx'
import { RulesForm } from './rules-form.tsx'

/** Tags of this type are what restrictions speak of. */
const CATEGORY_TYPE = 7
const CATEGORIES_SHOWN = 200

export async function loader({ context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const tags = await session.api.findTags({ body: { filter: { typeId: [CATEGORY_TYPE] }, limit: CATEGORIES_SHOWN } })
  return { categories: isPass(tags) ? tags.pass.data.map(({ id, name }) => ({ id, name })) : [] }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const form = await request.formData()
  const params = { id: session.teamId! }
  const team = session.unwrap(await session.api.getTeam({ params })).data
  const { body, wrong } = readRules(form, team, (wanted) => session.can(wanted))
  const ticked = readForm(form, { deliveryMethods: texts, allow: texts, disallow: texts })
  if (Object.keys(wrong).length) return data({ failure: invalidForm(wrong, form), ticked }, { status: 422 })
  const saved = await session.api.updateTeam({ params, body })
  if (!isPass(saved)) {
    const failure = failureOf(saved.fail!, form)
    return data({ failure: { ...failure, fields: fieldsOfForm(failure.fields) }, ticked }, { status: failure.status })
  }
  session.flash('The rules are saved. They hold from the next purchase.')
  return redirect(paths.teamTab('rules'), 303)
}

export default function TeamRules() {
  const { categories } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const team = useTeam()
  const can = useCan()
  const card = <RulesCard team={team} categories={Object.fromEntries(categories.map(({ id, name }) => [id, name]))} />
  if (!mayManage(team, can)) return card
  return (
    <div className="columns">
      <RulesForm
        key={team.dateModified}
        team={team}
        categories={categories}
        failure={sent?.failure ?? null}
        ticked={sent?.ticked ?? null}
      />
      <div className="stack">{card}</div>
    </div>
  )
}
