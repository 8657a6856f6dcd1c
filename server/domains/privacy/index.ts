import { toDate } from '#kit/time.ts'
import type { Domain } from '#server/platform/http/domain.ts'
import { removeExpiredExports } from './export-person.ts'
import { registerPrivacy } from './jobs.ts'
import { privacyRoutes } from './routes.ts'

export { carryOutErasure, erasePerson } from './erase-person.ts'
export { readList, storedList, writeList } from './erased-list.ts'
export { exportPerson, makePersonExport, personExport } from './export-person.ts'
export { describePerson } from './find-person.ts'
export { waitingErasures } from './queries.ts'
export { reapplyErasures } from './reapply.ts'

/** People who ask what is held about them, or to be forgotten. */
export const privacyDomain: Domain = {
  name: 'privacy',
  routes: privacyRoutes,
  personalData: {
    addresses: [],
    sections: () => ({}),
    erase: async () => {},
    removeFiles: (posy) => removeExpiredExports(posy, toDate(posy.clock.now())),
  },
  register: registerPrivacy,
}
