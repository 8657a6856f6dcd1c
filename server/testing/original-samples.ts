import type { Contract } from '#contract/index.ts'
import type { originalEndpoints } from '#contract/original/original.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { Sample } from './contract-walk.ts'
import type { TenantRecords } from './tenant-records.ts'

/** Of what programs written for the original call beside our own endpoints. */
export const originalSamples = (own: TenantRecords) =>
  ({
    checkRequest: {
      body: {
        request: "curl https://api.huggg.me/api/v2/brands?limit=10&embed[]=stores -H 'X-Huggg-API-Key: your-key'",
      },
    },
    listBrandsV2: {},
    getBrandV2: { params: { id: demo.brands.daisyCoffee } },
    listProductsV2: {},
    listTiles: { params: { area: '54.1,-3.5:50.9,1.2' } },
    listTransactions: {},
    listSentHugggs: {},
    searchOriginal: {
      body: {
        from: 0,
        size: 300,
        query: { bool: { must: [{ match: { status: { query: 'redeemed or sent', operator: 'or' } } }] } },
        sort: [{ 'huggg.updated_at': { order: 'desc' } }],
      },
    },
    getAdjustmentCodes: { params: { id: own.shortcode } },
    generateVoucher: { params: { id: own.huggg }, body: {} },
    generateClaimedVoucher: { params: { id: own.huggg }, body: {} },
  }) satisfies { [Name in keyof typeof originalEndpoints & keyof Contract]: Sample }
