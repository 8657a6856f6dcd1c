import type { Pence } from '#kit/money.ts'

export const fileFormats = ['csv', 'pain.001'] as const
export type FileFormat = (typeof fileFormats)[number]

interface Payer {
  name: string
  sortCode: string
  accountNumber: string
}

interface Payment {
  /** Of the statement, as the payee sees it on theirs. */
  reference: string
  accountName: string
  sortCode: string
  accountNumber: string
  amountPence: Pence
}

export interface PaymentOrder {
  number: string
  payer: Payer
  payments: readonly Payment[]
  /** YYYY-MM-DD */
  payOn: string
  builtAt: Date
}

export const fileName = (number: string, format: FileFormat): string => `${number}.${format === 'csv' ? 'csv' : 'xml'}`

export const paymentFileText = (format: FileFormat, order: PaymentOrder): string =>
  format === 'csv' ? faster(order) : pain001(order)

const pounds = (pence: Pence): string => `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`
const digits = (text: string): string => text.replace(/\D/g, '')

/** Letters without accents, digits and the few signs that every UK bank takes. */
const bankText = (text: string, length: number): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replace(/[^A-Za-z0-9 &./'-]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, length)
    .trim()

/** A payee's name as it stands in a file. */
export const nameInFile = (format: FileFormat, accountName: string): string =>
  format === 'csv'
    ? // A name that begins with a sign would be taken for a formula by anyone who opens the file in a spreadsheet.
      bankText(accountName, 18).replace(/^[^A-Za-z0-9]+/, '')
    : bankText(accountName, 70)

/**
 * Faster Payments in the layout that Coutts documents for uploads: 40 columns, no header, of
 * which D record type, M account that pays, Q pounds, S day (DDMMYYYY), Y sort code, AE account, AG name, AK reference.
 */
function faster({ payer, payments, payOn }: PaymentOrder): string {
  const [year, month, day] = payOn.split('-')
  const rows = payments.map((payment) => {
    const cells = new Array<string>(40).fill('')
    cells[3] = '01'
    cells[12] = digits(payer.sortCode) + payer.accountNumber
    cells[16] = pounds(payment.amountPence)
    cells[18] = `${day}${month}${year}`
    cells[24] = payment.sortCode
    cells[30] = payment.accountNumber
    cells[32] = nameInFile('csv', payment.accountName)
    cells[36] = payment.reference
    return cells.join(',')
  })
  return `${rows.join('\r\n')}\r\n`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const account = (tag: string, accountNumber: string): string =>
  `<${tag}><Id><Othr><Id>${accountNumber}</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr></Id><Ccy>GBP</Ccy></${tag}>`
const agent = (tag: string, sortCode: string): string =>
  `<${tag}><FinInstnId><ClrSysMmbId><ClrSysId><Cd>GBDSC</Cd></ClrSysId><MmbId>${digits(sortCode)}</MmbId></ClrSysMmbId></FinInstnId></${tag}>`

/** ISO 20022 pain.001.001.09: one order of credit transfers in pounds, banks by sort code. */
function pain001({ number, payer, payments, payOn, builtAt }: PaymentOrder): string {
  const total = pounds(payments.reduce((sum, payment) => sum + payment.amountPence, 0))
  const sums = `<NbOfTxs>${payments.length}</NbOfTxs><CtrlSum>${total}</CtrlSum>`
  const name = escaped(bankText(payer.name, 70))
  const transfers = payments.map(
    (payment) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${payment.reference}</EndToEndId></PmtId>` +
      `<Amt><InstdAmt Ccy="GBP">${pounds(payment.amountPence)}</InstdAmt></Amt>` +
      agent('CdtrAgt', payment.sortCode) +
      `<Cdtr><Nm>${escaped(nameInFile('pain.001', payment.accountName))}</Nm></Cdtr>` +
      account('CdtrAcct', payment.accountNumber) +
      `<RmtInf><Ustrd>${payment.reference}</Ustrd></RmtInf></CdtTrfTxInf>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>${number}</MsgId><CreDtTm>${builtAt.toISOString()}</CreDtTm>${sums}<InitgPty><Nm>${name}</Nm></InitgPty></GrpHdr>`,
    `<PmtInf><PmtInfId>${number}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${sums}`,
    `<ReqdExctnDt><Dt>${payOn}</Dt></ReqdExctnDt><Dbtr><Nm>${name}</Nm></Dbtr>`,
    account('DbtrAcct', payer.accountNumber) + agent('DbtrAgt', payer.sortCode),
    ...transfers,
    '</PmtInf></CstmrCdtTrfInitn></Document>',
    '',
  ].join('\n')
}
