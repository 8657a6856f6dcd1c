import { IconLogout } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Form, type LoaderFunctionArgs, Outlet, useRouteLoaderData } from 'react-router'
import { operatorMay } from '#contract/core/operators.ts'
import type { Operator } from '#contract/operator/sign-in.ts'
import { AppearanceSwitch } from '#web/app/shell/appearance-switch.tsx'
import menus from '#web/app/shell/menus.module.css'
import { PageRefusal } from '#web/app/shell/refusal.tsx'
import { readCookies } from '#web/http/cookies.ts'
import { paths } from '#web/paths.ts'
import { AppShell, ShellMenu } from '#web/ui/kit/app-shell.tsx'
import { Avatar } from '#web/ui/kit/avatar.tsx'
import type { ShellSearch } from '#web/ui/kit/command-palette.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { COLOUR_SCHEME_COOKIE, parseColourScheme } from '#web/ui/page-settings.ts'
import { roleLabels } from './labels.ts'
import { navigationFor } from './navigation.tsx'
import { getOperatorSession, requireOperator } from './session.ts'

const CONSOLE_ROUTE = 'operator/console'

export const middleware = [requireOperator]

export function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const appearance = readCookies(request.headers.get('cookie')).get(COLOUR_SCHEME_COOKIE)
  return {
    operator: session.operator!,
    flash: session.takeFlash(),
    appearance: parseColourScheme(appearance) ?? 'auto',
  }
}

const search: ShellSearch = {
  page: paths.operatorSearch,
  results: paths.operatorSearchFor,
  suggestions: paths.operatorSuggestions,
  placeholder: 'Customers, people, gifts, references, numbers',
}

export default function Console() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** What a page of the console refuses is said inside its frame. */
export function ErrorBoundary() {
  const { role } = useOperator()
  const words = {
    403: {
      title: 'Your role does not include this',
      text: `You are signed in as ${roleLabels[role]}. Ask an operator whose role includes it: finance for money, an owner for everything.`,
    },
    404: { title: 'Page not found', text: 'The address may be mistyped, or what it showed is no longer kept.' },
    429: { title: 'One moment, please', text: 'That was a lot at once. Try again in a minute.' },
  }
  return (
    <Frame>
      <PageRefusal words={words} home={{ to: paths.operatorOverview, label: 'Go to Overview' }} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { operator, flash } = useRouteLoaderData<typeof loader>(CONSOLE_ROUTE)!
  return (
    <AppShell
      items={navigationFor((permission) => operatorMay(operator.role, permission))}
      home={paths.operatorOverview}
      search={search}
      bottom={<OperatorMenu />}
      notice={
        flash ? (
          <Notice tone={flash.tone} role="status">
            {flash.text}
          </Notice>
        ) : null
      }
    >
      {children}
    </AppShell>
  )
}

/** Who uses the console, for any screen below. */
export const useOperator = (): Operator => useRouteLoaderData<typeof loader>(CONSOLE_ROUTE)!.operator

function OperatorMenu() {
  const { operator, appearance } = useRouteLoaderData<typeof loader>(CONSOLE_ROUTE)!
  const label = (
    <>
      <Avatar name={operator.name} />
      <span className={menus.two}>
        <strong>{operator.name}</strong>
        <span>Operator · {roleLabels[operator.role]}</span>
      </span>
    </>
  )
  return (
    <ShellMenu id="operator-menu" purpose="Your menu" label={label} above>
      <AppearanceSwitch appearance={appearance} />
      <Form method="post" action={paths.operatorSignOut}>
        <button type="submit" className={menus.item}>
          <IconLogout size={18} stroke={1.75} aria-hidden="true" />
          Sign out
        </button>
      </Form>
    </ShellMenu>
  )
}
