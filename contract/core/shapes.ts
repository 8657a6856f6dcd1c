import { z } from 'zod'
import { asciiDigits, cleanText, withoutControls, withoutMarks, withoutUnseen } from '#kit/clean-text.ts'
import { asciiDomain, EMAIL_PATTERN, plainEmailAddress } from '#kit/email-address.ts'

/** The kinds of record an id on the wire can point at; drives the generated foreign-team tests. */
const resources = [
  'user',
  'client',
  'team',
  'subteam',
  'waitingAct',
  'operator',
  'expiryBatch',
  'repair',
  'codeRefusal',
  'wallet',
  'huggg',
  'transaction',
  'product',
  'brand',
  'store',
  'segment',
  'taxonomy',
  'taxonomyLink',
  'theme',
  'plan',
  'redemption',
  'reaction',
  'apiKey',
  'webhook',
  'invite',
  'order',
  'card',
  'charge',
  'tag',
  'label',
  'giftwrap',
  'branding',
  'receipt',
  'export',
  'automatedBudget',
  'participant',
  'execution',
  'invoice',
  'message',
  'sandbox',
  'receiver',
  'upload',
  'printableTemplate',
  'printable',
  'superhuggg',
  'linkedAccount',
  'session',
  'passkey',
  'celebrationRule',
  'celebration',
  'joinRequest',
  'job',
  'hold',
  'bankLine',
  'bankStatement',
  'payout',
  'payoutFile',
  'personExport',
  'personErasure',
  'reconcileRun',
  'bankDetails',
  'merchantStatement',
  'merchantFile',
  'railFile',
  'catalogueFile',
  'announcement',
  'ruleChange',
  'grant',
  'letterRun',
  'award',
  'awardBatch',
  'person',
  'recipientGroup',
  'groupPerson',
  'operatorNote',
] as const
export type Resource = (typeof resources)[number]

/** Lower-case UUID of a record of that kind. Every id in a request must be declared with this. */
export const id = (resource: Resource) => z.uuid().meta({ resource })

/** Without a lone half of a surrogate pair, which is no text in any encoding and which databases refuse. */
const isWholeText = (value: string): boolean => !/\p{Surrogate}/u.test(value)

/** An id that belongs to the caller's own book-keeping (a purchase order number, a client reference): never looked up. */
export const freeText = (max = 255) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\u0000'), 'must not contain NUL')
    .refine(isWholeText, 'must not contain half a character')
    .meta({ free: true })

/** Text a person wrote, trimmed. Control characters, which come along with what is copied, are cleaned and not refused. */
export const text = (max: number) => cleaned(max, '\n')

const cleaned = (max: number, lineEnd: '\n' | ' ') =>
  z
    .string()
    .overwrite((value) => cleanText(value, lineEnd))
    .trim()
    .max(max)
    .refine(isWholeText, 'must not contain half a character')

/** A list as it was pasted or brought as a file: whatever is wrong with a row is told at the row. */
export const listText = (max: number) => z.string().max(max).overwrite(withoutControls).meta({ free: true })

/** A domain such as example.com, as mail addresses and companies have one; an @ before it is forgiven. */
export const hostname = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .overwrite((domain) => asciiDomain(withoutMarks(domain).normalize('NFKC').trim().replace(/^@/, '')))
    .max(253)
    .regex(
      /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/,
      'must be a domain such as example.com',
    )

const ADDRESS_IN_TEXT =
  /:\/\/|www\.|[@<>{}|\\]|[\p{L}\d-]\.(?:com|net|org|info|biz|io|co|me|uk|de|fr|ie|eu|us|ru|cn|app|dev|xyz|top|shop|site|online|store|link|click|page|ly|gl|test|example)(?![\p{L}\d])/iu

/** Booking.com, Made.com Ltd: a name alone and no sentence around it. Emails write its dot so that no link is made of it. */
const COMPANY_LIKE_A_DOMAIN =
  /^[\p{L}\d][\p{L}\d-]{1,39}\.(?:com|net|org|io|co|ai|uk|de|fr|ie|eu|co\.uk)(?: (?:Ltd|Limited|plc|Inc\.?|LLC|UK|B\.V\.|GmbH))?$/iu

/** A number to call, which begins as only those do. */
const NUMBER_IN_TEXT = /(?<![\p{L}\d])(?:\+|0)\d(?:[ ().-]{0,2}\d){6}/u

/** As mail programs and people read it, whatever letters it is dressed in. */
const plainlyRead = (name: string): string => asciiDigits(name.normalize('NFKC')).replaceAll('。', '.')

const isName = (name: string): boolean => {
  const read = plainlyRead(name)
  return (COMPANY_LIKE_A_DOMAIN.test(name) || !ADDRESS_IN_TEXT.test(read)) && !NUMBER_IN_TEXT.test(read)
}

/** Without marks that no one sees, which would let it read backwards; accents joined to their letters. */
const plainName = (name: string): string => withoutUnseen(name).normalize('NFC')

/**
 * What someone or something is called. Names are mailed to people who never asked: none may carry an address that a mail
 * program makes a link of, or a number that a phone does.
 */
export const personalName = (max = 100) =>
  cleaned(max, ' ')
    .overwrite((name) => plainName(name).trim())
    .refine((name) => isName(name) && !name.includes('\n'), 'must be a name, without an address or a phone number')

/** As it is kept: in lower case, an internationalised domain by its punycode, without marks that no one sees. */
export const email = () =>
  z
    .string()
    .overwrite(plainEmailAddress)
    .max(254)
    .pipe(z.email({ pattern: EMAIL_PATTERN }))
/** Digits of every script, without marks that no one sees. */
const plainNumber = (typed: string): string => asciiDigits(withoutMarks(typed)).replaceAll('＋', '+')
/** E.164, as numbers are kept: +447700900123. */
export const e164 = () =>
  z
    .string()
    .overwrite(plainNumber)
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be an international number such as +447700900123')
/** A phone number as people write it, `+447700900123` or `07700 900123`; without a country code it is one of the team's territory. */
export const phoneNumber = () =>
  z
    .string()
    .overwrite(plainNumber)
    .trim()
    .regex(/^\+?[\d\s().-]{6,30}$/, 'must be a phone number such as +447700900123')
/** An email address or a phone number, whichever it is, as each is kept. */
export const contactAddress = () =>
  z
    .string()
    .trim()
    .overwrite((typed) => (typed.includes('@') ? plainEmailAddress(typed) : plainNumber(typed).trim()))
    .max(254)
    .refine(
      (typed) => email().safeParse(typed).success || phoneNumber().safeParse(typed).success,
      'must be an email address or a phone number such as +447700900123',
    )

/** Databases and calendars end somewhere; nothing of ours lies outside of these years. */
const isOurTime = (text: string): boolean => text >= '1900' && text < '2200'
const OUR_TIME = 'must lie between the years 1900 and 2199'

/** ISO 8601 instant with an offset, as sent by a caller. */
export const instant = () => z.iso.datetime({ offset: true, abort: true }).refine(isOurTime, OUR_TIME)
/** Calendar date, YYYY-MM-DD. */
export const civilDate = () => z.iso.date({ abort: true }).refine(isOurTime, OUR_TIME)
/** Whole pence. */
export const pence = () => z.int().min(0).max(1_000_000_000)
export const currency = () => z.enum(['GBX', 'EUX'])

/** `{data}`: every v2 and v3 answer that is not a list of pages. */
export const data = <S extends z.ZodType>(schema: S) => z.object({ data: schema })

export const success = () => z.object({ success: z.boolean() })

/** Offset page, as v2 lists answer. */
export const page = <S extends z.ZodType>(item: S) =>
  z.object({
    data: z.array(item),
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    from: z.int().nullable(),
    to: z.int().nullable(),
    total: z.int(),
    first_page_url: z.string(),
    last_page_url: z.string(),
    next_page_url: z.string().nullable(),
    prev_page_url: z.string().nullable(),
    path: z.string(),
  })

/** Where a list inside a record stands, page by page. */
export const innerPage = z.object({ page: z.int(), lastPage: z.int() })

/** Cursor page, as v3 lists answer. */
export const cursorPage = <S extends z.ZodType>(item: S) =>
  z.object({
    data: z.array(item),
    hasNext: z.boolean(),
    hasPrevious: z.boolean(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  })

/** A query parameter that may be repeated (`embed=a&embed=b`, `embed[]=a`) and always arrives as a list. */
export const list = <S extends z.ZodType>(item: S) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(1000).optional(),
  )

export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(1000).default(25),
}
/** Of a list inside a record: which page of it is asked for. */
export const innerPageQuery = { page: pageQuery.page, per_page: z.coerce.number().int().min(1).max(1000).default(50) }
const cursors = { next: freeText(500).optional(), previous: freeText(500).optional() }
export const cursorQuery = { limit: z.coerce.number().int().min(1).max(1000).default(25), ...cursors }
export const cursorBody = { limit: z.int().min(1).max(1000).default(25), ...cursors }
