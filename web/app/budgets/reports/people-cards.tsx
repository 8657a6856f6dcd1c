import { formatMoney, formatPrice } from '#kit/money.ts'
import { formatCount, plural } from '#web/ui/format.ts'
import { BarList } from '#web/ui/kit/bar-list.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Named } from '#web/ui/kit/named.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { runFull } from '../run-dates.ts'
import type { LoadedReports } from './load-reports.server.ts'
import { Downloads, ReportCard } from './report-card.tsx'
import styles from './reports.module.css'

/** Of everyone who was asked, who takes part; of those, who sends. */
export function EngagementCard({ participants }: Pick<LoadedReports, 'participants'>) {
  const { numInvitedParticipants, numActiveParticipants, numSenders, engagementRate } = participants
  const bar = (label: string, value: number) => ({ key: label, label, value, text: formatCount(value) })
  return (
    <ReportCard title="Participation" report="participants">
      <p className={styles.figure}>
        {Math.round(engagementRate * 100)}% <span className="muted small">of participants sent a gift</span>
      </p>
      <BarList
        bars={[
          bar('Invited', numInvitedParticipants),
          bar('Accepted', numActiveParticipants),
          bar('Sent a gift', numSenders),
        ]}
      />
    </ReportCard>
  )
}

export function ReasonsCard({ reasons, currency }: Pick<LoadedReports, 'reasons'> & { currency: string }) {
  const reasonName = (code: string | null) => code ?? 'No reason given'
  return (
    <ReportCard
      title="Gifts by reason"
      report="gifting-reasons"
      table={
        reasons.length ? (
          <DataTable
            caption="Gifts by reason"
            rows={reasons}
            rowKey={({ reasonCode }) => reasonName(reasonCode)}
            columns={[
              { key: 'reason', header: 'Reason', cell: ({ reasonCode }) => reasonName(reasonCode) },
              { key: 'gifts', header: 'Gifts sent', numeric: true, cell: (row) => formatCount(row.numberOfHugggs) },
              { key: 'value', header: 'Value', numeric: true, cell: (row) => formatMoney(row.totalValue, currency) },
            ]}
          />
        ) : null
      }
    >
      {reasons.length ? (
        <BarList
          bars={reasons.slice(0, 10).map(({ reasonCode, numberOfHugggs, totalValue }) => ({
            key: reasonName(reasonCode),
            label: reasonName(reasonCode),
            value: numberOfHugggs,
            text: `${plural(numberOfHugggs, 'gift')} for ${formatPrice(totalValue, currency)}`,
          }))}
        />
      ) : (
        <p className="muted">No gifts were sent in this time.</p>
      )}
    </ReportCard>
  )
}

type People = Pick<LoadedReports, 'people' | 'topPeople' | 'peopleCount' | 'page' | 'lastPage'> & { currency: string }

export function ReportPeopleCard({ people, topPeople, peopleCount, page, lastPage, currency }: People) {
  const spenders = topPeople.filter(({ totalSpent }) => totalSpent > 0)
  if (peopleCount === 0)
    return (
      <section className="card">
        <EmptyState picture="posy" title="No one was part of this yet">
          People appear here from the day they are invited.
        </EmptyState>
      </section>
    )
  return (
    <>
      <ReportCard title="Spent by person" report="total-spent">
        {spenders.length ? (
          <BarList
            bars={spenders.map(({ participantId, name, email, totalSpent }) => ({
              key: participantId,
              label: name ?? email,
              value: totalSpent,
              text: formatMoney(totalSpent, currency),
            }))}
          />
        ) : (
          <p className="muted">No one spent anything in this time.</p>
        )}
        {spenders.length < peopleCount && spenders.length ? (
          <p className="muted small">The {spenders.length} who spent most; everyone is in the table below.</p>
        ) : null}
      </ReportCard>
      <section className={`card ${styles.whole}`} aria-labelledby="people" id="everyone">
        <div className={`panel ${styles.peopleHead}`}>
          <h2 id="people">Everyone</h2>
          <p className={styles.files}>
            <span>
              Gifts sent <Downloads report="bonds-created" title="Gifts sent by person" />
            </span>
            <span>
              Last active <Downloads report="last-active" title="Last active" />
            </span>
          </p>
        </div>
        <DataTable
          caption="What each participant spent and sent, and when they were last active"
          rows={people}
          rowKey={({ participantId }) => participantId}
          columns={[
            { key: 'who', header: 'Participant', cell: (row) => <Named {...row} /> },
            { key: 'spent', header: 'Spent', numeric: true, cell: (row) => formatMoney(row.totalSpent, currency) },
            { key: 'gifts', header: 'Gifts sent', numeric: true, cell: (row) => formatCount(row.bondsCreated) },
            {
              key: 'active',
              header: 'Last active',
              cell: ({ lastActive }) =>
                lastActive ? (
                  <time dateTime={lastActive}>{runFull(lastActive)}</time>
                ) : (
                  <span className="muted">Not in this time</span>
                ),
            },
          ]}
        />
        <Pagination page={page} lastPage={lastPage} label="participants" parameter="people" />
      </section>
    </>
  )
}
