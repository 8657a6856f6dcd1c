import { type ActionFunctionArgs, data } from 'react-router'
import { readTable } from '#kit/read-table.ts'
import { csvLine } from '#web/http/csv.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { getSession } from '#web/session/middleware.ts'
import { ROW } from './read-award-list.server.ts'

export const loader = () => {
  throw data(null, { status: 404 })
}

/** Rows that are left out, as a file to take away, each with what is wrong with it. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (!getSession(context).can('make-awards')) throw data(null, { status: 403 })
  const { rows } = readTable(readForm(await request.formData(), { list: exactText }).list)
  // A file of its own: its rows are numbered as they stand in it.
  const from = rows[0]?.cells[0] === ROW ? 1 : 0
  return new Response(`\uFEFF${rows.map(({ cells }) => csvLine(cells.slice(from))).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="left-out.csv"',
      'Cache-Control': 'no-store',
    },
  })
}
