import type { PersonFound } from '#contract/operator/people.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { liveGiftChoices, sectionLabels } from './labels.ts'

interface FoundPersonProps {
  person: PersonFound
  typed: string
  failure: ActFailure | undefined
}

export function FoundPerson({ person, typed, failure }: FoundPersonProps) {
  const known = [...person.names, ...person.emails, ...person.phones]
  return (
    <>
      <Card title={person.names[0] ?? person.emails[0] ?? person.phones[0] ?? 'Account'}>
        <p className="muted">
          {known.join(' · ')}
          {person.accountId ? ' · has an account' : ' · no account'}
        </p>
        {person.blocks.map((block) => (
          <p key={block}>
            <strong>They cannot be erased yet.</strong> {block} Have the team make someone else an admin first.
          </p>
        ))}
        <Acts person={person} typed={typed} failure={failure} />
      </Card>
      <Card title="What is held" flush>
        <DataTable
          caption="Records about this person"
          columns={[
            { key: 'section', header: 'Records', cell: ({ section }) => sectionLabels[section] ?? section },
            { key: 'count', header: 'Number', numeric: true, cell: ({ count }) => count },
          ]}
          rows={person.held}
          rowKey={({ section }) => section}
          empty={<EmptyState picture="sprout" title="Nothing" />}
        />
      </Card>
      {person.liveGifts.length ? (
        <Card title={`${plural(person.liveGifts.length, 'gift', 'gifts')} not used yet`} flush>
          <DataTable
            caption="Gifts of this person that can still be used"
            columns={[
              { key: 'team', header: 'From', cell: ({ team }) => team },
              { key: 'status', header: 'Status', cell: ({ status }) => status },
              { key: 'expires', header: 'Until', cell: ({ expiresAt }) => formatDay(expiresAt, BUSINESS_ZONE) },
            ]}
            rows={person.liveGifts}
            rowKey={({ id }) => id}
            empty={<EmptyState title="None" />}
          />
        </Card>
      ) : null}
    </>
  )
}

const Acts = ({ person, typed, failure }: FoundPersonProps) => (
  <>
    <ActForm
      intent="export"
      title="Export everything"
      button="Export"
      consequence="A ZIP of JSON files, for you to pass on to them. It is deleted after seven days."
      failure={failure}
    >
      <input type="hidden" name="person" value={typed} />
    </ActForm>
    {person.blocks.length === 0 ? (
      <ActForm
        intent="erase"
        title="Erase this person"
        button="Erase for good"
        danger
        consequence={
          person.accountId
            ? 'Their account is closed, and everything that names them is deleted. This cannot be undone. Do not name them in the reason.'
            : 'Everything that names them is deleted. This cannot be undone. Do not name them in the reason.'
        }
        failure={failure}
      >
        <input type="hidden" name="person" value={typed} />
        {person.liveGifts.length ? (
          <SelectField name="liveGifts" label="Gifts not used yet" defaultValue="wait" data={liveGiftChoices} />
        ) : (
          <input type="hidden" name="liveGifts" value="wait" />
        )}
      </ActForm>
    ) : null}
  </>
)
