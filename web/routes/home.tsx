import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { webContext } from '../context.ts'
import { InlineStyle } from '../ui/inline-style.tsx'
import { giftwrapNamed } from '../ui/wraps/index.ts'
import present from '../ui/wraps/present.css?inline'
import { Backdrop, GiftwrapDefinitions, OpenPresent } from '../ui/wraps/present.tsx'
import { wrapStyles } from '../ui/wraps/wrap-styles.ts'

const promises = [
  {
    title: 'Handed over, not posted',
    text: 'A wrapped page with your words on it, by email, text message or as a link.',
  },
  {
    title: 'Money you can follow',
    text: 'Wallets, budgets and invoices in one ledger that always adds up to the penny.',
  },
  { title: 'Made to be built on', text: 'Everything the app does is in the API, described by one document.' },
]

export async function loader({ context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  if (page.session.authenticationEverywhere) throw redirect('/home')
  return { sandbox: page.sandbox }
}

export default function Home() {
  const { sandbox } = useLoaderData<typeof loader>()
  const wrap = giftwrapNamed('peony')
  return (
    <>
      <title>Posy: gifts that feel handed over</title>
      <meta name="description" content="Posy sends digital gifts from teams to the people they care about." />
      <InlineStyle css={`${wrapStyles(wrap)}${present}`} />
      <GiftwrapDefinitions wrap={wrap} />
      <section className="hero">
        <div className="hero-text">
          <h1>A small bunch of flowers, handed over.</h1>
          <p className="lead">
            Posy sends gifts from teams to the people they care about: a coffee, a choice, a thank you, wrapped and
            signed.
          </p>
          <div className="hero-actions">
            <a className="button" href="/home">
              Sign in
            </a>
            <a className="button quiet" href="/openapi.json">
              Read the API
            </a>
            {sandbox ? (
              <a className="button quiet" href="/sandbox-ui">
                Open the sandbox mailbox
              </a>
            ) : null}
          </div>
        </div>
        <div className="hero-art">
          <Backdrop />
          <OpenPresent wrap={wrap} unwrapping={false} />
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
    </>
  )
}
