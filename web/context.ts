import { createContext, type RouterContext } from 'react-router'
import type { Invoke } from '#contract/core/invoke.ts'
import type { IdentityProviderName } from '#contract/identity/auth.ts'
import type { BankDetails } from '#contract/wallets/wallets.ts'
import type { MonitoringSettings } from './ui/page-settings.ts'

/** How people sign in here, as the installation is configured. */
interface SessionSettings {
  /** Our own client of the API: only it may exchange a password for tokens. */
  clientId: string
  clientSecret: string
  /** Cookies travel over HTTPS only: everywhere but on a developer's machine. */
  secureCookies: boolean
  /** What their names end with: browsers send a host's cookies to every port of it. */
  cookieSuffix: string
  /** Only gifts are shown to who has not signed in. */
  authenticationEverywhere: boolean
}

/** What the operator says of privacy and terms; null where they have published none. */
interface LegalTexts {
  /** Who runs this installation. */
  operator: string | null
  privacy: string | null
  terms: string | null
}

/** The same for every page. */
export interface SiteSettings {
  /** Where people reach this installation, without a trailing slash. */
  publicUrl: string
  /** The outside parties are simulated. */
  sandbox: boolean
  /** Others may come across this sandbox: each page says what it is. */
  sandboxBanner: boolean
  session: SessionSettings
  /** Whom to ask. */
  links: { help: string; sales: string; assistance: string }
  legal: LegalTexts
  /** How who signs up shows that they are a person: reCAPTCHA's script and our key of it. Null: they need not. */
  captcha: { siteKey: string; scriptUrl: string } | null
  /** Whom people may sign in with, besides a password. */
  signInWith: readonly IdentityProviderName[]
  /** Text messages can leave this installation. */
  sendsTexts: boolean
  /** Cards can be charged by this installation. */
  takesCards: boolean
  /** Where customers pay to by bank; null where no account is set. Shown to who may fill a wallet. */
  bank: BankDetails | null
  /** Who is told of bugs in pages with scripts; null: no one. */
  monitoring: MonitoringSettings | null
}

/** What the server gives a page to work with. The server imports these types and nothing else from the web app. */
export interface WebContext extends SiteSettings {
  /** Allows this page's own inline styles and scripts, and no others. */
  nonce: string
  /** Calls the API's endpoints for the visitor who asked for the page: from their address, as anyone whose token goes along. */
  invoke: Invoke
  /** For bugs, never for expected failures. */
  reportError(error: unknown): void
}

const shared = globalThis as { posyWebContext?: RouterContext<WebContext> }
shared.posyWebContext ??= createContext<WebContext>()

/** One key for the whole process: while development reloads, two copies of this module can be alive at once. */
export const webContext = shared.posyWebContext
