import { capitalise } from '#web/ui/format.ts'

/** What is wrong with a row, or worth knowing of it, in words for whoever typed it. */
export function rowWords(address: string, message: string, method: 'email' | 'sms'): string {
  const isText = method === 'sms'
  if (!address) return isText ? 'A mobile number is missing.' : 'An email address is missing.'
  if (/invalid email/i.test(message)) return `“${address}” is not an email address.`
  if (message.startsWith('must be a phone number')) return `“${address}” is not a phone number.`
  if (message.includes('send-international-gifts')) return 'Your role does not send to numbers abroad.'
  // What the API says of the address begins with its verb.
  return /^(is|has|had|wants|would|called|needs) /.test(message)
    ? `“${address}” ${message}.`
    : `${capitalise(message)}.`
}
