import type { CardProvider } from './checkout/types.ts'
import type { Documents, WebhookSender } from './customer-servers/types.ts'
import type { Dns } from './dns/types.ts'
import type { Files } from './files/types.ts'
import type { HrSystems } from './merge/types.ts'
import type { IdentityProviders } from './openid/types.ts'
import type { Rails } from './rails/types.ts'
import type { Captcha } from './recaptcha/types.ts'
import type { Saml } from './saml/types.ts'
import type { EmailEvents } from './sendgrid/types.ts'
import type { Monitoring } from './sentry/types.ts'
import type { Mailer } from './smtp/types.ts'
import type { VoucherIssuers } from './tillo/types.ts'
import type { Sms } from './twilio/types.ts'

/** Everything the product needs from outside parties. */
export interface Providers {
  mailer: Mailer
  /** Null where the mail provider tells no more than its server's answers. */
  emailEvents: EmailEvents | null
  /** Null where the installation sends no texts. */
  sms: Sms | null
  files: Files
  /** Null where the installation takes no cards. */
  cards: CardProvider | null
  issuers: VoucherIssuers
  /** Ways to pay money out to people. */
  rails: Rails
  /** Null where anybody is taken for a person. */
  captcha: Captcha | null
  identityProviders: IdentityProviders
  /** Teams' own identity providers. */
  saml: Saml
  dns: Dns
  documents: Documents
  webhooks: WebhookSender
  /** Null where no one is told of bugs. */
  monitoring: Monitoring | null
  /** Null where no HR system can be connected. */
  hr: HrSystems | null
}

/** The other side could not be reached, or lets no one in: it says nothing of the message, and every other would fare alike. */
export class ServerAway extends Error {}
