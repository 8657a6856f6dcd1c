import type { TeamRecord } from '#server/domains/teams/team/index.ts'
import type { BankDetails } from '#server/domains/wallets/index.ts'
import type { Party } from './document.ts'

/** The business a document is made out to. */
export function documentCustomer({
  team,
}: {
  team: Pick<TeamRecord, 'name' | 'businessEntityName' | 'businessTradingName' | 'businessAddress'>
}): Party {
  const { line1, line2, city, county, postcode, country } = team.businessAddress ?? {}
  const name = team.businessEntityName ?? team.name
  const trading = team.businessTradingName
  return {
    name,
    lines: [
      ...(trading && trading !== name ? [`trading as ${trading}`] : []),
      ...[line1, line2, city, county, postcode, country].filter((line) => typeof line === 'string' && line !== ''),
    ] as string[],
  }
}

/** Where an invoice is to be paid to, as it is printed. */
export const howToPay = (bank: BankDetails) =>
  [
    `to ${bank.accountName}, sort code ${bank.sortCode}, account ${bank.accountNumber}`,
    ...(bank.iban ? [`IBAN ${bank.iban}`] : []),
    ...(bank.bic ? [`BIC ${bank.bic}`] : []),
  ].join(', ')
