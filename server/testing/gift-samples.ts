import { starterTaxonomyIds } from '#contract/catalogue/taxonomies.ts'
import type { Contract } from '#contract/index.ts'
import { DEMO_TILL_CODE, demo } from '#server/app/demo/ids.ts'
import type { Sample } from './contract-walk.ts'
import { samplePicture } from './pictures.ts'
import { paid, type TenantRecords } from './tenant-records.ts'

/** Of the starter catalogue, which is no one's. */
const starter = {
  tag: '00000000-0000-4000-8000-700000000001',
  label: '00000000-0000-4000-8000-800000000001',
}

/** A template everyone has. */
export const THANK_YOU_CARD = '00000000-0000-4000-8000-b00000000001'

/** Of what can be sent, gifts and how they look and travel. */
export const giftSamples = (own: TenantRecords) =>
  ({
    listProducts: {},
    getProduct: { params: { id: demo.products.daisyFlatWhite } },
    findProducts: { body: { filter: { ids: [demo.products.daisyFlatWhite] } } },
    searchProducts: { body: { query: 'coffee' } },
    suggestProductSearches: { body: { term: 'cofee' } },
    findTags: { body: { filter: { id: [starter.tag] } } },
    findLabels: { body: { filter: { id: [starter.label] } } },
    getTaxonomy: { params: { id: starterTaxonomyIds.featured } },
    getTaxonomyBySlug: { params: { slug: 'gift-cards' } },
    findTaxonomies: { body: { filter: { id: [starterTaxonomyIds.featured] } } },
    findTaxonomyLinks: { body: { filter: { taxonomyIds: [starterTaxonomyIds.featured] } } },
    findHighballMeta: { body: { filter: { shortcode: [own.shortcode] } } },
    getProductSegments: { params: { id: demo.products.choiceOfGift10 } },
    listSegments: { query: {} },
    getBrand: { params: { id: demo.brands.daisyCoffee } },
    findBrands: { body: { filter: { id: [demo.brands.daisyCoffee] } } },
    getSuperHuggg: { params: { id: own.superHuggg } },
    listSuperHugggClaims: { params: { id: own.superHuggg } },
    downloadSuperHugggFile: { params: { id: own.superHuggg, file: 'qr.svg' } },
    pauseSuperHuggg: { params: { id: own.superHuggg } },
    resumeSuperHuggg: { params: { id: own.superHuggg } },
    clearClaimCodes: { params: { id: own.superHuggg } },
    endSuperHuggg: { params: { id: own.superHuggg } },
    raiseSuperHugggLimit: {
      params: { id: own.superHuggg },
      body: { limit: 9, payment: { method: 'walletCommitment', reference: own.wallet } },
      variants: paid(own).map((payment) => ({ params: { id: own.superHuggg }, body: { limit: 9, payment } })),
    },
    getShareableGift: { params: { shortcode: own.superShortcode } },
    requestClaimCode: { params: { shortcode: own.superShortcode }, body: { email: 'ada@friends.test' } },
    claimShareableGift: { params: { shortcode: own.superShortcode }, body: { claim: 'none', code: '123456' } },
    getHuggg: { params: { id: own.huggg } },
    updateHuggg: { params: { id: own.huggg }, body: { expiry_date: '2026-09-01' } },
    cancelHuggg: { params: { id: own.huggg } },
    toggleHugggSent: { params: { id: own.huggg }, body: { is_preview: false } },
    getDelivery: { params: { id: own.huggg } },
    listHeldGifts: { params: { id: own.transaction } },
    resendHuggg: { params: { id: own.huggg } },
    remindTransactionHugggs: { params: { id: own.transaction } },
    remindHugggs: { body: { hugggIds: [own.huggg] } },
    resendHugggs: { body: { hugggIds: [own.huggg] } },
    stopGiftReminders: { params: { shortcode: own.shortcode }, body: {} },
    askForGifts: { body: { email: 'stranger@friends.test' } },
    findGifts: { body: { email: 'stranger@friends.test' } },
    getTextPreference: { params: { code: 'none' } },
    setTextPreference: { params: { code: 'none' }, body: { stopped: true } },
    receiveTextReport: { params: { messageId: own.huggg }, body: { MessageSid: 'SM1', MessageStatus: 'sent' } },
    receiveEmailEvents: { body: [{ event: 'delivered', sg_event_id: 'one' }] },
    receiveTextReply: { body: { From: '+447700900123', Body: 'STOP' } },
    getHugggTimeline: { params: { id: own.huggg } },
    listReactions: {},
    redeemHuggg: { params: { id: own.shortcode }, body: { location_id: demo.stores.daisyCoffeeLeeds } },
    undoRedemption: { params: { id: own.redeemedHuggg, redemptionId: own.redemption }, body: { redeemed: false } },
    signInTill: { body: { code: DEMO_TILL_CODE } },
    signOutTill: { body: {} },
    getOwnTill: {},
    getTillVoucher: { params: { id: own.shortcode } },
    getTillRedemption: { params: { id: own.redemption } },
    listTillRedemptions: {},
    getGift: { params: { shortcode: own.shortcode } },
    openGift: { params: { shortcode: own.shortcode } },
    chooseGift: { params: { shortcode: own.shortcode }, body: { productId: demo.products.daisyFlatWhite } },
    claimGift: { params: { shortcode: own.shortcode } },
    revealGift: { params: { shortcode: own.shortcode } },
    refuseCode: { params: { shortcode: own.shortcode }, body: { reason: 'unknown', shop: 'Daisy Coffee, Leeds' } },
    listCodeRefusals: { query: { hugggId: own.huggg } },
    reactToGift: { params: { shortcode: own.shortcode }, body: { emoji: '❤️' } },
    reportUserTransactions: { params: { userId: own.user } },
    reportUserBalances: { params: { id: own.user }, query: { forceRefresh: 'true' } },
    searchHugggs: {
      body: {
        query: {
          filters: {
            hugggIds: [own.huggg],
            transactionIds: [own.transaction],
            senderIds: [own.user],
            receiverIds: [own.receiver],
            teamIds: [own.team],
          },
        },
      },
    },
    searchTransactions: {
      body: { query: { filters: { transactionIds: [own.transaction], senderIds: [own.user], teamIds: [own.team] } } },
    },
    createHugggExport: {
      body: {
        query: { filters: { hugggIds: [own.huggg], transactionIds: [own.transaction], teamIds: [own.team] } },
        sort: [{ field: 'price', direction: 'asc' }],
        format: 'xlsx',
      },
      variants: [{ body: { query: { filters: { senderIds: [own.user], receiverIds: [own.receiver] } } } }],
    },
    getHugggExport: { params: { id: own.hugggExport } },
    createStatementExport: { params: { id: own.wallet }, body: { query: { from: '2026-01-01T00:00:00Z' } } },
    getStatementExport: { params: { id: own.wallet, exportId: own.statementExport } },
    createTeamExport: { params: { id: own.team }, body: {} },
    getTeamExport: { params: { id: own.team, exportId: own.teamExport } },
    createPapersExport: { params: { id: own.team }, body: { from: '2026-01-01', until: '2026-03-31' } },
    getPapersExport: { params: { id: own.team, exportId: own.papersExport } },
    listBrandings: {},
    getBranding: { params: { id: own.branding } },
    listGiftwraps: {},
    getGiftwrap: { params: { id: own.giftwrap } },
    listThemes: {},
    getTheme: { params: { id: own.theme } },
    previewBrandEmail: { body: { accentHex: '#0f766e', drawing: 'fern', logo: own.upload } },
    previewBrandInvoice: { body: { logo: own.upload } },
    upsertTheme: {
      body: {
        id: own.theme,
        name: 'House style',
        branding: { accentHex: '#0f766e', logo: own.upload },
        giftwrap: { drawing: 'fern', pattern: own.upload },
      },
      variants: [{ body: { name: 'House style', brandingId: own.branding, giftwrapId: own.giftwrap } }],
    },
    deleteTheme: { params: { id: own.theme } },
    listThemeVersions: { params: { id: own.theme } },
    createPrintableLogo: { body: { file: samplePicture() } },
    getTeamLogo: {},
    createPrintablePreview: {
      body: { templateId: THANK_YOU_CARD, productId: demo.products.daisyFlatWhite, logo: own.upload },
      variants: [
        { body: { templateId: own.template, transactionId: own.printed } },
        { body: { templateId: THANK_YOU_CARD, productId: demo.products.daisyFlatWhite, themeId: own.theme } },
      ],
    },
    listPrintableTemplates: { query: { productId: demo.products.daisyFlatWhite } },
    getPrintableTemplate: { params: { id: own.template } },
    createPrintableTemplate: {
      body: {
        name: 'Welcome card',
        layout: 'card',
        body: '# Welcome, {{name}}\n\nYou start in {{department}}.\n\n{{from}}',
        dynamicRecipientData: [
          { name: 'name', label: 'Name', placeholder: 'Ada Lovelace' },
          { name: 'department', label: 'Department', optional: true },
        ],
        dynamicData: [{ name: 'from', label: 'From', defaultValue: 'Everyone at Acme' }],
        logo: own.upload,
      },
    },
    updatePrintableTemplate: {
      params: { id: own.template },
      body: { name: 'Thanks from us', body: '# Thank you, {{name}}\n\n{{message}}', logo: own.upload },
    },
    deletePrintableTemplate: { params: { id: own.template } },
    upsertPrintable: {
      params: { id: own.printed },
      body: { templateId: THANK_YOU_CARD, productId: demo.products.daisyFlatWhite, logo: own.upload },
      variants: [{ params: { id: own.printed }, body: { templateId: own.template } }],
    },
    getPrintable: { params: { id: own.printed } },
    setPrintableReceivers: {
      params: { id: own.printed },
      body: { receivers: [{ hugggId: own.printedHuggg, templateData: { name: 'Grace' } }] },
    },
    listPrintableReceivers: { params: { id: own.printed }, query: { hugggIds: [own.printedHuggg] } },
    createPrintablePdf: { body: { transactionId: own.printed, destination: 'download' } },
    createPrintableProof: { params: { id: own.printed } },
    createUpload: { query: { kind: 'logo' }, body: { file: samplePicture() } },
  }) satisfies Partial<Record<keyof Contract, Sample>>
