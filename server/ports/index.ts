import type { Captcha } from './captcha.ts'
import type { CardProvider } from './cards.ts'
import type { Dns } from './dns.ts'
import type { Documents } from './documents.ts'
import type { EmailEvents } from './email-events.ts'
import type { Files } from './files.ts'
import type { HrSystems } from './hr.ts'
import type { IdentityProviders } from './identity-providers.ts'
import type { Mailer } from './mailer.ts'
import type { Monitoring } from './monitoring.ts'
import type { Saml } from './saml.ts'
import type { Sms } from './sms.ts'
import type { VoucherIssuers } from './voucher-issuers.ts'
import type { WebhookSender } from './webhooks.ts'

/** Everything the product needs from outside parties. */
export interface Ports {
  mailer: Mailer
  /** Null where the mail provider tells no more than its server's answers. */
  emailEvents: EmailEvents | null
  /** Null where the installation sends no texts. */
  sms: Sms | null
  files: Files
  /** Null where the installation takes no cards. */
  cards: CardProvider | null
  issuers: VoucherIssuers
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
