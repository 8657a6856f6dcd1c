import { type TillRedemption, undoRedemption } from '#contract/hugggs/hugggs.ts'
import { getOwnTill, getTillRedemption } from '#contract/hugggs/till-page.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readForm, id as readId } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { goTo, Refused, renderTill } from './frame.tsx'
import { type Asked, callTill, TillRefusal } from './session.ts'
import { tillSentence } from './till-sentence.ts'

/** What was redeemed at one press, and the way back. */
export async function showReceipt(asked: Asked, trouble?: { problem: string; status: number }): Promise<Response> {
  const [{ data: till }, { data: redemption }] = await Promise.all([
    callTill(asked, getOwnTill, {}),
    callTill(asked, getTillRedemption, { params: { id: asked.id } }),
  ])
  const { redeemed, amount, currency } = redemption
  const sum = formatMoney(amount, currency)
  return renderTill(
    asked.page,
    {
      title: redeemed ? `${sum} redeemed` : `${sum} undone`,
      till,
      ...(trouble && { status: trouble.status }),
    },
    <>
      {trouble ? <Refused>{trouble.problem}</Refused> : null}
      <Facts redemption={redemption} />
      <p>
        <a className="button wide" href={paths.till}>
          Next gift
        </a>
      </p>
      <Undo redemption={redemption} />
    </>,
  )
}

function Facts({ redemption }: { redemption: TillRedemption }) {
  const { product, redeemed, balance, currency, created_at, undone_at } = redemption
  return (
    <dl className={`card facts ${redeemed ? 'done' : ''}`}>
      <dt>Gift</dt>
      <dd>{product.name}</dd>
      <dt>Left on the gift now</dt>
      <dd className="sum">{formatMoney(balance, currency)}</dd>
      <dt>Redeemed</dt>
      <dd>{formatMoment(created_at, BUSINESS_ZONE)}</dd>
      {undone_at ? (
        <>
          <dt>Undone</dt>
          <dd>{formatMoment(undone_at, BUSINESS_ZONE)}</dd>
        </>
      ) : null}
    </dl>
  )
}

function Undo({
  redemption: { id, huggg_id, redeemed, is_settled, amount, currency },
}: {
  redemption: TillRedemption
}) {
  if (!redeemed) return null
  if (is_settled) return <p className="muted">This is on your statement and can no longer be undone.</p>
  return (
    <details className="card">
      <summary>Undo this</summary>
      <form method="post" action={paths.tillReceipt(id)}>
        <p>{`The customer has ${formatMoney(amount, currency)} back on the gift, and you are not paid for it.`}</p>
        <input type="hidden" name="gift" value={huggg_id} />
        <button className="button quiet wide" type="submit">
          {`Undo ${formatMoney(amount, currency)}`}
        </button>
      </form>
    </details>
  )
}

/** Undone before, it stays so: pressing twice does no more. */
export async function undo(asked: Asked, form: FormData): Promise<Response> {
  const { gift } = readForm(form, { gift: readId })
  const params = { id: gift, redemptionId: asked.id }
  try {
    await callTill(asked, undoRedemption, { params, body: { redeemed: false } })
    return goTo(paths.tillReceipt(asked.id))
  } catch (error) {
    if (!(error instanceof TillRefusal) || error.problem.status !== 409) throw error
    return showReceipt(asked, { problem: tillSentence(error.problem), status: error.problem.status })
  }
}
