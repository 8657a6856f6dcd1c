import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { Session } from '#web/session/session.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import giftBoxCss from '#web/ui/wraps/gift-box.css?inline'
import { Backdrop, GiftwrapDefinitions, OpenGiftBox } from '#web/ui/wraps/gift-box.tsx'
import { giftwrapNamed } from '#web/ui/wraps/index.ts'
import { wrapStyles } from '#web/ui/wraps/wrap-styles.ts'
import { ActivityPicture, GiftPagePicture } from './product-pictures.tsx'

const promises = [
  {
    title: 'Wrapped and signed',
    text: 'A wrapped page with your words on it, that opens without an account or an app.',
  },
  {
    title: 'Money you can follow',
    text: 'Wallets, budgets and invoices in one ledger that always adds up to the penny.',
  },
  { title: 'Made to be built on', text: 'Everything the app does is in the API, described by one document.' },
]

const steps = [
  { title: 'Choose', text: 'A coffee, a gift card, or an amount that each person turns into what they like.' },
  {
    title: 'Say who it is for',
    text: 'One address or a long list, pasted from wherever you keep them. You see the price to the penny.',
  },
  {
    title: 'Follow it',
    text: 'See what was opened and used, and read the thank-yous. Cancel what no one has used, and its money is returned.',
  },
]

const waysToGive = [
  { title: 'By email', text: 'Each person gets their own, now or on a day you choose.' },
  {
    title: 'By text message',
    text: 'A short text with the link. You see its length and price first.',
    needsTexts: true,
  },
  { title: 'As links', text: 'Up to 10,000 at once, to hand out in your own way.' },
  { title: 'As one link for many', text: 'For a poster or a chat: everyone claims a gift of their own.' },
  { title: 'On paper', text: 'Cards and letters with names, a QR code and a code to type.' },
  { title: 'Automatically', text: 'Budgets that give everyone an allowance each week, month or quarter.' },
] as { title: string; text: string; needsTexts?: true }[]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  if (page.session.authenticationEverywhere) throw redirect(paths.home)
  const isSignedIn = new Session(page, request).hasCredentials
  return { sandbox: page.sandbox, sendsTexts: page.sendsTexts, isSignedIn }
}

export default function Home() {
  const { sandbox, sendsTexts, isSignedIn } = useLoaderData<typeof loader>()
  const wrap = giftwrapNamed('peony')
  return (
    <>
      <title>Posy: digital gifts for teams</title>
      <meta name="description" content="Posy sends digital gifts from teams to the people they care about." />
      <InlineStyle css={`${wrapStyles(wrap)}${giftBoxCss}`} />
      <GiftwrapDefinitions wrap={wrap} />
      <section className="hero">
        <div className="hero-text">
          <h1>Digital gifts for the people you work with.</h1>
          <p className="lead">
            Posy sends gifts from teams to the people they care about: a coffee, a choice, a thank you, wrapped and
            signed.
          </p>
          <div className="hero-actions">
            {isSignedIn ? (
              <a className="button" href={paths.home}>
                Go to your team
              </a>
            ) : (
              <a className="button" href={paths.signUp}>
                Sign up
              </a>
            )}
            <a className="button quiet" href={paths.browse}>
              Browse the gifts
            </a>
          </div>
          {sandbox ? (
            <p className="quiet-line">
              This is a sandbox: no money moves. <a href={paths.sandbox}>Open its mailbox</a>
            </p>
          ) : null}
        </div>
        <div className="hero-art">
          <Backdrop />
          <OpenGiftBox wrap={wrap} unwrapping={false} />
          <GiftPagePicture />
        </div>
      </section>
      <section className="promises" aria-label="What Posy does">
        {promises.map(({ title, text }) => (
          <div key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </section>
      <section className="site-section">
        <h2>How it works</h2>
        <ol className="steps">
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <h3>
                {index + 1}. {title}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <ActivityPicture />
      </section>
      <section className="site-section">
        <h2>Every way to give</h2>
        <ul className="ways-to-give">
          {waysToGive
            .filter(({ needsTexts }) => !needsTexts || sendsTexts)
            .map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
        </ul>
        <p>
          See <a href={paths.prices}>what it costs</a>, or read <a href={paths.helpPage}>how things work</a>.
        </p>
      </section>
    </>
  )
}
