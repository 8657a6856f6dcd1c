import { data, type LoaderFunctionArgs, NavLink, Outlet } from 'react-router'
import { getSandboxClock } from '#contract/sandbox/clock.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'

const tabs = [
  { to: paths.sandbox, label: 'Mailbox', end: true },
  { to: paths.sandboxPhone, label: 'Phone' },
  { to: paths.sandboxCards, label: 'Cards' },
  { to: paths.sandboxIssuer, label: 'Issuer' },
  { to: paths.sandboxRails, label: 'Rails' },
  { to: paths.sandboxHr, label: 'HR' },
  { to: paths.sandboxDns, label: 'DNS' },
  { to: paths.sandboxMonitoring, label: 'Monitoring' },
  { to: paths.sandboxClock, label: 'Clock' },
  { to: paths.sandboxOwn, label: 'Sandboxes' },
]

/** There is no sandbox in production: nothing below is there either. */
export async function loader({ context }: LoaderFunctionArgs) {
  const clock = await callApi(context.get(webContext), getSandboxClock, {})
  if (!clock.ok) throw data(null, { status: 404 })
  return null
}

/** The outside parties, as anyone who tries Posy out may see and move them. */
export default function Sandbox() {
  return (
    <>
      <p className="lead">
        Nothing leaves this installation: what it would have sent is here, and time moves when you say so.
      </p>
      <nav aria-label="Sandbox" className="sandbox-tabs">
        {tabs.map(({ to, label, end = false }) => (
          <NavLink key={to} to={to} end={end} reloadDocument>
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  )
}
