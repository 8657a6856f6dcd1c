import { z } from 'zod'
import { email } from '#contract/core/shapes.ts'
import { type Secret, seal, unseal } from '#server/platform/sealing.ts'

const PURPOSE = 'posy merchant details'

/** As people write them: `12-34-56`, `12 34 56`, `123456`. */
const sortCode = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'must be six digits, like 12-34-56'))
const accountNumber = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{8}$/, 'must be eight digits; put a 0 before one of seven'))

/** Where a merchant is paid and mailed. Whether such an account exists only its bank knows. */
export const BankAccount = z.object({
  accountName: z
    .string()
    .trim()
    .min(2, 'must say in whose name the account is')
    .max(70)
    .regex(/^[^\p{Cc}<>]*$/u, 'must be plain text'),
  sortCode,
  accountNumber,
  email: email(),
})
export type BankAccount = z.output<typeof BankAccount>

export const sealAccount = (secret: Secret, id: string, account: BankAccount): Buffer =>
  seal(secret, { purpose: PURPOSE, id }, JSON.stringify(account))

/** @throws when it was sealed for another version or under another secret */
export const unsealAccount = (secret: Secret, id: string, sealed: Uint8Array): BankAccount =>
  JSON.parse(unseal(secret, { purpose: PURPOSE, id }, sealed)) as BankAccount

/** Tells versions apart and gives none away. */
export const accountNumberHint = ({ accountNumber }: BankAccount): string => accountNumber.slice(-3)
