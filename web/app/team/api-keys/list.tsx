import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { Scope } from '#contract/core/scopes.ts'
import type { ApiKey } from '#contract/teams/api-keys.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { roleLabels } from '#web/app/shell/roles.ts'
import { exactText, ifSent, readForm, text, texts } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { toInstantString } from '#web/http/zoned.server.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/kit/copy-button.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from '../team.module.css'
import { scopeNames } from './labels.ts'
import { NewKeyForm } from './new-key-form.tsx'

type Outcome =
  | { issued: { name: string; key: string }; failure?: never; ticked?: never }
  | { issued?: never; failure: Failure; ticked: string[] }

interface ListedKey extends ApiKey {
  isExpired: boolean
}

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { data: keys } = session.unwrap(await session.api.getApiKeys({ params: { id: session.teamId! } }))
  const now = new Date().toISOString()
  return {
    keys: keys.map((key): ListedKey => ({ ...key, isExpired: key.dateExpires !== null && key.dateExpires <= now })),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const team = { id: session.teamId! }
  const { revoke: revoked } = readForm(form, { revoke: ifSent(text) })
  if (revoked !== undefined) {
    const result = await session.api.revokeApiKey({ params: { ...team, keyId: revoked } })
    if (result.ok) session.flash('The key has stopped working.')
    else session.flash(result.problem.message, 'danger')
    return redirect(paths.teamTab('api-keys'), 303)
  }
  const { name, roleGroupId, scopes, dateExpires } = readForm(form, {
    name: exactText,
    roleGroupId: text,
    scopes: texts,
    dateExpires: exactText,
  })
  // The whole of its last day.
  const ends = dateExpires ? toInstantString(`${dateExpires}T23:59:59.999`, session.user!.zone) : null
  if (ends === undefined)
    return refused<Outcome>({ failure: invalidForm({ dateExpires: 'Choose a day' }, form), ticked: scopes })
  const result = await session.api.createApiKey({
    params: team,
    body: {
      name,
      roleGroupId: roleGroupId as RoleGroup,
      scopes: scopes as Scope[],
      dateExpires: ends,
    },
  })
  if (result.ok) return data<Outcome>({ issued: { name: result.value.data.name, key: result.value.data.key } })
  const failure = toFormFailure(result.problem, form)
  return refused<Outcome>({ failure, ticked: scopes })
}

export default function ApiKeys() {
  const { keys } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const [search] = useSearchParams()
  const zone = useZone()
  const revoking = keys.find(({ id }) => id === search.get('revoke'))
  const columns: TableColumn<ListedKey>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ id, name, hint }) => (
        <span className={styles.two}>
          <Link to={paths.apiKey(id)}>{name}</Link>
          <span className="muted small">{hint}…</span>
        </span>
      ),
    },
    { key: 'role', header: 'Acts as', cell: ({ roleGroupId }) => roleLabels[roleGroupId].name },
    { key: 'scopes', header: 'May', cell: ({ scopes }) => scopeNames(scopes) },
    {
      key: 'expires',
      header: 'Last day',
      cell: ({ dateExpires, isExpired }) =>
        dateExpires ? (
          <>
            {formatDay(dateExpires, zone)} {isExpired ? <StatusBadge status="Expired" tone="danger" /> : null}
          </>
        ) : (
          'None'
        ),
    },
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
          to={`${paths.teamTab('api-keys')}?revoke=${id}`}
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
            <div>
              <CopyButton text={outcome.issued.key} label={`Copy the key for ${outcome.issued.name}`} />
            </div>
          </div>
        </Notice>
      ) : null}
      <Card title="API keys" flush>
        <DataTable
          caption="API keys that are not revoked"
          columns={columns}
          rows={keys}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="sprout" title="No keys">
              A key lets a program of yours send gifts and read their status.
            </EmptyState>
          }
        />
      </Card>
      <p className="muted">
        What a program can do with a key, with examples to copy: <a href={paths.developers}>Posy for developers</a>.
      </p>
      <Card title="A new key">
        <NewKeyForm failure={outcome?.failure} ticked={outcome?.ticked} key={outcome?.issued?.key ?? 'new'} />
      </Card>
      {revoking ? (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          confirm="Revoke the key"
          fields={{ revoke: revoking.id }}
          closeTo={paths.teamTab('api-keys')}
        >
          Programs that use it are refused from now on. This cannot be undone; make a new key first if one is still
          needed.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
