import { data, type LoaderFunctionArgs } from 'react-router'
import { getSession } from '#web/session/middleware.ts'
import { emptyAwardList } from './read-award-list.server.ts'

/** A file to begin a list from: its columns, and no row. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!getSession(context).can('make-awards')) throw data(null, { status: 403 })
  return new Response(`\uFEFF${emptyAwardList}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="awards.csv"',
      'Cache-Control': 'no-store',
    },
  })
}
