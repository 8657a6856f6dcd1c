import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { allows, permissions, reservedPermissions } from '#contract/core/permissions.ts'
import { contract } from '#contract/index.ts'
import { defaultMatrix, permissionMap } from '#server/domains/teams/rights/role.ts'

const root = join(import.meta.dirname, '../..')
/** Where flags are named without being asked for. */
const NAMES_ONLY = [
  'contract/core/permission-areas.ts',
  'contract/core/permissions.ts',
  'server/domains/teams/rights/role.ts',
  'server/domains/teams/plans/default-plan.ts',
  'web/operator/plans/labels.ts',
]

const sources = ['contract', 'server', 'web']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\/testing\//.test(name) && !NAMES_ONLY.includes(name))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

test('every permission flag is required somewhere, or reserved with a reason', () => {
  const asked = permissions.filter((flag) => sources.includes(`'${flag}'`))
  const idle = permissions.filter((flag) => !asked.includes(flag))
  const reserved = Object.keys(reservedPermissions)
  expect(idle.filter((flag) => !reserved.includes(flag))).toEqual([])
  // What has come into use is no longer reserved. `user` is a word of many meanings.
  expect(asked.filter((flag) => flag !== 'user' && reserved.includes(flag))).toEqual([])
})

/** Reads that a viewer is refused: what opens a gift, and settings. */
const keptFromViewers: Record<string, readonly string[]> = {
  'a link, a code or a printed card': [
    'downloadSuperHugggFile',
    'getPrintable',
    'getPrintableTemplate',
    'getTeamLogo',
    'listPrintableReceivers',
    'listPrintableTemplates',
  ],
  'a draft, or an order that waits': [
    'getApproval',
    'getParticipantList',
    'getRecipientList',
    'listApprovals',
    'listRecipientLists',
    // Who to send to next, and what it will look like.
    'listGroupPeople',
    'listPastRecipients',
    'listRecipientGroups',
    'previewOrderEmail',
  ],
  'cards and the bank': [
    'getAutomaticTopUp',
    'getCardFields',
    'getCharge',
    'getPlanCard',
    'listCards',
    'listCharges',
    'listRemittanceAdvices',
  ],
  'keys, webhooks and connections': [
    'getApiKeys',
    'listApiRequests',
    'listEmployeeGroups',
    'listIntegrations',
    'listLinkedAccounts',
    'listWebhookDeliveries',
    'listWebhooks',
  ],
  'how the team is set up': [
    'getSamlSettings',
    'getSupportAccess',
    'getTeamExport',
    'getTeamLeaving',
    'getTeamPlan',
    'listAudit',
    'listJoinRequests',
    'listRuleChanges',
    'listThemeVersions',
  ],
  'one’s own allowance': ['getAllowance'],
  'people in need': [
    'getAward',
    'getAwardBatch',
    'getAwardLettersPdf',
    'getGrant',
    'getGrantReport',
    'getHelpedPerson',
    'listAlikePeople',
    'listAwardBatches',
    'listAwardLetters',
    'listAwards',
    'listGrants',
  ],
}

test('a viewer reads all of the team but what opens a gift and settings, which are named here', () => {
  const viewer = permissionMap('team-viewer', defaultMatrix['team-viewer'], null)
  const refused = (Object.values(contract) as Endpoint[])
    .filter(({ access, method, permission }) => access === 'session' && method === 'GET' && permission)
    .filter(({ permission }) => !allows(viewer, permission!))
    .map(({ id }) => id)
  expect(refused.sort()).toEqual(Object.values(keptFromViewers).flat().sort())
})

test('a viewer changes nothing of the team', () => {
  const viewer = permissionMap('team-viewer', defaultMatrix['team-viewer'], null)
  const allowed = (Object.values(contract) as Endpoint[])
    .filter(({ access, method, permission }) => access === 'session' && method !== 'GET' && permission)
    .filter(({ permission }) => allows(viewer, permission!))
    .map(({ id }) => id)
  expect(allowed.sort()).toEqual([
    // Files of what is seen; of a gift without its code.
    ...[
      'createHugggExport',
      'createPapersExport',
      'createStatementExport',
      'deleteSavedView',
      'generateClaimedVoucher',
    ],
    ...['generateVoucher', 'putSavedView', 'searchHugggs', 'searchOriginal', 'searchTransactions'],
  ])
})
