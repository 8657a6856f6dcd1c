import type { Posy } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'

/**
 * Lets people in and programs not, where the installation has a captcha; without one (the sandbox) everybody.
 * @throws invalid_fields (422), unavailable (503) where its provider does not answer
 */
export async function requirePerson(
  { providers }: Posy,
  { token, address }: { token: string | undefined; address: string },
): Promise<void> {
  if (!providers.captcha) return
  if (token && (await providers.captcha.isPerson({ token, address }))) return
  throw invalidFields([{ path: 'recaptchaToken', message: 'show us once more that you are a person', code: 'captcha' }])
}
