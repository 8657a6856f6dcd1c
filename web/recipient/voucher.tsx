import type { ReactNode } from 'react'
import type { Gift } from '#contract/hugggs/recipient.ts'
import { formatPrice } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import type { BarcodeDrawing } from './barcode.server.ts'
import { copy } from './copy.en-GB.ts'
import { formatGiftDay, webAddress } from './format.ts'
import { hasLastDay } from './last-day.ts'

interface VoucherProps {
  gift: Gift
  barcode: BarcodeDrawing | null
}

/** The thing itself. Dark on white in every colour scheme: scanners at tills do not read it otherwise. */
export function Voucher({ gift, barcode }: VoucherProps) {
  const { voucher, expiresAt, shortcode, product } = gift
  if (!voucher) return null
  const online = webAddress(voucher.url)
  const lastDay = expiresAt && formatGiftDay(expiresAt)
  return (
    <section className="ticket" aria-label={copy.revealed.code}>
      <div className="ticket-scan">
        <p className="ticket-hint">{copy.revealed.show}</p>
        {barcode ? <Barcode barcode={barcode} code={voucher.code ?? ''} /> : null}
      </div>
      <dl className="ticket-codes">
        {voucher.code ? (
          <div>
            <dt>{copy.revealed.code}</dt>
            <dd className="code">{foldable(voucher.code)}</dd>
          </div>
        ) : null}
        {voucher.pin ? (
          <div>
            <dt>{copy.revealed.pin}</dt>
            <dd className="code">{voucher.pin}</dd>
          </div>
        ) : null}
        {product.balancePence ? (
          <div>
            <dt>{copy.revealed.left}</dt>
            <dd>{formatPrice(product.balancePence, product.currency)}</dd>
          </div>
        ) : null}
      </dl>
      <p className="ticket-expiry">
        {voucher.shop ? shopDateLabel(voucher.shop, lastDay) : lastDay && copy.product.expires(lastDay)}
      </p>
      <div className="ticket-actions">
        {online ? (
          <a className="button" href={online} rel="noreferrer noopener">
            {copy.revealed.useOnline}
          </a>
        ) : null}
        {hasLastDay(gift) ? (
          <a className="button quiet" href={paths.giftCalendar(shortcode)}>
            {copy.calendar.add}
          </a>
        ) : null}
      </div>
    </section>
  )
}

const HALF_FROM = 8

/** A long code, which where it is too wide breaks in its middle rather than before its last letter. */
function foldable(code: string): ReactNode {
  if (code.length < HALF_FROM || /[\s-]/.test(code)) return code
  const half = Math.ceil(code.length / 2)
  return (
    <>
      {code.slice(0, half)}
      <wbr />
      {code.slice(half)}
    </>
  )
}

/** The code is the shop's: it alone says how long it is good for. */
function shopDateLabel({ isOver }: NonNullable<NonNullable<Gift['voucher']>['shop']>, lastDay: string | null): string {
  if (lastDay === null) return copy.revealed.shopDecides
  return isOver ? copy.revealed.askTheShop(lastDay) : copy.revealed.shopTakesUntil(lastDay)
}

/** Modules of white a scanner needs around each kind. */
const quietZone = { qrcode: [4, 4], code128: [10, 2] } as const

function Barcode({ barcode, code }: { barcode: BarcodeDrawing; code: string }) {
  const [across, down] = quietZone[barcode.kind]
  const box = `${-across} ${-down} ${barcode.width + 2 * across} ${barcode.height + 2 * down}`
  return (
    <svg
      className={`barcode ${barcode.kind}`}
      viewBox={box}
      role="img"
      aria-label={copy.revealed.barcode(code)}
      shapeRendering="crispEdges"
    >
      <path d={barcode.path} fill="#000" />
    </svg>
  )
}
