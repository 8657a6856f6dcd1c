import type { Captcha } from './captcha.ts'
import type { Cards } from './cards.ts'
import type { Files } from './files.ts'
import type { Mailer } from './mailer.ts'
import type { VoucherIssuers } from './voucher-issuers.ts'

/** Everything the product needs from outside parties. */
export interface Ports {
  mailer: Mailer
  files: Files
  /** Null where the installation takes no cards. */
  cards: Cards | null
  issuers: VoucherIssuers
  /** Null where anybody is taken for a person. */
  captcha: Captcha | null
}
