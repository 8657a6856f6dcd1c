import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { awardLanguages } from '#contract/awards/languages.ts'
import type { DueLetter, LetterRun } from '#contract/awards/letters.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { isUuid } from '#kit/uuid.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { readForm, text, texts } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatCount, formatMoment, plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { TickList } from '#web/ui/kit/tick-list.tsx'
import { SupportTabs } from './support-tabs.tsx'
import { loadWaiting } from './waiting.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('make-awards')) throw data(null, { status: 403 })
  const query = { page: readPageNumber(new URL(request.url).searchParams) }
  const [letters, waiting] = await Promise.all([session.api.listAwardLetters({ query }), loadWaiting(session)])
  return { ...session.unwrap(letters).data, waiting: waiting.count, key: randomUUID() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { awardIds, key } = readForm(form, { awardIds: texts, key: text })
  const ids = awardIds.filter(isUuid)
  if (!ids.length) return refused(invalidForm({ awardIds: 'Tick at least one letter' }, form))
  const printed = await session.api.printAwardLetters({ body: { awardIds: ids } }, { idempotencyKey: key })
  if (!printed.ok) return refused(toFormFailure(printed.problem, form))
  const { letters } = printed.value.data
  return session.redirect(
    paths.awardLetters,
    `${plural(letters, 'letter counts', 'letters count')} as printed. Download the file below.`,
  )
}

export default function AwardLetters() {
  const { due, count, runs, pages, waiting, key } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Letters"
        lead="Links of awards that go out by post, in large type and the person’s language, for window envelopes."
      />
      <SupportTabs waiting={waiting} />
      <div className="stack">
        <Card title="To print">
          {due.length ? (
            <ActionForm failure={failure} key={key}>
              <input type="hidden" name="key" value={key} />
              {count > due.length ? (
                <p>
                  {formatCount(count)} letters wait. These are the first {formatCount(due.length)}.
                </p>
              ) : null}
              <TickList
                name="awardIds"
                legend="Letters that wait"
                hint="All that are ticked are in one file. Each link is printed once: a letter that went astray is issued again on its award."
                options={due.map((letter) => ({ value: letter.awardId, label: describe(letter) }))}
                ticked={due.map(({ awardId }) => awardId)}
              />
              <div>
                <SubmitButton>Print the letters</SubmitButton>
              </div>
            </ActionForm>
          ) : (
            <EmptyState picture={null} title="No letter waits">
              Awards whose link goes by letter are shown here until they are printed.
            </EmptyState>
          )}
        </Card>
        <Card title="Printed" flush>
          <DataTable
            caption="Letters that were printed together, the latest first"
            columns={columns}
            rows={runs}
            rowKey={({ id }) => id}
            empty={<EmptyState picture={null} title="None yet" />}
          />
          <Pagination {...pages} label="printed letters" />
        </Card>
      </div>
    </>
  )
}

const describe = ({ personName, caseReference, grantName, language }: DueLetter): string =>
  `${personName}, case ${caseReference}, out of ${grantName}${language === 'en' ? '' : ` (${awardLanguages[language].name})`}`

const columns: readonly TableColumn<LetterRun>[] = [
  {
    key: 'made',
    header: 'Printed',
    cell: ({ dateMade, madeBy }) => (
      <span className="two-lines">
        <span>{formatMoment(dateMade, BUSINESS_ZONE)}</span>
        <span className="muted small">{madeBy}</span>
      </span>
    ),
  },
  {
    key: 'letters',
    header: 'Letters',
    numeric: true,
    cell: ({ letters, live }) => (
      <span className="two-lines">
        <span>{formatCount(letters)}</span>
        {live < letters ? <span className="muted small">{formatCount(live)} still open an award</span> : null}
      </span>
    ),
  },
  {
    key: 'file',
    header: 'File',
    cell: ({ id, live, dateMade }) =>
      live ? (
        <LinkButton
          look="quiet"
          to={paths.awardLettersFile(id)}
          reloadDocument
          download
          aria-label={`Download the letters of ${formatMoment(dateMade, BUSINESS_ZONE)}`}
        >
          Download
        </LinkButton>
      ) : null,
  },
]
