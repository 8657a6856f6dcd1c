const EMAIL = /[^\s"'<>()[\]{},;:=/\\&?]+(?:@|%40)[^\s"'<>()[\]{},;:=/\\&?]+/g
/** Telephone and card numbers, however they are grouped; the digits of an id are joined to letters or hyphens. */
const NUMBER = /(?<![\w-])\+?\(?\d(?:[ ().]?\d){8,}(?![\w-])/g
/** What is searched for, and tokens, travel in queries. */
const QUERY = /(?<=https?:\/\/[^\s"'?#\\]*)[?#][^\s"'\\]*/g
/** Addresses of gifts are keys to what they show. */
const GIFT_PATH = /(?<=\/(?:g|s|t|public\/gifts)\/)[\w-]+/g

/** A text that may leave for who watches over the program: without people's addresses and numbers, and without keys. */
export const withoutPersonalData = (text: string): string =>
  text.replace(QUERY, '').replace(GIFT_PATH, '{code}').replace(EMAIL, '[email]').replace(NUMBER, '[number]')

/** Ids look like numbers at times, and style sheets are no one's. */
const KEPT = /(?:^|_)ids?$|Ids?$|^_cssText$/

/** As withoutPersonalData, for every text in a value. */
export function withoutPersonalDataIn<T>(value: T): T {
  if (typeof value === 'string') return withoutPersonalData(value) as T
  if (Array.isArray(value)) return value.map(withoutPersonalDataIn) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, KEPT.test(name) ? one : withoutPersonalDataIn(one)]),
  ) as T
}

const PLAIN_WORD = /^(?:[a-z][a-z-]*|v\d|[a-z-]+\.[a-z]+)$/

/** A path that stands for all of its kind: `/activity/gifts/{id}`. */
export const pathKind = (pathname: string): string =>
  pathname
    .split('/')
    .map((part) => (part === '' || PLAIN_WORD.test(part) ? part : '{id}'))
    .join('/')

/** Pages whose readers are recipients, and what those pages ask for. */
export const isRecipientPath = (pathname: string): boolean =>
  ['/g/', '/s/', '/t/', '/public/', '/looks/', '/uploads/', '/printed/'].some((start) => pathname.startsWith(start)) ||
  pathname === '/gift-not-received' ||
  pathname === '/find-gifts'
