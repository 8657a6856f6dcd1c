import type { Gift } from '#contract/hugggs/recipient.ts'
import { paths } from '#web/paths.ts'
import { Backdrop, GiftwrapDefinitions, OpenGiftBox, WrappedGiftBox } from '#web/ui/wraps/gift-box.tsx'
import { giftwrapNamed } from '#web/ui/wraps/index.ts'
import type { BarcodeDrawing } from './barcode.server.ts'
import { ConfirmChoice, GiftChoices } from './choices.tsx'
import { noWish, type Wish } from './choosing.ts'
import { copy } from './copy.en-GB.ts'
import { Ended } from './ended.tsx'
import { formatDayAndTime, formatGiftDay } from './format.ts'
import type { StepFailure } from './gift-steps.ts'
import { hasLastDay } from './last-day.ts'
import { Letter } from './letter.tsx'
import { ClaimedBefore, GiftNotice } from './notice.tsx'
import { PageFooter } from './page-footer.tsx'
import { ProductCard } from './product-card.tsx'
import { GiftReaction } from './reaction.tsx'
import { CodeRefusal, RefusalOutcome } from './refusal.tsx'
import { SenderMark } from './sender-mark.tsx'
import { StepForm } from './step-form.tsx'
import { Voucher } from './voucher.tsx'

export interface GiftPageProps {
  gift: Gift
  barcode: BarcodeDrawing | null
  /** The recipient has unwrapped it this very moment: play the opening. */
  justOpened: boolean
  /** They came by a shared link that has given them all it gives. */
  isClaimedBefore?: boolean
  failure: StepFailure | null
  /** The part of a choice that is shown, and the one that is to be confirmed. */
  wish?: Wish
  picked?: string | null
}

export function GiftPage(props: GiftPageProps) {
  const { gift, barcode, justOpened, isClaimedBefore = false, failure, wish = noWish, picked = null } = props
  const wrap = giftwrapNamed(gift.theme.giftwrap)
  const closed = gift.state === 'scheduled' || gift.state === 'wrapped'
  return (
    <div className={`gift ${closed ? 'closed' : 'unwrapped'} ${gift.state}${justOpened ? ' arriving' : ''}`}>
      <GiftwrapDefinitions wrap={wrap} patternUrl={gift.theme.patternUrl} />
      <div className="stage">
        <Backdrop />
        {closed ? <ClosedGiftBox gift={gift} /> : <OpenGiftBox wrap={wrap} unwrapping={justOpened} />}
      </div>
      <div className="story">
        <SenderMark theme={gift.theme} />
        <main id="main">
          <GiftNotice failure={failure} />
          {isClaimedBefore ? <ClaimedBefore /> : null}
          <State gift={gift} barcode={barcode} failure={failure} wish={wish} picked={picked} />
        </main>
        <PageFooter />
      </div>
    </div>
  )
}

type StateProps = Required<Omit<GiftPageProps, 'justOpened' | 'isClaimedBefore'>>

function State({ gift, barcode, failure, wish, picked }: StateProps) {
  switch (gift.state) {
    case 'scheduled':
      return <Scheduled gift={gift} />
    case 'wrapped':
      return <Wrapped gift={gift} />
    case 'opened':
      return gift.choice ? (
        <Choose gift={gift} choice={gift.choice} wish={wish} picked={picked} />
      ) : (
        <Opened gift={gift} />
      )
    case 'claimed':
      return <Claimed gift={gift} failure={failure} />
    case 'revealed':
      return <Revealed gift={gift} barcode={barcode} failure={failure} />
    case 'redeemed':
      return <Redeemed gift={gift} failure={failure} />
    case 'expired':
    case 'cancelled':
      return <Ended gift={gift} state={gift.state} />
  }
}

function ClosedGiftBox({ gift }: { gift: Gift }) {
  const giftBox = <WrappedGiftBox wrap={giftwrapNamed(gift.theme.giftwrap)} tag={copy.tag} />
  if (gift.state === 'scheduled') return giftBox
  return (
    <button
      className="present-button"
      type="submit"
      form="step-open"
      name="step"
      value="open"
      tabIndex={-1}
      aria-hidden="true"
    >
      {giftBox}
    </button>
  )
}

function Scheduled({ gift }: { gift: Gift }) {
  const when = gift.opensAt && formatDayAndTime(gift.opensAt)
  return (
    <>
      <h1>{copy.scheduled.heading(gift.fromName)}</h1>
      <p className="lead">{when ? copy.scheduled.text(when) : copy.scheduled.textWithoutDate}</p>
      {when ? (
        <a className="button" href={paths.giftCalendar(gift.shortcode)}>
          {copy.scheduled.action}
        </a>
      ) : null}
    </>
  )
}

function Wrapped({ gift }: { gift: Gift }) {
  const lastDay = hasLastDay(gift) && gift.expiresAt && formatGiftDay(gift.expiresAt)
  return (
    <>
      <h1>{copy.wrapped.heading(gift.fromName)}</h1>
      <p className="lead">{copy.wrapped.text}</p>
      <StepForm gift={gift} step="open" label={copy.wrapped.action} />
      {lastDay ? (
        <p className="hint">
          {copy.wrapped.keeps(lastDay)} <a href={paths.giftCalendar(gift.shortcode)}>{copy.calendar.add}</a>
        </p>
      ) : null}
    </>
  )
}

function Opened({ gift }: { gift: Gift }) {
  const { heading, hint } = copy.opened
  const { show, keep } = gift.product.over18 ? copy.opened.adult : copy.opened.anyone
  return (
    <>
      <h1>{heading(gift.fromName)}</h1>
      <Letter gift={gift} />
      <ProductCard gift={gift} />
      <p className="hint">{hint}</p>
      <StepForm
        gift={gift}
        step="take"
        label={show}
        also={{ step: 'claim', label: keep }}
        saying={gift.product.over18 ? 'over18' : undefined}
      />
    </>
  )
}

type ChooseProps = Pick<StateProps, 'gift' | 'wish' | 'picked'> & { choice: NonNullable<Gift['choice']> }

function Choose({ gift, choice, wish, picked }: ChooseProps) {
  const option = gift.choices.flatMap(({ options }) => options).find(({ productId }) => productId === picked)
  if (option) return <ConfirmChoice gift={gift} option={option} choice={choice} />
  return (
    <>
      <h1>{copy.choose.heading(gift.fromName)}</h1>
      <Letter gift={gift} />
      {choice.description ? <p>{choice.description}</p> : null}
      <GiftChoices gift={gift} worthPence={choice.worthPence} wish={wish} />
    </>
  )
}

type WithFailure = Pick<StateProps, 'gift' | 'failure'>

function Claimed({ gift, failure }: WithFailure) {
  return (
    <>
      <h1>{copy.claimed.heading}</h1>
      <ProductCard gift={gift} />
      <p className="hint">{copy.claimed.hint}</p>
      <StepForm gift={gift} step="reveal" label={copy.claimed.action} />
      <Letter gift={gift} />
      <GiftReaction gift={gift} failure={failure} />
    </>
  )
}

function Revealed({ gift, barcode, failure }: WithFailure & Pick<StateProps, 'barcode'>) {
  return (
    <>
      <h1>{copy.revealed.heading}</h1>
      <RefusalOutcome gift={gift} />
      <Voucher gift={gift} barcode={barcode} />
      <CodeRefusal gift={gift} failure={failure} />
      <ProductCard gift={gift} />
      <Letter gift={gift} />
      <GiftReaction gift={gift} failure={failure} />
    </>
  )
}

function Redeemed({ gift, failure }: WithFailure) {
  return (
    <>
      <h1>{copy.redeemed.heading}</h1>
      <p className="lead">{copy.redeemed.text}</p>
      <GiftReaction gift={gift} failure={failure} />
      <Letter gift={gift} />
      <ProductCard gift={gift} />
    </>
  )
}
