import { withoutMarks } from './clean-text.ts'

/**
 * As browsers' own fields have it (HTML, "valid email address"), with a whole domain after the @, and no dots where mail
 * programs refuse them.
 */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{0,63}[a-z0-9!#$%&'*+/=?^_`{|}~-]@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i

/** An address as it is kept: in lower case, without marks that no one sees, its domain in letters that mail takes. */
export function plainEmailAddress(typed: string): string {
  const address = withoutMarks(typed).normalize('NFKC').trim().toLowerCase()
  const at = address.lastIndexOf('@')
  return at < 0 ? address : address.slice(0, at + 1) + asciiDomain(address.slice(at + 1))
}

/** The part of an address that names its host. */
export const emailDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** `müller.example` as `xn--mller-kva.example`; what is no domain stays as it is. */
export function asciiDomain(domain: string): string {
  const dotted = domain.replaceAll('。', '.')
  if (/^[\u0000-\u007f]*$/.test(dotted) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(dotted)) return dotted
  try {
    return new URL(`http://${dotted}`).hostname
  } catch {
    return dotted
  }
}

/**
 * Whom an address belongs to, wherever people are counted: what stands after a plus, and for Gmail dots and its other name,
 * make no other person. Numbers are as they are. The database has the same in `person_address`.
 */
export function personAddress(address: string): string {
  const [, local, domain] = /^([^+@]+)(?:\+[^@]*)?@(.+)$/.exec(address.toLowerCase()) ?? []
  if (!local || !domain) return address.toLowerCase()
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
