import * as contract from '#contract/themes/themes.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { previewBrandInvoice } from './preview-brand-invoice.ts'

export const documentsRoutes: Route[] = [
  read(contract.previewBrandInvoice, async ({ posy, caller, body }) => ({
    data: await previewBrandInvoice(posy, caller, body),
  })),
]
