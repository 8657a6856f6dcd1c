import { Link } from 'react-router'
import { roleGroupLabels } from '#contract/core/status-labels.ts'
import type { Program } from '#contract/operator/programs.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

interface ProgramsProps {
  programs: readonly Program[]
  mayAct: boolean
  failure: ActFailure | undefined
}

/** Programs with credentials of their own, which are stopped and started here and given a new secret; and API keys. */
export const Programs = ({ programs, mayAct, failure }: ProgramsProps) =>
  programs.length === 0 ? null : (
    <Card title={programs.some(isKey) ? 'Programs and API keys' : 'Programs'} flush>
      <DataTable
        caption="Programs with credentials of their own, and API keys"
        rows={programs}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            header: 'Program',
            cell: ({ name, id, hint }) => (
              <span className="two-lines">
                <Link to={paths.operatorProgram(id)}>
                  {name}
                  <span className="visually-hidden">, {hint ?? id}</span>
                </Link>
                <code className="small">{hint ? `${hint}…` : id}</code>
              </span>
            ),
          },
          {
            key: 'role',
            header: 'Role',
            cell: ({ roleGroupId }) => (roleGroupId ? roleGroupLabels[roleGroupId] : 'Redeems gifts'),
          },
          {
            key: 'asked',
            header: 'Last asked',
            cell: ({ lastAskedAt }) =>
              lastAskedAt ? (
                <time dateTime={lastAskedAt}>{formatMoment(lastAskedAt, BUSINESS_ZONE)}</time>
              ) : (
                <span className="muted">Never</span>
              ),
          },
          {
            key: 'state',
            header: 'State',
            cell: ({ isActive }) => (
              <StatusBadge status={isActive ? 'Active' : 'Stopped'} tone={isActive ? 'success' : 'plain'} />
            ),
          },
        ]}
      />
      {mayAct && !programs.every(isKey) ? (
        <div className="panel">
          <Acts programs={programs.filter((program) => !isKey(program))} failure={failure} />
        </div>
      ) : null}
    </Card>
  )

/** Keys are made and stopped by their team. */
const isKey = ({ hint }: Program) => hint !== null

function Acts({ programs, failure }: Pick<ProgramsProps, 'programs' | 'failure'>) {
  const pick = (some: readonly Program[]) => (
    <SelectField
      name="programId"
      label="Which"
      data={some.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
      required
    />
  )
  const active = programs.filter(({ isActive }) => isActive)
  const stopped = programs.filter(({ isActive }) => !isActive)
  return (
    <>
      {active.length ? (
        <ActForm
          intent="program-stop"
          title="Stop a program"
          button="Stop program"
          danger
          consequence="It gets no tokens from now on. Those it holds work for an hour at most. Another operator is needed to start it again."
          failure={failure}
        >
          {pick(active)}
        </ActForm>
      ) : null}
      {stopped.length ? (
        <ActForm
          intent="program-start"
          title="Start a program again"
          button="Ask for it"
          consequence="Another operator confirms it. It works again with the secret it had."
          failure={failure}
        >
          {pick(stopped)}
        </ActForm>
      ) : null}
      <ActForm
        intent="program-secret"
        title="Make a new secret"
        button="Ask for it"
        consequence="Another operator confirms it, and is shown the new secret once. The present one stops then."
        failure={failure}
      >
        {pick(programs)}
      </ActForm>
    </>
  )
}
