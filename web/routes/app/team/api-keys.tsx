import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { ApiError } from '#client/errors.ts'
import { isPass } from '#client/result.ts'
import { type RoleGroup, roleGroups } from '#contract/core/permissions.ts'
import type { ApiKey } from '#contract/teams.ts'
import { useZone } from '../../../features/shell/app-data.ts'
import { roleWords } from '../../../features/team/roles.ts'
import styles from '../../../features/team/team.module.css'
import { sessionOf } from '../../../session/middleware.ts'
import { formatDay, formatMoment } from '../../../ui/format.ts'
import { LinkButton, SubmitButton } from '../../../ui/kit/button.tsx'
import { Card } from '../../../ui/kit/card.tsx'
import { ConfirmDialog } from '../../../ui/kit/confirm-dialog.tsx'
import { type Column, DataTable } from '../../../ui/kit/data-table.tsx'
import { EmptyState } from '../../../ui/kit/empty-state.tsx'
import { type Failure, failureOf } from '../../../ui/kit/failure.ts'
import { ActionForm, SelectField, TextField } from '../../../ui/kit/form.tsx'
import { Notice } from '../../../ui/kit/notice.tsx'

type Outcome = { issued: { name: string; key: string }; failure?: never } | { issued?: never; failure: Failure }

export async function loader({ context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  return { keys: session.unwrap(await session.api.getApiKeys({ params: { id: session.teamId! } })).data }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const form = await request.formData()
  const team = { id: session.teamId! }
  const revoked = form.get('revoke')
  if (typeof revoked === 'string') {
    const result = await session.api.revokeApiKey({ params: { ...team, keyId: revoked } })
    if (isPass(result)) session.flash('The key has stopped working.')
    else
      session.flash(
        result.fail instanceof ApiError ? result.fail.errorMessage : 'That did not work. Nothing was changed.',
        'danger',
      )
    return redirect('/team/api-keys', 303)
  }
  const roleGroupId = String(form.get('roleGroupId')) as RoleGroup
  const result = await session.api.createApiKey({
    params: team,
    body: { name: String(form.get('name') ?? ''), roleGroupId },
  })
  if (isPass(result)) return data<Outcome>({ issued: { name: result.pass.data.name, key: result.pass.data.key } })
  const failure = failureOf(result.fail!, form)
  return data<Outcome>({ failure }, { status: failure.status })
}

export default function ApiKeys() {
  const { keys } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const [search] = useSearchParams()
  const zone = useZone()
  const revoking = keys.find(({ id }) => id === search.get('revoke'))
  const columns: Column<ApiKey>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ name, hint }) => (
        <span className={styles.two}>
          <strong>{name}</strong>
          <span className="muted small">{hint}…</span>
        </span>
      ),
    },
    { key: 'role', header: 'Acts as', cell: ({ roleGroupId }) => roleWords[roleGroupId].name },
    { key: 'made', header: 'Made', wideOnly: true, cell: ({ dateCreated }) => formatDay(dateCreated, zone) },
    {
      key: 'used',
      header: 'Last used',
      cell: ({ dateLastUsed }) =>
        dateLastUsed ? <time dateTime={dateLastUsed}>{formatMoment(dateLastUsed, zone)}</time> : 'Never',
    },
    {
      key: 'revoke',
      header: 'Change',
      numeric: true,
      cell: ({ id, name }) => (
        <LinkButton
          look="plain"
          size="small"
          preventScrollReset
          to={`/team/api-keys?revoke=${id}`}
          aria-label={`Revoke ${name}`}
        >
          Revoke
        </LinkButton>
      ),
    },
  ]
  return (
    <>
      {outcome?.issued ? (
        <Notice
          tone="success"
          role="status"
          title={`Here is the key for ${outcome.issued.name}. It is shown this once.`}
        >
          <div className="stack">
            <p>Copy it to where it is needed; we keep only a fingerprint of it.</p>
            <code className={styles.key}>{outcome.issued.key}</code>
          </div>
        </Notice>
      ) : null}
      <Card title="API keys" flush>
        <DataTable
          caption="API keys that work"
          columns={columns}
          rows={keys}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="sprout" title="No keys">
              A key lets a program of yours send gifts and read what became of them.
            </EmptyState>
          }
        />
      </Card>
      <Card title="A new key">
        <ActionForm failure={outcome?.failure} key={outcome?.issued?.key ?? 'new'}>
          <div className={styles.newKey}>
            <TextField name="name" label="What is it for?" placeholder="Payroll integration" required maxLength={100} />
            <SelectField
              name="roleGroupId"
              label="It may do what a"
              data={roleGroups
                .filter((group) => group !== 'automation-participant')
                .map((value) => ({ value, label: roleWords[value].name }))}
            />
            <div>
              <SubmitButton>Make a key</SubmitButton>
            </div>
          </div>
        </ActionForm>
      </Card>
      {revoking ? (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          confirm="Revoke the key"
          fields={{ revoke: revoking.id }}
          closeTo="/team/api-keys"
        >
          Whatever uses it is refused from now on. This cannot be undone; make a new key first if it is still needed.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
