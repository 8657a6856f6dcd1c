import { data, type LoaderFunctionArgs } from 'react-router'
import { webContext } from '#web/context.ts'
import { calendarFile } from './calendar-file.ts'
import { loadGift } from './gift-steps.server.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const gift = await loadGift(page, params.shortcode ?? '')
  const file = calendarFile(gift, page.publicUrl, new Date())
  if (!file) throw data(null, { status: 404 })
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="gift.ics"',
  }
  return new Response(file, { headers })
}
