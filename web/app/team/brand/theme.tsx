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
import { useZone } from '#web/app/shell/app-data.ts'
import { choice, file, number, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatMoment } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { type EditedTheme, fresh, type ThemeOutcome } from './edited-theme.ts'
import { restoreVersion, saveTheme, storePicture } from './theme-actions.server.ts'
import { ThemeForm } from './theme-form.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('add-themes')) throw redirect(paths.teamTab('brand'))
  if (params.themeId === 'new') return { theme: fresh, versions: [] }
  const id = params.themeId!
  const [found, history] = await Promise.all([
    session.api.getTheme({ params: { id } }),
    session.api.listThemeVersions({ params: { id } }),
  ])
  const theme = session.unwrap(found).data
  const versions = session.unwrap(history).data
  const [latest] = versions
  if (theme.type !== 'model' || theme.teamId !== session.teamId || !latest) throw data(null, { status: 404 })
  const { logo, ...branding } = latest.branding
  const edited: EditedTheme = {
    id,
    name: theme.name,
    isDefault: theme.isDefault,
    branding,
    ...latest.giftwrap,
    logo,
  }
  return { theme: edited, versions: versions.map(({ version, dateCreated }) => ({ version, dateCreated })) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const id = params.themeId === 'new' ? null : params.themeId!
  const { intent } = readForm(form, { intent: choice('keep', 'delete', 'restore') })
  const refuse = (failure: Failure) => refused<ThemeOutcome>({ failure })
  if (intent === 'keep') {
    const read = readForm(form, { kind: choice('logo', 'pattern'), file })
    const kind = read.kind ?? 'logo'
    // Why an empty one is none, the API says.
    const kept = await storePicture(session, read.file ?? new File([], kind), kind)
    return kept.picture
      ? data<ThemeOutcome>({ kept: { kind, picture: kept.picture } })
      : refuse(toFormFailure(kept.refusal, undefined, { file: `${kind}File` }))
  }
  if (id && intent === 'delete') {
    const gone = await session.api.deleteTheme({ params: { id } })
    if (!gone.ok) return refuse(toFormFailure(gone.problem))
    session.flash('The theme is deleted. Gifts that were sent with it keep it.')
    return redirect(paths.teamTab('brand'), 303)
  }
  if (id && intent === 'restore') {
    const failure = await restoreVersion(session, id, readForm(form, { version: number }).version)
    if (failure) return refuse(failure)
    session.flash('The theme looks as it did then.')
    return redirect(paths.theme(id), 303)
  }
  const saved = await saveTheme(session, id, form)
  if (saved.failure) return refuse(saved.failure)
  session.flash('The theme is saved. Gifts that were sent before stay as they were.')
  return redirect(paths.theme(saved.theme.id), 303)
}

export default function ThemePage() {
  const { theme, versions } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const [search] = useSearchParams()
  const zone = useZone()
  const here = paths.theme(theme.id ?? 'new')
  return (
    <>
      <ThemeForm
        key={versions[0]?.version ?? 'new'}
        theme={theme}
        failure={outcome?.failure}
        remove={
          theme.id ? (
            <LinkButton look="plain" to={`${here}?ask=delete`} preventScrollReset>
              Delete theme
            </LinkButton>
          ) : null
        }
      />
      {versions.length > 1 ? (
        <Card title="Earlier versions">
          <ul className="stack">
            {versions.slice(1).map(({ version, dateCreated }) => (
              <li key={version} className="row">
                <span>{formatMoment(dateCreated, zone)}</span>
                <Form method="post">
                  <input type="hidden" name="version" value={version} />
                  <SubmitButton look="quiet" size="small" name="intent" value="restore">
                    Use again
                  </SubmitButton>
                </Form>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {search.get('ask') === 'delete' ? (
        <ConfirmDialog title="Delete this theme?" confirm="Delete theme" fields={{ intent: 'delete' }} closeTo={here}>
          No one can choose it from now on. Gifts that were sent with it keep it.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
