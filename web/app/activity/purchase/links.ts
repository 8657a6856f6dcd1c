import { data, type LoaderFunctionArgs } from 'react-router'
import { csvLine } from '#web/http/csv.ts'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'

const PER_PAGE = 1000

/** All gifts of a purchase with their links, as a file that spreadsheets open. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const lines = [csvLine(['link', 'shortcode', 'code', 'recipient', 'name', 'last day'])]
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = session.unwrap(
      await session.api.listTransactionHugggs({
        params: { id },
        query: { page, per_page: PER_PAGE, embed: ['receiver'] },
      }),
    )
    last = answer.last_page
    for (const { launch_url, shortcode, redeem_code, embedded, expiry_date } of answer.data) {
      if (launch_url === null) continue
      const { email, phone_number, name } = embedded?.receiver ?? {}
      lines.push(csvLine([launch_url, shortcode, redeem_code, email ?? phone_number, name, expiry_date.slice(0, 10)]))
    }
  }
  // The rules of the team let none leave as a link, or anyone who asks may not send.
  if (lines.length === 1) throw data(null, { status: 403 })
  return new Response(`\ufeff${lines.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="gifts-${id}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
