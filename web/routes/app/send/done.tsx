import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { DoneScreen } from '../../../features/send/done-screen.tsx'
import { loadDone } from '../../../features/send/load-done.server.ts'
import { sessionOf } from '../../../session/middleware.ts'

export const loader = ({ params, context }: LoaderFunctionArgs) => loadDone(sessionOf(context), params.id)

export default function Done() {
  return <DoneScreen {...useLoaderData<typeof loader>()} />
}
