import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { defaultTerms } from './legal-defaults.ts'
import { LegalText } from './legal-text.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  const { legal, links } = context.get(webContext)
  return {
    text: legal.terms ?? defaultTerms(legal.operator ?? 'The operator of this installation'),
    contact: links.assistance,
  }
}

export default function Terms() {
  const { text, contact } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Terms · Posy</title>
      <meta name="description" content="What holds when you use this service." />
      <h1>Terms</h1>
      <LegalText text={text} />
      <p>
        Questions? <a href={contact}>Contact us</a>.
      </p>
    </>
  )
}
