/** What opens a gift: shortcodes, codes at tills, links and who saw them. */
export {
  newRedeemCodes,
  newShortcodes,
  printedCode,
  readPrintedCode,
  readShortcode,
  readVoucherKey,
  SHORTCODE_LENGTH,
  type VoucherKey,
} from './codes.ts'
export { linkRule, recordLinksRead, recordLinksShown, shownLinks } from './links.ts'
