import { calendarFile } from './calendar-file.ts'
import { unknownGift } from './gift.tsx'
import { loadGift } from './gift-steps.ts'
import { PageRefusal, type RecipientRoute } from './route.ts'

export const calendar: RecipientRoute = {
  unknown: unknownGift,
  show: async ({ page, code }) => {
    const file = calendarFile(await loadGift(page, code), page.publicUrl, new Date())
    if (!file) throw new PageRefusal(404)
    const headers = {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="gift.ics"',
    }
    return new Response(file, { headers })
  },
}
