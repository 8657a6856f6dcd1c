import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { type CatalogueDifference, getCatalogueFile, importCatalogueFile } from '#contract/operator/catalogue.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import styles from '#web/operator/console.module.css'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, humanise, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge, type Tone } from '#web/ui/kit/status-badge.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  return session.unwrap(await session.call(getCatalogueFile, { params: { id: params.id! } })).data
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const body = readForm(form, { digest: exactText, reason: exactText })
  return runAct(
    session,
    { form, page: paths.operatorCatalogue },
    () => session.call(importCatalogueFile, { params: { id: params.id! }, body }),
    ({ data: { created, updated } }) =>
      `The catalogue is up to date: ${plural(created, 'row', 'rows')} added, ${formatCount(updated)} changed.`,
  )
}

const changes: Record<CatalogueDifference['change'], { label: string; tone: Tone }> = {
  added: { label: 'Added', tone: 'success' },
  changed: { label: 'Changed', tone: 'accent' },
  retired: { label: 'Retired', tone: 'danger' },
  returned: { label: 'Sold again', tone: 'warning' },
}

/** `senderPricePence` as a person reads it. */
const fieldName = (field: string): string => humanise(field.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase())

const columns: readonly TableColumn<CatalogueDifference>[] = [
  {
    key: 'name',
    header: 'What',
    cell: ({ name, kind, change }) => (
      <span className="two-lines">
        <strong>{name}</strong>
        <span>
          <StatusBadge status={changes[change].label} tone={changes[change].tone} />{' '}
          <span className="muted small">{fieldName(kind)}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'fields',
    header: 'Fields',
    cell: ({ fields, change }) => (
      <ul className={styles.fields}>
        {fields.map(({ field, before, after }) => (
          <li key={field}>
            <span className="muted">{fieldName(field)}: </span>
            {change === 'added' ? null : (
              <>
                <del>{before}</del>
                <span className="visually-hidden"> becomes </span>{' '}
              </>
            )}
            <ins>{after}</ins>
          </li>
        ))}
      </ul>
    ),
  },
]

export default function Difference() {
  const preview = useLoaderData<typeof loader>()
  const { fileName, sha256, errors, warnings, rows } = preview
  const differing = preview.added + preview.changed + preview.retired + preview.returned
  return (
    <>
      <PageHeader
        title="Review the difference"
        lead={fileName}
        back={{ to: paths.operatorCatalogue, label: 'Another file' }}
      />
      {errors.length ? (
        <Notice tone="danger" role="alert" title="This file cannot be used. Nothing has been changed.">
          <Remarks remarks={errors} />
        </Notice>
      ) : (
        <>
          <Card title="What it changes">
            <Facts
              facts={[
                { name: 'Added', value: formatCount(preview.added) },
                { name: 'Changed', value: formatCount(preview.changed) },
                { name: 'Retired', value: formatCount(preview.retired) },
                { name: 'Sold again', value: formatCount(preview.returned) },
                { name: 'As they are', value: formatCount(preview.unchanged) },
                { name: 'Checksum (SHA-256)', value: <code className="small">{`${sha256.slice(0, 16)}…`}</code> },
              ]}
            />
            <Import differing={differing} />
          </Card>
          {warnings.length ? (
            <Notice tone="info" title="Please check">
              <Remarks remarks={warnings} />
            </Notice>
          ) : null}
          <Card title="Row by row" flush>
            <DataTable
              caption="Rows that differ, with each field as it is and as it becomes"
              columns={columns}
              rows={rows}
              rowKey={({ kind, id }) => `${kind} ${id}`}
              empty={<p className="panel muted">Nothing differs.</p>}
            />
            {rows.length < differing ? (
              <p className="panel muted">
                The first {formatCount(rows.length)} are shown; posy catalogue diff prints them all.
              </p>
            ) : null}
          </Card>
        </>
      )}
    </>
  )
}

function Import({ differing }: { differing: number }) {
  const { digest } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  if (differing === 0) return <p className="muted">The catalogue has all of it already.</p>
  return (
    <ActForm
      intent="import"
      title={`Import ${plural(differing, 'difference', 'differences')}`}
      button="Import"
      consequence="Shoppers see it at once. Gifts that were sold still work."
      failure={failure}
    >
      <input type="hidden" name="digest" value={digest} />
    </ActForm>
  )
}

const Remarks = ({ remarks }: { remarks: readonly { path: string; message: string }[] }) => (
  <ul>
    {remarks.map(({ path, message }) => (
      <li key={`${path} ${message}`}>
        <code>{path || 'document'}</code>: {message}
      </li>
    ))}
  </ul>
)
