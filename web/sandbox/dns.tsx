import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { getSandboxDns, putSandboxDnsRecord } from '#contract/sandbox/dns.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { Problem, refuse, TypedInput } from './problem.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const dns = await callApi(context.get(webContext), getSandboxDns, {})
  if (!dns.ok) throw data(null, { status: 404 })
  return dns.value.data
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const body = readForm(form, { name: text, text })
  const answer = await callApi(context.get(webContext), putSandboxDnsRecord, { body })
  if (answer.ok) return redirect(paths.sandboxDns, 303)
  return refuse('Give a name such as _posy-challenge.acme.test, and a text.', form, answer.problem.status)
}

export default function DnsPage() {
  const { records } = useLoaderData<typeof loader>()
  return (
    <>
      <title>DNS · Sandbox</title>
      <h1>Directory of domains</h1>
      <Problem />
      <p className="quiet-line">TXT records that show whose a domain is. They go when this process stops.</p>
      <section className="card panel" aria-labelledby="publish">
        <h2 id="publish">Publish a record</h2>
        <form method="post" className="plan">
          <TypedInput label="Name" isWide name="name" type="text" placeholder="_posy-challenge.acme.test" required />
          <TypedInput label="Text" isWide name="text" type="text" required />
          <button className="button quiet" type="submit">
            Publish
          </button>
        </form>
      </section>
      <section aria-labelledby="records">
        <h2 id="records">Records</h2>
        {records.length ? (
          <ul className="card messages">
            {records.map(({ name, text }) => (
              <li key={`${name} ${text}`}>
                <code>{name}</code> <code>{text}</code>
              </li>
            ))}
          </ul>
        ) : (
          <p className="quiet-line">There are none.</p>
        )}
      </section>
    </>
  )
}
