import type { Contract } from '#contract/index.ts'
import type { Sample } from './contract-walk.ts'
import type { TenantRecords } from './tenant-records.ts'

const batch = ({ grant }: TenantRecords) => ({ grantId: grant, name: 'Food, November', reason: 'Food', amount: 100 })
const row = (caseReference: string) => ({
  ...{ caseReference, rails: ['cash-out'], deliverBy: 'sms' },
  person: { name: 'Bob Example', phoneNumber: '+447700900124', dateOfBirth: '1979-05-01' },
})
const known = ({ person }: TenantRecords, caseReference: string) => ({
  ...{ caseReference, rails: ['cash-out'], deliverBy: 'hand', householdType: 'couple', personId: person },
})

/** Of grants and awards. */
export const awardSamples = (own: TenantRecords) =>
  ({
    listGrants: {},
    getGrant: { params: { id: own.grant } },
    createGrant: {
      body: {
        ...{ name: 'Winter fund', funder: 'A city council', purpose: 'Food and warmth' },
        ...{ fromDay: '2026-01-01', untilDay: '2026-12-31', rails: ['cash-out', 'energy'], approvalAbove: 5000 },
      },
    },
    fundGrant: { params: { id: own.grant }, body: { walletId: own.wallet, amount: 100 } },
    updateGrant: { params: { id: own.grant }, body: { approvalAbove: 100 } },
    closeGrant: { params: { id: own.otherGrant } },
    getGrantReport: { params: { id: own.grant }, query: { from: '2026-01-01', until: '2030-12-31' } },
    listAwards: {
      query: { grantId: own.grant, personId: own.person, status: ['issued', 'reissued'], inBatch: 'false' },
      variants: [
        { query: { batchId: own.batch } },
        { query: { cannotUse: 'false', locked: 'false', undecided: 'false' } },
      ],
    },
    findHelpedPeople: { body: { grantId: own.grant, name: 'Ann Example', postcode: 'LS1 4AP' } },
    getHelpedPerson: { params: { id: own.person } },
    listAlikePeople: { params: { id: own.person } },
    updateHelpedPerson: { params: { id: own.person }, body: { postalAddress: ['4 Long Street', 'Leeds'] } },
    getAward: { params: { id: own.award } },
    createAward: {
      body: {
        ...{
          grantId: own.grant,
          personId: own.person,
          caseReference: 'C-2026-114',
          reason: 'Food',
          householdType: 'family',
        },
        ...{ amount: 100, rails: ['cash-out'], duplicateReason: 'Their heating failed' },
      },
    },
    listAwardBatches: { query: { grantId: own.grant } },
    getAwardBatch: { params: { id: own.batch } },
    checkAwardBatch: {
      body: { ...batch(own), rows: [row('C-2026-122'), row('C-2026-122')] },
      variants: [{ body: { ...batch(own), rows: [{ ...known(own, 'C-2026-124'), row: 2 }] } }],
    },
    createAwardBatch: {
      body: { ...batch(own), rows: [row('C-2026-123')] },
      variants: [
        { body: { ...batch(own), duplicateReason: 'Paid monthly', rows: [known(own, 'C-2026-125')] } },
        { body: { ...batch(own), rows: [{ ...known(own, 'C-2026-126'), duplicateReason: 'Their heating failed' }] } },
      ],
    },
    approveAwardBatch: { params: { id: own.askedBatch }, body: {} },
    declineAwardBatch: { params: { id: own.otherAskedBatch }, body: { reason: 'Last month’s list' } },
    cancelAwardBatch: { params: { id: own.batch }, body: { reason: 'Sent by post instead' } },
    approveAward: { params: { id: own.askedAward } },
    declineAward: { params: { id: own.otherAskedAward }, body: { reason: 'Helped last week' } },
    unlockAward: { params: { id: own.award }, body: { reason: 'They showed their passport' } },
    settleCannotUse: { params: { id: own.award }, body: { reason: 'They will go to another shop' } },
    showAwardLink: { params: { id: own.award } },
    lookAtAward: { params: { code: own.awardLink }, body: {} },
    openAward: { params: { code: own.awardLink }, body: {} },
    takeAward: { params: { code: own.awardLink }, body: { proof: 'none', rail: 'cash-out' } },
    refuseAward: { params: { code: own.awardLink }, body: { proof: 'none', reason: 'too-far' } },
    listAwardLetters: {},
    printAwardLetters: { body: { awardIds: [own.letterAward] } },
    getAwardLettersPdf: { params: { id: own.letterRun } },
    cancelAward: { params: { id: own.award }, body: { reason: 'No longer needed' } },
    reissueAward: { params: { id: own.award }, body: { reason: 'The letter went to an old address' } },
  }) satisfies Partial<Record<keyof Contract, Sample>>
