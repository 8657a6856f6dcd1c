import type { Domain } from '#server/platform/http/domain.ts'
import { themesRoutes } from './routes.ts'

export { drawEmailLogo, PREVIEW_SIZE } from './draw-look.ts'
export { emailLogoUrl, type StoredLook, serializeLook, storedLook } from './look.ts'
export { brandTeams, countThemes, defaultTheme, findTheme, looksByIds, unnamedTheme } from './queries.ts'
export { serveLook } from './serve-look.ts'
export { wrapColours } from './wrap-colours.ts'

/** A team's brand: how its gifts look to those who get them. */
export const themesDomain: Domain = { name: 'themes', routes: themesRoutes }
