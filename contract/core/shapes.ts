import { z } from 'zod'

/** The kinds of record an id on the wire can point at; drives the generated foreign-team tests. */
export const resources = [
  'user',
  'client',
  'team',
  'subteam',
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
  'receiver',
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

/** Text a person wrote: trimmed, without control characters that databases and mail refuse. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(
      (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value),
      'must not contain control characters',
    )
    .refine(isWholeText, 'must not contain half a character')

export const email = () => z.string().trim().toLowerCase().max(254).pipe(z.email())
/** E.164, for example +447700900123. */
export const phoneNumber = () =>
  z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be an international number such as +447700900123')
/** ISO 8601 instant with an offset, as sent by a caller. */
export const instant = () => z.iso.datetime({ offset: true })
/** Calendar date, YYYY-MM-DD. */
export const civilDate = () => z.iso.date()
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
const cursors = { next: freeText(500).optional(), previous: freeText(500).optional() }
export const cursorQuery = { limit: z.coerce.number().int().min(1).max(1000).default(25), ...cursors }
export const cursorBody = { limit: z.int().min(1).max(1000).default(25), ...cursors }
