import * as configuration from '#contract/catalogue/configuration.ts'
import * as contract from '#contract/catalogue/taxonomies.ts'
import type { Config } from '#server/platform/config.ts'
import { cursorPage } from '#server/platform/http/page.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { found } from '#server/platform/problem/problem.ts'
import { serializeTaxonomy } from './serialize.ts'
import * as queries from './taxonomy-queries.ts'

const getTaxonomy = read(contract.getTaxonomy, async ({ db, params }) => ({
  data: serializeTaxonomy(found(await queries.taxonomyById(db, params.id), 'taxonomy')),
}))

const getTaxonomyBySlug = read(contract.getTaxonomyBySlug, async ({ db, params }) => ({
  data: serializeTaxonomy(found(await queries.taxonomyBySlug(db, params.slug), 'taxonomy')),
}))

const findTaxonomies = read(contract.findTaxonomies, async ({ db, body }) => {
  const taxonomies = await queries.listTaxonomies(db, body.filter, body)
  const { data, ...page } = cursorPage(taxonomies, body, queries.taxonomyPlace)
  return { data: data.map(serializeTaxonomy), ...page }
})

const findTaxonomyLinks = read(contract.findTaxonomyLinks, async ({ db, body }) =>
  cursorPage(await queries.listTaxonomyLinks(db, body.filter, body), body, queries.linkPlace),
)

const findTags = read(contract.findTags, async ({ db, body }) =>
  cursorPage(await queries.listTags(db, body.filter, body), body, ({ name, id }) => [name, id]),
)

const findLabels = read(contract.findLabels, async ({ db, body }) =>
  cursorPage(await queries.listLabels(db, body.filter, body), body, ({ name, id }) => [name, id]),
)

const listFeatures = read(configuration.listFeatures, async ({ posy }) => ({ data: enabledFeatures(posy.config) }))

const enabledFeatures = ({ features }: Config): configuration.Feature[] => [
  { id: 'christmas', name: 'Christmas', enabled: false },
  { id: 'launchpad', name: 'Launchpad', enabled: features.launchpad },
  { id: 'gift-restrictions-disable', name: 'No gift restrictions', enabled: features.giftRestrictionsDisable },
]

const getConfiguration = read(configuration.getConfiguration, async ({ posy }) => {
  const { defaults, shop } = posy.config
  const { taxonomyIds, postOfficeBrandIds } = shop
  const starter = contract.starterTaxonomyIds
  return {
    data: {
      taxonomyIds: {
        featured: taxonomyIds.featured ?? starter.featured,
        christmas: taxonomyIds.christmas ?? starter.christmas,
        employeeAppreciation: taxonomyIds.employeeAppreciation ?? starter.employeeAppreciation,
        easter: taxonomyIds.easter ?? starter.easter,
      },
      giftCategories: [...contract.giftCategories],
      giftRestrictionTagTypeId: contract.giftRestrictionTagTypeId,
      postOfficeBrandIds,
      defaultPlanId: defaults.planId,
      defaultBrandingId: defaults.brandingId,
      voucherTypesWithoutSegments: [...contract.voucherTypesWithoutSegments],
    },
  }
})

export const taxonomyRoutes: Route[] = [
  getTaxonomy,
  getTaxonomyBySlug,
  findTaxonomies,
  findTaxonomyLinks,
  findTags,
  findLabels,
  listFeatures,
  getConfiguration,
]
