import type { Domain } from '#server/platform/http/domain.ts'
import { announcementsPersonalData } from './personal-data.ts'
import { announcementRoutes } from './routes.ts'

/** What operators tell customers at the top of their pages. */
export const announcementsDomain: Domain = {
  name: 'announcements',
  routes: announcementRoutes,
  personalData: announcementsPersonalData,
}
