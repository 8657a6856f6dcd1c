import { getOwnTill, listTillRedemptions, type TillDay, type TillEntry } from '#contract/hugggs/till-page.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { csvLine } from '#web/http/csv.ts'
import { readForm, textOrNull } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { renderTill } from './frame.tsx'
import { type Asked, callTill } from './session.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: BUSINESS_ZONE, hour: '2-digit', minute: '2-digit' })
const civil = new Intl.DateTimeFormat('sv-SE', { timeZone: BUSINESS_ZONE, dateStyle: 'short', timeStyle: 'medium' })

async function loadDay(asked: Asked): Promise<{ day: TillDay; only: string | null }> {
  const { day, till } = readForm(asked.url.searchParams, { day: textOrNull, till: textOrNull })
  const query = {
    ...(day && /^\d{4}-\d{2}-\d{2}$/.test(day) && { day }),
    ...(till && { till: till.slice(0, 100) }),
  }
  const { data } = await callTill(asked, listTillRedemptions, { query })
  return { day: data, only: query.till ?? null }
}

/** What this store redeemed on a day in London. */
export async function showDay(asked: Asked): Promise<Response> {
  const [{ data: till }, { day, only }] = await Promise.all([callTill(asked, getOwnTill, {}), loadDay(asked)])
  return renderTill(
    asked.page,
    { title: formatDay(`${day.day}T12:00:00Z`, BUSINESS_ZONE), till, place: 'day' },
    <>
      <Totals day={day} />
      <form method="get" action={paths.tillDay()} className="card narrow">
        <label className="field">
          <span>Day</span>
          <input type="date" name="day" defaultValue={day.day} required />
        </label>
        <label className="field">
          <span>Till</span>
          <select name="till" defaultValue={only ?? ''}>
            <option value="">All tills of this shop</option>
            {day.tills.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button className="button quiet" type="submit">
          Show
        </button>
      </form>
      <Entries entries={day.redemptions} />
      {day.redemptions.length ? (
        <p>
          <a href={paths.tillDayCsv({ day: day.day, till: only })} download={`redeemed-${day.day}.csv`}>
            Download as CSV
          </a>
        </p>
      ) : null}
    </>,
  )
}

function Totals({ day: { totals, redemptions } }: { day: TillDay }) {
  const undone = redemptions.filter(({ undone_at }) => undone_at).length
  return (
    <dl className="card facts">
      {totals.length === 0 ? (
        <>
          <dt>Redeemed</dt>
          <dd className="sum">{formatMoney(0, 'GBX')}</dd>
        </>
      ) : null}
      {totals.map(({ currency, count, amount }) => [
        <dt key={`${currency} name`}>{`Redeemed, ${plural(count, 'time')}`}</dt>,
        <dd key={currency} className="sum">
          {formatMoney(amount, currency)}
        </dd>,
      ])}
      {undone ? (
        <>
          <dt>Undone, not in the sum</dt>
          <dd>{plural(undone, 'time')}</dd>
        </>
      ) : null}
    </dl>
  )
}

function Entries({ entries }: { entries: readonly TillEntry[] }) {
  if (!entries.length) return <p className="muted">Nothing was redeemed.</p>
  return (
    <table className="entries">
      <caption className="visually-hidden">What was redeemed, the latest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Gift</th>
          <th scope="col" className="number">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, product, till, code_ending, amount, currency, undone_at }) => (
          <tr key={id} className={undone_at ? 'undone' : undefined}>
            <td>{clock.format(new Date(at))}</td>
            <td>
              <a href={paths.tillReceipt(id)}>{product.name}</a>
              <span className="muted">{`…${code_ending} · ${till.name}`}</span>
            </td>
            <td className="number">
              {undone_at ? <s>{formatMoney(amount, currency)}</s> : formatMoney(amount, currency)}
              {undone_at ? <span className="muted">undone</span> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const HEADINGS = [
  'Redeemed (London)',
  'Till',
  'Product',
  'Amount',
  'Currency',
  'Undone (London)',
  'Redemption',
  'Code ends in',
]

export async function downloadDay(asked: Asked): Promise<Response> {
  const { day } = await loadDay(asked)
  const lines = day.redemptions.map(({ id, at, till, product, code_ending, amount, currency, undone_at }) =>
    csvLine([
      civil.format(new Date(at)),
      till.name,
      product.name,
      (amount / 100).toFixed(2),
      currency === 'EUX' ? 'EUR' : 'GBP',
      undone_at && civil.format(new Date(undone_at)),
      id,
      code_ending,
    ]),
  )
  return new Response(`\uFEFF${[csvLine(HEADINGS), ...lines].join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="redeemed-${day.day}.csv"`,
    },
  })
}
