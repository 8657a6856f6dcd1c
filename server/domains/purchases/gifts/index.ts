import type { Domain } from '#server/platform/http/domain.ts'
import { registerGifts } from './jobs.ts'
import { giftRoutes } from './routes.ts'

/** What is done to all gifts of a purchase. */
export const purchaseGiftsDomain: Domain = { name: 'gifts of purchases', routes: giftRoutes, register: registerGifts }
