import type { LoaderFunctionArgs } from 'react-router'
import { csvLine } from '../../../features/activity/csv.ts'
import { idOf } from '../../../http/id-of.ts'
import { sessionOf } from '../../../session/middleware.ts'

const PER_PAGE = 1000

/** All gifts of a purchase with their links, as a file that spreadsheets open. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = sessionOf(context)
  const id = idOf(params.id)
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
      const { email, phone_number, name } = embedded?.receiver ?? {}
      lines.push(csvLine([launch_url, shortcode, redeem_code, email ?? phone_number, name, expiry_date.slice(0, 10)]))
    }
  }
  return new Response(`\ufeff${lines.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="gifts-${id}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
