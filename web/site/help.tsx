import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { questions } from './questions.ts'

export function loader({ context }: LoaderFunctionArgs) {
  return { contact: context.get(webContext).links.assistance }
}

/** What people ask most, by who they are. */
export default function Help() {
  const { contact } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Help · Posy</title>
      <meta name="description" content="Answers for people who receive, send and pay for gifts." />
      <h1>Help</h1>
      {questions.map(({ title, about }) => (
        <section key={title} className="reading">
          <h2>{title}</h2>
          {about.map(({ question, answer, link }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>
                {answer} {link ? <a href={link.to}>{link.label}</a> : null}
              </p>
            </details>
          ))}
        </section>
      ))}
      <p>
        Something else? <a href={contact}>Contact us</a>. Building on the API? Read the{' '}
        <a href={paths.developers}>guide for developers</a>.
      </p>
    </>
  )
}
