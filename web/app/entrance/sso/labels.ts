import type { SignInProvider } from '#contract/identity/auth.ts'

export const providerNames: Record<SignInProvider, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  saml: 'SSO',
}
