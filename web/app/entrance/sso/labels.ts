import type { IdentityProviderName } from '#contract/auth.ts'

export const providerNames: Record<IdentityProviderName, string> = { google: 'Google', microsoft: 'Microsoft' }
