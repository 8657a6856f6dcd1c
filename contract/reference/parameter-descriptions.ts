import type { Endpoint } from '../core/endpoint.ts'
import type { Resource } from '../core/shapes.ts'

type Json = Record<string, unknown>

/** What a record is called in the descriptions of ids, where the wire's own name does not say it. */
const resourceLabels: Partial<Record<Resource, string>> = {
  apiKey: 'API key',
  automatedBudget: 'automated budget',
  awardBatch: 'batch of awards',
  celebrationRule: 'rule for celebrations',
  execution: 'run of the budget',
  giftwrap: 'wrapping',
  huggg: 'gift',
  joinRequest: 'request to join',
  linkedAccount: 'linked HR system',
  order: 'draft order',
  person: 'person who is helped',
  printableTemplate: 'template for printing',
  ruleChange: 'change of a rule',
  segment: 'group of products',
  superhuggg: 'shareable gift',
  taxonomy: 'category',
  transaction: 'purchase',
  user: 'person',
}

/** Parameters that mean the same wherever they are. */
const byName: Readonly<Record<string, string>> = {
  accepted: 'Only those that were accepted (`true`), or that were not (`false`).',
  active: 'Only what is on sale (`true`), or only what is not (`false`).',
  at: 'As it was at this moment; now unless told.',
  bought: 'Only drafts that were bought (`true`), or that were not (`false`).',
  by: 'What the rows are: `month`, `person`, `reason`, `wallet` or `product`.',
  caseReference: 'Only awards of this case.',
  category: 'The kind of system.',
  channel: 'Whether people are reached by email or by text.',
  closed: 'Those that are closed, instead of those that are open.',
  code: 'The last part of the link in the text.',
  currency: 'Amounts of this currency only: `GBX` is pence, `EUX` is euro cents.',
  domain: 'The domain, such as `example.com`.',
  email: 'The email address.',
  embed: 'Relations to bring along under `embedded`; may be repeated.',
  failing: 'Live ones whose last run failed (`true`), or all the others (`false`).',
  participant: 'Those with a participant whose address or name holds this.',
  file: 'Which file.',
  filter: 'Only what has all of these; within one of them, any of its values.',
  forceRefresh: 'Accepted and without effect: the report is worked out again each time.',
  format: 'The kind of file.',
  ids: 'Only those with these ids; may be repeated.',
  cannotUse:
    'Only awards whose person has said that they cannot use them, as long as nothing was done about it (`true`), or only the others (`false`).',
  locked:
    'Only awards that three wrong dates of birth have locked, as long as they are not unlocked and have not ended (`true`), or only the others (`false`).',
  undecided:
    'Only requests that expired because no one decided on them in time (`true`), or only the others (`false`).',
  inBatch: 'Only awards that were made with a batch (`true`), or alone (`false`).',
  kind: 'What the picture is for.',
  limit: 'How many at most.',
  package: 'The accounts package.',
  month: 'The month, as `2026-03`; the present one unless told.',
  months: 'How many months to look ahead, the present one included.',
  erasuresPage: 'Which page of erasures, counted from 1.',
  exportsPage: 'Which page of exports, counted from 1.',
  next: 'The `next` of the page before, for the page that follows.',
  over: 'Those that are over, instead of those that can be spent.',
  overdue: 'Only those on which something is owed past the last day to pay on.',
  page: 'Which page, counted from 1.',
  per_page: 'How many a page holds.',
  platform: 'What the answer is for.',
  previous: 'The `previous` of a page, for the page before it.',
  provider: 'Whom the person signs in with.',
  rail: 'The way to pay out: `cash-out`, `energy`, `post-office` or `pin`.',
  reasonCode: 'Only people of purchases for this reason.',
  report: 'Which report.',
  settledPage: 'Which page of those that were settled, counted from 1.',
  waitingPage: 'Which page of those that wait, counted from 1.',
  runs: 'How many runs to look ahead.',
  search: 'A part of the address or the name.',
  shortcode: 'The last part of the gift’s link.',
  slug: 'The category’s name in addresses.',
  state: 'Only those in this state.',
  status: 'Only those with this status; one that takes several may be repeated.',
  teamLogo: 'Makes it the team’s own logo.',
  territory: 'Only what is sold there.',
  text: 'A name or an address, or how it begins.',
  token: 'The last part of the link that was emailed.',
  type: 'Only those of this type.',
}

const SCANNED = 'What a till scans or types: the last part of the gift’s link, or its redeem code'

/** Where a name means something of its own. */
const byEndpoint: Readonly<Record<string, string>> = {
  'listAwards.undelivered':
    'Only those whose text or email came back and that the person has not opened (`true`), or all others (`false`).',
  'listAwards.search': 'Words of a case reference, or of a person’s name, email, number and postcode.',
  'getTeamsOfUser.wallets': 'False leaves out their wallets.',
  'listMovements.walletId': 'Only of these; of all that are open where none is named.',
  'getWalletStatement.withPeriod': 'Also what the period opened and closed with, and its sums.',
  'updateBudget.unchangedSince':
    'Refuses with 409 where the budget was changed after this moment: its `dateModified` as you read it.',
  'getForecast.budgetAmount': 'As it would be with this amount.',
  'getForecast.isVariable': 'As it would be with amounts of their own (`true`), or the same for everyone (`false`).',
  'getForecast.numberOfRuns': 'As it would be with this number of runs; 0 is without end.',
  'getForecast.scheduledEndDate': 'As it would be with this end; `none` is without one.',
  'getForecast.unspentParticipantBalanceAction': 'As it would be with unspent money `reset` or `rollover`.',
  'explainWalletBalance.from': 'Explains the change since this moment.',
  'reportUserTransactions.latest':
    'Only so many of the newest, and up to 200 each whose gifts end within 14 days, or whose links were not shared. All purchases unless given.',
  'reportUserTransactions.since': 'Beside the `latest`, all that were bought since.',
  'getAccountStatement.from': 'The first day (London); the first of all unless told.',
  'getAccountStatement.until': 'The last day (London), included; today unless told.',
  'updateHuggg.links': '`unsent`: no link nor code of a gift that was sent to someone.',
  'getHuggg.links': '`unsent`: no link nor code of a gift that was sent to someone.',
  'getSamlService.teamId': 'Id of the team; what is answered is the same for every id.',
  'listTeamInvoices.kind': 'Only those for gifts (`gifts`), or for the plan (`plan`).',
  'listTeamInvoices.status':
    'Only those on which something is to be paid (`open`), is to be paid and late (`overdue`), or nothing is (`paid`).',
  'getVatSummary.from': 'The first day (London); with `until` unset too, that of the last quarter that has ended.',
  'getShareableGift.shortcode': 'The last part of the shareable link.',
  'requestClaimCode.shortcode': 'The last part of the shareable link.',
  'claimShareableGift.shortcode': 'The last part of the shareable link.',
  'listAudit.actorId': 'Only what this person, or the service user of an API key, did.',
  'listAudit.area': 'Only what concerns this.',
  'listApiRequests.status': 'Only requests that were answered so.',
  'listCustomerMembers.userId': 'This member alone.',
  'listProgramRequests.requestId': 'Only those that were answered, or sent, with this `X-Request-Id`.',
  'listPrintableTemplates.productId': 'Only templates that fit how this product is paid out, by its id.',
  'listSandboxMessages.to': 'Only what was sent to this address or phone number.',
  'listTiles.area': 'The north-west and the south-east corner: `54.1,-3.5:50.9,1.2`.',
  'verifyIdentity.id': 'Id of the question that the sign-in answered with.',
  'changeSandboxEmployee.id': 'Id of the employee at the simulated provider.',
  'getAdjustmentCodes.id': `${SCANNED}; its id too.`,
  'redeemHuggg.id': `${SCANNED}.`,
  'getTillVoucher.id': `${SCANNED}.`,
  'listTillRedemptions.day': 'A day in London; today unless told.',
  'listTillRedemptions.till': 'Id of a till: what it redeemed alone.',
  'undoRedemption.id': `${SCANNED}; its id too.`,
  'undoRedemption.redemptionId': 'Id of the redemption, or `latest`.',
}

/** The limits of a span: days of a report, or moments of a list. */
function describeSpan(name: string, json: Json): string | undefined {
  const isDay = json.format === 'date'
  if (name === 'from') return isDay ? 'The first day (London).' : 'From this moment on.'
  if (name === 'until') return isDay ? 'The last day (London), included.' : 'Until this moment, which is left out.'
  return name === 'to' ? 'Until this moment, which is left out.' : undefined
}

/** The kind of record that an id is of, in a schema that still says so. */
function findResource(json: Json): Resource | undefined {
  const inner = [json.items, ...((json.anyOf as Json[] | undefined) ?? [])].filter(Boolean) as Json[]
  return (json.resource as Resource | undefined) ?? inner.map(findResource).find((resource) => resource !== undefined)
}

const inWords = (resource: Resource): string =>
  resourceLabels[resource] ?? resource.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/**
 * What a parameter of an address is for: one place gives the words, so that no endpoint is without them.
 * @param json its schema, with the kind of record that an id is of
 */
export function describeParameter(
  { id }: Pick<Endpoint, 'id'>,
  { name, place, json }: { name: string; place: 'path' | 'query'; json: Json },
): string | undefined {
  const own = (json.description as string | undefined) ?? byEndpoint[`${id}.${name}`]
  if (own) return own
  const resource = findResource(json)
  if (resource && place === 'path') return `Id of the ${inWords(resource)}.`
  if (resource)
    return json.type === 'array'
      ? `Only what has one of these ids (${inWords(resource)}); may be repeated.`
      : `Only those of this ${inWords(resource)}, by its id.`
  return describeSpan(name, json) ?? byName[name]
}
