import type { ShareableGift } from '#contract/superhugggs/super-hugggs.ts'
import { paths } from '#web/paths.ts'
import { Backdrop, GiftwrapDefinitions, WrappedGiftBox } from '#web/ui/wraps/gift-box.tsx'
import { giftwrapNamed } from '#web/ui/wraps/index.ts'
import { copy } from '../copy.en-GB.ts'
import { Letter } from '../letter.tsx'
import { PageFooter } from '../page-footer.tsx'
import { SenderMark } from '../sender-mark.tsx'
import type { AskedCode, ClaimFailure } from './claim-steps.ts'
import { claimCopy } from './copy.en-GB.ts'

interface SharedPageProps {
  shared: ShareableGift
  asked: AskedCode | null
  failure: ClaimFailure | null
}

/** Where people claim a gift of their own. What it is they see when they open it, like everyone who is given one. */
export function SharedPage({ shared, asked, failure }: SharedPageProps) {
  const wrap = giftwrapNamed(shared.theme.giftwrap)
  return (
    <div className="gift closed">
      <GiftwrapDefinitions wrap={wrap} patternUrl={shared.theme.patternUrl} />
      <div className="stage">
        <Backdrop />
        <WrappedGiftBox wrap={wrap} tag={copy.tag} />
      </div>
      <div className="story">
        <SenderMark theme={shared.theme} />
        <main id="main">
          {failure ? (
            <p className="notice" role="alert">
              {claimCopy.notices[failure.notice]}
            </p>
          ) : null}
          <Step shared={shared} asked={asked} failure={failure} />
          <Letter gift={shared} />
          <p className="hint">
            {copy.notReceived.hint} <a href={paths.giftNotReceived}>{copy.notReceived.link}</a>
          </p>
        </main>
        <PageFooter />
      </div>
    </div>
  )
}

function Step({ shared, asked, failure }: SharedPageProps) {
  if (shared.state !== 'open') {
    const { heading, text } = claimCopy.closed[shared.state]
    return (
      <>
        <h1>{heading}</h1>
        <p className="lead">{text}</p>
      </>
    )
  }
  return asked ? (
    <EnterCode shared={shared} asked={asked} />
  ) : (
    <AskForCode shared={shared} typed={failure?.typed ?? ''} />
  )
}

function AskForCode({ shared, typed }: { shared: ShareableGift; typed: string }) {
  const words = claimCopy.open
  const isEmail = shared.claimMethod === 'email'
  const allowed = shared.allowed.join(', ')
  return (
    <>
      <h1>{words.heading(shared.fromName)}</h1>
      <p className="lead">{words.lead}</p>
      <form className="card claim" method="post" action={paths.sharedGift(shared.shortcode)}>
        <input type="hidden" name="step" value="code" />
        <label className="field">
          <span>{isEmail ? words.email : words.sms}</span>
          <input
            name="address"
            type={isEmail ? 'email' : 'tel'}
            autoComplete={isEmail ? 'email' : 'tel'}
            required
            maxLength={254}
            defaultValue={typed}
          />
        </label>
        {allowed ? (
          <p className="hint allowed">{isEmail ? words.allowedEmail(allowed) : words.allowedSms(allowed)}</p>
        ) : null}
        <button className="button wide" type="submit">
          {words.action}
        </button>
        <p className="hint">{words.privacy}</p>
      </form>
    </>
  )
}

function EnterCode({ shared, asked }: { shared: ShareableGift; asked: AskedCode }) {
  const words = claimCopy.code
  return (
    <>
      <h1>{words.heading}</h1>
      <p className="lead">{words.lead(asked.sentTo)}</p>
      <form className="card claim" method="post" action={paths.sharedGift(shared.shortcode)}>
        <input type="hidden" name="step" value="claim" />
        <label className="field code-field">
          <span>{words.label}</span>
          <input name="code" type="text" inputMode="numeric" autoComplete="one-time-code" required maxLength={12} />
        </label>
        <button className="button wide" type="submit">
          {words.action}
        </button>
      </form>
      <p className="hint">
        <a href={paths.sharedGiftAgain(shared.shortcode)}>{words.again}</a>
      </p>
    </>
  )
}
