import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from 'react-router'
import { Document } from './document.tsx'
import { ErrorPage } from './ui/error-page.tsx'
import { usePageSettings } from './ui/page-settings.ts'

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = usePageSettings()
  const isErrorPage = Boolean(useRouteError())
  const head = (
    <>
      <Meta />
      {/* In development its style sheets need no nonce, and one would not match after the browser hides it. */}
      <Links nonce={import.meta.env.DEV ? '' : nonce} />
    </>
  )
  const hydration = (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  )
  return (
    <Document head={head} scripts={isErrorPage ? null : hydration}>
      {children}
    </Document>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const { status, statusText } = isRouteErrorResponse(error) ? error : { status: 500, statusText: '' }
  return <ErrorPage status={status} statusText={statusText} here={`${pathname}${search}`} />
}
