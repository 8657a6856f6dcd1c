import { redeemHuggg } from '#contract/hugggs/hugggs.ts'
import { getOwnTill, getTillVoucher, type OwnTill, type TillVoucher } from '#contract/hugggs/till-page.ts'
import { newId } from '#kit/ids.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { amountRefusal, choice, id, number, penceIn, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { currencyNamed } from '#web/ui/kit/amount.ts'
import { goTo, Refused, renderTill } from './frame.tsx'
import { type Asked, callTill, giftCookie, lookedUpIn, TillRefusal } from './session.ts'
import { tillSentence } from './till-sentence.ts'

interface Trouble {
  problem: string
  status: number
}

/** Where a till begins: a code to type. */
export async function showStart(asked: Asked, typed = '', trouble?: Trouble): Promise<Response> {
  const { data: till } = await callTill(asked, getOwnTill, {})
  return renderTill(
    asked.page,
    { title: 'Redeem a gift', till, place: 'redeem', ...(trouble && { status: trouble.status }) },
    <>
      {trouble ? <Refused>{trouble.problem}</Refused> : null}
      <form method="post" action={paths.till} className="card" id="look">
        <label className="field">
          <span>Code of the gift</span>
          <input
            name="code"
            type="text"
            required
            maxLength={200}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            defaultValue={typed}
            aria-invalid={trouble ? true : undefined}
            aria-describedby={trouble ? 'problem code-hint' : 'code-hint'}
          />
          <small id="code-hint">
            Under the barcode on the customer’s screen or card. A barcode scanner types it for you.
          </small>
        </label>
        <button className="button wide" type="submit">
          Look it up
        </button>
        <Camera />
      </form>
      <form method="post" action={paths.tillSignOut} className="sign-out">
        <button className="button quiet" type="submit">
          Sign this till out
        </button>
      </form>
    </>,
  )
}

/** Hidden until the script has found what the browser can do. */
function Camera() {
  return (
    <>
      <button className="button quiet wide" type="button" id="scan" hidden>
        Scan with the camera
      </button>
      <p className="muted" id="no-scan" hidden>
        This browser cannot read barcodes with its camera. Type the code, or use Chrome on an Android phone or tablet.
      </p>
      <div id="camera" hidden>
        <video muted playsInline aria-label="Camera" />
        <p role="status">Hold the barcode in front of the camera.</p>
        <button className="button quiet wide" type="button" id="stop-scan">
          Close the camera
        </button>
      </div>
    </>
  )
}

/** Finds what a code is for; nothing has happened to it yet. Each look has a press of its own. */
export async function look(asked: Asked, form: FormData): Promise<Response> {
  const { code } = readForm(form, { code: text })
  try {
    await callTill(asked, getTillVoucher, { params: { id: code } })
  } catch (error) {
    return toStart(asked, code, error)
  }
  return goTo(paths.tillGift, { 'Set-Cookie': giftCookie(asked.page, { code, press: newId() }) })
}

/** The gift that was looked up, as it is now. */
export async function showGift(asked: Asked): Promise<Response> {
  const gift = lookedUpIn(asked)
  if (!gift) return goTo(paths.till)
  try {
    return await showVoucher(asked, gift.code, gift.press)
  } catch (error) {
    return toStart(asked, gift.code, error)
  }
}

function toStart(asked: Asked, code: string, error: unknown): Promise<Response> {
  if (!(error instanceof TillRefusal) || error.problem.status === 401) throw error
  return showStart(asked, code, { problem: tillSentence(error.problem), status: error.problem.status })
}

/** @param press the name of what is pressed here: sent twice, it takes once */
async function showVoucher(asked: Asked, code: string, press: string, trouble?: Trouble & { typed: string }) {
  const [{ data: till }, { data: voucher }] = await Promise.all([
    callTill(asked, getOwnTill, {}),
    callTill(asked, getTillVoucher, { params: { id: code } }),
  ])
  return renderTill(
    asked.page,
    { title: voucher.product.name, till, place: 'redeem', ...(trouble && { status: trouble.status }) },
    <>
      {trouble ? <Refused>{trouble.problem}</Refused> : null}
      <Facts voucher={voucher} />
      <RedeemForms voucher={voucher} code={code} press={press} trouble={trouble} till={till} />
      <p>
        <a href={paths.till}>Another code</a>
      </p>
    </>,
  )
}

function Facts({ voucher: { balance, price, currency, expiresAt, code } }: { voucher: TillVoucher }) {
  return (
    <dl className="card facts">
      <dt>Left on it</dt>
      <dd className="sum">{formatMoney(balance, currency)}</dd>
      {balance < price ? (
        <>
          <dt>Of</dt>
          <dd>{formatMoney(price, currency)}</dd>
        </>
      ) : null}
      <dt>Valid until</dt>
      <dd>{formatDay(expiresAt, BUSINESS_ZONE)}</dd>
      <dt>Code</dt>
      <dd className="code">{code}</dd>
    </dl>
  )
}

interface Forms {
  voucher: TillVoucher
  code: string
  press: string
  trouble: (Trouble & { typed: string }) | undefined
  till: OwnTill
}

function RedeemForms({ voucher: { balance, currency, allowsParts }, code, press, trouble, till }: Forms) {
  const named = (
    <>
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="press" value={press} />
      <input type="hidden" name="currency" value={currency} />
      <input type="hidden" name="location" value={till.location?.id ?? ''} />
    </>
  )
  return (
    <>
      {allowsParts ? (
        <form method="post" action={paths.tillRedeem} className="card">
          {named}
          <input type="hidden" name="take" value="part" />
          <input type="hidden" name="left" value={balance} />
          <label className="field">
            <span>Amount to take ({currency === 'EUX' ? '€' : '£'})</span>
            <input
              name="amount"
              type="text"
              inputMode="decimal"
              required
              maxLength={20}
              autoComplete="off"
              defaultValue={trouble?.typed}
              aria-invalid={trouble ? true : undefined}
              aria-describedby={trouble ? 'problem' : undefined}
            />
          </label>
          <button className="button wide" type="submit">
            Take this amount
          </button>
        </form>
      ) : (
        <p className="muted">This gift is used as a whole.</p>
      )}
      <form method="post" action={paths.tillRedeem} className="card">
        {named}
        <input type="hidden" name="take" value="all" />
        <input type="hidden" name="shown" value={balance} />
        <button className={allowsParts ? 'button quiet wide' : 'button wide'} type="submit">
          {`Redeem all ${formatMoney(balance, currency)}`}
        </button>
      </form>
    </>
  )
}

/** Half of what is left, as it is typed. */
const exampleWithin = (leftPence: number): string | undefined =>
  leftPence > 1 && leftPence <= 1_000_000 ? (Math.floor(leftPence / 2) / 100).toFixed(2) : undefined

/** Redeems once, however often the same form arrives. */
export async function redeem(asked: Asked, form: FormData): Promise<Response> {
  const read = readForm(form, {
    code: text,
    press: id,
    take: choice('part', 'all'),
    currency: text,
    location: id,
    shown: number,
    left: number,
  })
  const { code, press, take, location, shown, left } = read
  const currency = currencyNamed(read.currency)
  const { amount, typed } = {
    ...readForm(form, { amount: penceIn(currency) }),
    typed: readForm(form, { amount: text }).amount,
  }
  if (take !== 'all' && !amount)
    return showAgain(asked, code, press, {
      problem: `${amountRefusal(form, 'amount', currency, exampleWithin(left))}. Nothing was taken.`,
      status: 422,
      typed,
    })
  try {
    // As it was shown: where another till has taken of it meanwhile, this is refused.
    const body = { location_id: location, amount: take === 'all' ? shown : amount! }
    const { data } = await callTill(asked, redeemHuggg, { params: { id: code }, body }, { idempotencyKey: press })
    return goTo(paths.tillReceipt(data.id), { 'Set-Cookie': giftCookie(asked.page, null) })
  } catch (error) {
    if (!(error instanceof TillRefusal) || error.problem.status === 401) throw error
    const { problem } = error
    const trouble = { problem: tillSentence(problem), status: problem.status, typed }
    if (problem.status >= 500) return pressAgain(asked, form, trouble)
    return showAgain(asked, code, press, trouble)
  }
}

/** The gift as it is now with what stood against it; where nothing is left of it, only that. */
async function showAgain(asked: Asked, code: string, press: string, trouble: Trouble & { typed: string }) {
  try {
    return await showVoucher(asked, code, press, trouble)
  } catch (error) {
    if (!(error instanceof TillRefusal) || error.problem.status === 401) throw error
    return showStart(asked, code, trouble)
  }
}

/** Nothing else can be asked just now: the same form, to be pressed again. */
function pressAgain({ page }: Asked, form: FormData, { problem, status }: Trouble): Response {
  const sent = readForm(form, {
    code: text,
    press: text,
    take: text,
    currency: text,
    location: text,
    amount: text,
    shown: text,
  })
  return renderTill(
    page,
    { title: 'Not heard back', till: null, status },
    <>
      <Refused>{problem}</Refused>
      <form method="post" action={paths.tillRedeem} className="card">
        {Object.entries(sent).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button className="button wide" type="submit">
          Press again
        </button>
      </form>
      <p>
        <a href={paths.tillDay()}>Day’s list</a>
      </p>
    </>,
  )
}
