import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id, list, listText, success, text } from '../core/shapes.ts'
import { themeId } from '../themes/themes.ts'
import { MAX_UPLOAD_BYTES, pictureFile, UPLOAD_FORM_BYTES, uploadedPicture } from '../uploads/uploads.ts'

const tag = 'Printables'
const permission = 'purchase-hugggs'
const base = { tag, access: 'session', permission } as const

const printableTypes = ['huggg', 'paypoint', 'post-office'] as const
export const printableLayouts = ['letter', 'folded-card', 'card'] as const
export type PrintableLayout = (typeof printableLayouts)[number]

export const PrintableField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.literal('string'),
  optional: z.boolean(),
  defaultValue: z.string(),
  placeholder: z.string(),
})

export const PrintableTemplate = z.object({
  id: z.string(),
  name: z.string(),
  teamId: z.string().nullable(),
  public: z.boolean(),
  type: z.enum(printableTypes),
  /** `letter`: A4 for a window envelope; `folded-card`: A5 of a folded sheet; `card`: A6, four to a sheet. */
  layout: z.enum(printableLayouts),
  logo: z.string().nullable(),
  logoUrl: z.string().nullable(),
  body: z.string(),
  /** What each recipient's data holds. */
  dynamicRecipientData: z.array(PrintableField),
  /** What is the same on every card of a purchase. */
  dynamicData: z.array(PrintableField),
  dateCreated: z.string(),
  dateModified: z.string(),
})

const FIELD_NAME = /^[a-zA-Z][\w-]{0,63}$/
/** Values by the names of fields. */
const values = () =>
  z
    .record(z.string().regex(FIELD_NAME), text(2000))
    .refine((map) => Object.keys(map).length <= 50, 'must have at most 50 entries')
const body = () => text(10_000)

const fieldName = () => z.string().regex(FIELD_NAME, 'must be a letter, then letters, digits, - and _')
/** A field as it is given: what is not said of it is empty. */
const GivenField = z.object({
  name: fieldName(),
  label: text(80).min(1),
  type: z.literal('string').default('string'),
  optional: z.boolean().default(false),
  defaultValue: text(2000).default(''),
  placeholder: text(200).default(''),
})
/** As many as a page can ask for. */
const fieldList = () => z.array(GivenField).max(20)
const TemplateParts = {
  name: text(60).min(1),
  layout: z.enum(printableLayouts),
  /** Small Markdown with {{fields}}: those below, product, team, code, url and expiry. */
  body: body().min(1),
  logo: uploadedPicture().nullish(),
  dynamicRecipientData: fieldList(),
  dynamicData: fieldList().optional(),
}

const Printing = {
  logo: uploadedPicture().nullish(),
  /** Small Markdown with {{fields}}; the template's own where it is not given. */
  body: body().optional(),
  productId: id('product').optional(),
  templateId: id('printableTemplate'),
  /** Values of the template's dynamicData. */
  data: values().optional(),
}

export const PrintableTransaction = z.object({
  id: z.string(),
  transactionId: z.string(),
  body: z.string(),
  data: z.record(z.string(), z.string()),
  logo: z.string().nullable(),
  logoKey: z.string().nullable(),
  /** A link to the PDF for ten minutes and this session; null while there is none of this version. */
  file: z.string().nullable(),
  fileStatus: z.enum(['none', 'queued', 'making', 'ready', 'failed']),
  fileError: z.string().nullable(),
  fileSentAt: z.string().nullable(),
  progress: z.object({ made: z.int(), total: z.int() }),
  teamId: z.string(),
  userId: z.string(),
  version: z.int(),
  onCompletionEmail: z.boolean(),
  template: PrintableTemplate,
  templateId: z.string(),
  dateCreated: z.string(),
  dateModified: z.string(),
})

export const createPrintableLogo = endpoint({
  ...base,
  id: 'createPrintableLogo',
  method: 'POST',
  path: '/v3/printables/logos',
  summary:
    'Takes a logo for printing; with teamLogo it becomes the team’s own, which needs the right to change the team.',
  scope: 'send',
  query: z.object({ teamLogo: z.stringbool().default(false) }),
  bodyKind: 'multipart',
  bodyLimitBytes: MAX_UPLOAD_BYTES + UPLOAD_FORM_BYTES,
  body: z.object({ file: pictureFile() }),
  response: data(z.object({ key: z.string(), url: z.string() })),
  status: 201,
  errors: ['unavailable'],
})
export const getTeamLogo = endpoint({
  ...base,
  id: 'getTeamLogo',
  method: 'GET',
  path: '/v3/printables/teams/logos',
  summary: 'The logo of the team acted in, behind a signed link.',
  response: data(z.object({ key: z.string().nullable(), url: z.string().nullable() })),
})
export const createPrintablePreview = endpoint({
  ...base,
  id: 'createPrintablePreview',
  method: 'POST',
  path: '/v3/printables/previews',
  summary:
    'One sheet as it would be printed, marked as a sample, or a picture of one card; its code leads nowhere. The link works for ten minutes.',
  scope: 'send',
  body: z.object({
    ...Printing,
    templateData: values().optional(),
    /** Of a purchase: with its brand and its logo. */
    transactionId: id('transaction').optional(),
    /** Of gifts that are not bought yet: the theme they are to have; unset: the team's default. */
    themeId: themeId().optional(),
    /** `svg`: a picture to show on a page, drawn as the PDF is. */
    format: z.enum(['pdf', 'svg']).default('pdf'),
  }),
  response: data(
    z.object({
      previewUrl: z.string(),
      /** Why it could not be printed as it is, such as text that does not fit. */
      flaws: z.array(z.object({ field: z.string(), message: z.string(), code: z.string() })),
    }),
  ),
  errors: ['not_found'],
})
export const listPrintableTemplates = endpoint({
  ...base,
  id: 'listPrintableTemplates',
  method: 'GET',
  path: '/v3/printables/templates',
  summary:
    'Templates everyone has, and those of the team acted in, its subteams and its parent; for a product, those that fit how it is paid out.',
  query: z.object({ productId: id('product').optional() }),
  response: data(z.array(PrintableTemplate)),
  errors: ['not_found'],
})
const templateParams = z.object({ id: id('printableTemplate') })
export const getPrintableTemplate = endpoint({
  ...base,
  id: 'getPrintableTemplate',
  method: 'GET',
  path: '/v3/printables/templates/{id}',
  summary: 'A template that the team acted in can print by.',
  params: templateParams,
  response: data(PrintableTemplate),
  errors: ['not_found'],
})
const managed = { ...base, permission: 'manage-team-information' } as const
export const createPrintableTemplate = endpoint({
  ...managed,
  id: 'createPrintableTemplate',
  method: 'POST',
  path: '/v3/printables/templates',
  summary:
    'Makes a template of the team’s own, for it and its subteams. A letter needs the fields of its address: name, addressLine1, town and postcode.',
  body: z.object({ ...TemplateParts, type: z.enum(printableTypes).default('huggg') }),
  sentBack: { record: PrintableTemplate, creates: true },
  response: data(PrintableTemplate),
  status: 201,
  errors: ['wrong_state'],
})
export const updatePrintableTemplate = endpoint({
  ...managed,
  id: 'updatePrintableTemplate',
  method: 'PATCH',
  path: '/v3/printables/templates/{id}',
  summary:
    'Changes a template of the team acted in. Purchases keep the text that they print by; once one does, the paper and the fields stay.',
  params: templateParams,
  body: z.object(TemplateParts).partial(),
  sentBack: { record: PrintableTemplate },
  response: data(PrintableTemplate),
  errors: ['not_found', 'wrong_state'],
})
export const deletePrintableTemplate = endpoint({
  ...managed,
  id: 'deletePrintableTemplate',
  method: 'DELETE',
  path: '/v3/printables/templates/{id}',
  summary: 'Takes a template of the team acted in away. Purchases that print by it keep it.',
  params: templateParams,
  response: data(success()),
  errors: ['not_found'],
})
const params = z.object({ id: id('transaction') })
export const upsertPrintable = endpoint({
  ...base,
  id: 'upsertPrintable',
  method: 'POST',
  path: '/v3/printables/transactions/{id}/upsert',
  summary: 'Says how the gifts of a purchase are printed. A PDF made before is of an older version from then on.',
  scope: 'send',
  params,
  body: z.object(Printing),
  sentBack: { record: PrintableTransaction },
  response: data(PrintableTransaction),
  errors: ['not_found', 'wrong_state'],
})
export const getPrintable = endpoint({
  ...base,
  id: 'getPrintable',
  impersonation: 'never',
  method: 'GET',
  path: '/v3/printables/transactions/{id}',
  summary: 'How the gifts of a purchase are printed, and how far its PDF is.',
  scope: 'send',
  params,
  response: data(PrintableTransaction),
  errors: ['not_found'],
})

const ReceiverEntry = z.object({
  hugggId: z.string(),
  shortcode: z.string(),
  templateData: z.record(z.string(), z.string()),
})
export const setPrintableReceivers = endpoint({
  ...base,
  id: 'setPrintableReceivers',
  method: 'POST',
  path: '/v3/printables/transactions/{id}/receivers',
  summary:
    'Adds a name to each card, as a list or as CSV whose first row names the fields; without hugggId in the order of the gifts. If you change a card after printing, the code on that card stops working.',
  scope: 'send',
  params,
  bodyLimitBytes: 4 * 1024 * 1024,
  body: z
    .object({
      receivers: z
        .array(z.object({ hugggId: id('huggg').optional(), templateData: values() }))
        .min(1)
        .max(1000)
        .optional(),
      csv: listText(2_000_000).optional(),
    })
    .refine((given) => (given.receivers === undefined) !== (given.csv === undefined), {
      message: 'give receivers or csv',
      path: ['receivers'],
    }),
  sentBack: { record: ReceiverEntry, at: 'receivers[]' },
  response: data(z.object({ receivers: z.array(ReceiverEntry), reissued: z.int() })),
  errors: ['not_found', 'wrong_state'],
})
export const listPrintableReceivers = endpoint({
  ...base,
  id: 'listPrintableReceivers',
  impersonation: 'never',
  method: 'GET',
  path: '/v3/printables/transactions/{id}/receivers',
  summary: 'The names on the cards, in the order of the gifts.',
  params,
  query: z.object({ hugggIds: list(id('huggg')), limit: z.coerce.number().int().min(1).max(1000).default(1000) }),
  response: data(z.array(ReceiverEntry)),
  errors: ['not_found'],
})
export const createPrintablePdf = endpoint({
  ...base,
  id: 'createPrintablePdf',
  method: 'POST',
  path: '/v3/printables/pdfs',
  summary:
    'Makes the PDF of all cards that are still open, or gives the one there is. Everything that stands against it comes back at once, row by row.',
  scope: 'send',
  body: z.object({ transactionId: id('transaction'), destination: z.enum(['download', 'email']).default('download') }),
  response: data(
    z.object({
      printableId: z.string(),
      file: z.string().nullable(),
      fileStatus: z.enum(['queued', 'making', 'ready', 'failed', 'none']),
    }),
  ),
  errors: ['not_found', 'wrong_state'],
})
export const createPrintableProof = endpoint({
  ...base,
  id: 'createPrintableProof',
  method: 'POST',
  path: '/v3/printables/transactions/{id}/proofs',
  summary:
    'The card with the longest name and every card with a flaw, as they would be printed, and a list of the flaws.',
  scope: 'send',
  params,
  response: data(
    z.object({
      proofUrl: z.string(),
      longest: z.object({ row: z.int(), hugggId: z.string() }),
      cards: z.int(),
      /** Codes on the proof were read back from their symbols and are those of the gifts. */
      codesRead: z.int(),
      flaws: z.array(
        z.object({ row: z.int(), hugggId: z.string(), field: z.string(), message: z.string(), code: z.string() }),
      ),
    }),
  ),
  errors: ['not_found', 'wrong_state'],
})

export const printableEndpoints = {
  createPrintableLogo,
  getTeamLogo,
  createPrintablePreview,
  listPrintableTemplates,
  getPrintableTemplate,
  createPrintableTemplate,
  updatePrintableTemplate,
  deletePrintableTemplate,
  upsertPrintable,
  getPrintable,
  setPrintableReceivers,
  listPrintableReceivers,
  createPrintablePdf,
  createPrintableProof,
}
