import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getSession } from '#web/session/middleware.ts'
import { DoneScreen } from './done-screen.tsx'
import { loadDone } from './load-done.server.ts'

export const loader = ({ params, context }: LoaderFunctionArgs) => loadDone(getSession(context), params.id)

export default function Done() {
  return <DoneScreen {...useLoaderData<typeof loader>()} />
}
