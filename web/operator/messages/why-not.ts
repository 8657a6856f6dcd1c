/** Enhanced status codes of mail servers (RFC 3463), as people read them; of a class, where its code says no more. */
const reasons: Readonly<Record<string, string>> = {
  '5.1.1': 'The address does not exist',
  '5.1.2': 'The part of the address after the @ does not exist',
  '5.1.3': 'The address is not written as one',
  '5.1.10': 'The address takes no email at all',
  '5.2.1': 'The mailbox is switched off',
  '5.2.2': 'The mailbox is full',
  '4.2.2': 'The mailbox is full',
  '5.2.3': 'The email is too large for this mailbox',
  '5.4.1': 'Its mail server takes no email from outside',
  '5.4.4': 'No mail server was found for the address',
  '5.7.1': 'Its mail server refuses email from us',
  '5.7.26': 'Its mail server does not believe that the email is ours',
  '5.0': 'Its mail server refused it without saying why',
  '5.1': 'The address does not work',
  '5.2': 'The mailbox takes nothing',
  '5.3': 'Its mail server could not take it',
  '5.4': 'Its mail server was not reached',
  '5.7': 'Its mail server refused it by its rules',
}

/** What a provider said, in our words; null where it gave no code that we know. */
export function whyNot(error: string | null): string | null {
  const code = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(error ?? '')?.[0]
  if (!code) return null
  const said = reasons[code] ?? reasons[code.split('.').slice(0, 2).join('.')]
  return said ? `${said} (${code})` : null
}
