import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { defaultPrivacy } from './legal-defaults.ts'
import { LegalText } from './legal-text.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  const { legal, links } = context.get(webContext)
  return {
    text: legal.privacy ?? defaultPrivacy(legal.operator ?? 'The operator of this installation'),
    contact: links.assistance,
  }
}

export default function Privacy() {
  const { text, contact } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Privacy · Posy</title>
      <meta name="description" content="What is kept about you, and why." />
      <h1>Privacy</h1>
      <LegalText text={text} />
      <p>
        Questions? <a href={contact}>Contact us</a>.
      </p>
    </>
  )
}
