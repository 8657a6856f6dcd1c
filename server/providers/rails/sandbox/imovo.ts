import type { Context } from 'hono'
import { type RailName, whyNotPaidOut } from '#contract/core/rails.ts'
import { findByCode, makeCode, type RailBook, spendCode } from './book.ts'

export const IMOVO_KEY = 'posy-sandbox-paypoint'
/** What the sandbox calls its campaigns. */
export const CAMPAIGNS = { cashOut: 'POSYCASH', energy: 'POSYENERGY' }

const railByCampaign: Record<string, RailName> = {
  [CAMPAIGNS.cashOut]: 'cash-out',
  [CAMPAIGNS.energy]: 'energy',
}

/** The rail that a request is meant for. */
export const imovoRail = (context: Context): RailName =>
  railByCampaign[context.req.query('campaignCode') ?? ''] ?? 'cash-out'

export const isImovoKey = (context: Context) => context.req.header('x-api-key') === IMOVO_KEY

const refused = (context: Context, ...errorMessages: string[]) =>
  context.json({ errorMessages, successfulRequest: false })

/** Makes a voucher, or answers with the one of this reference. */
export async function requestVoucher(book: RailBook, context: Context, isLie: boolean): Promise<Response> {
  const { campaignCode = '', customerReference = '', value = '' } = context.req.query()
  const rail = railByCampaign[campaignCode]
  const pence = Math.round(Number(value) * 100)
  if (!rail) return refused(context, 'Campaign not found')
  if (!/^[\w-]{5,60}$/.test(customerReference)) return refused(context, 'Customer reference is not valid')
  if (!Number.isSafeInteger(pence) || whyNotPaidOut(rail, pence)) return refused(context, 'Value is not allowed')
  const { code, amount_pence, valid_until } = await makeCode(book, rail, customerReference, pence)
  const balance = (isLie ? amount_pence * 2 : amount_pence) / 100
  return context.json({
    voucherCode: code,
    balance,
    expiryDate: `${valid_until}T23:59:59.9999999`,
    message: `£${balance.toFixed(2)} voucher ${code} valid at any PayPoint to ${valid_until}`,
    successfulRequest: true,
  })
}

/** Gives a voucher another last day; one in the past stops it. */
export async function updateVoucher(book: RailBook, context: Context): Promise<Response> {
  const { VoucherCode = '', ExpiryDate = '' } = context.req.query()
  for (const rail of ['cash-out', 'energy'] as const) {
    const code = await findByCode(book, rail, VoucherCode)
    if (!code) continue
    if (code.state === 'cancelled') return context.json({ successfulRequest: true })
    if (code.state !== 'unused' || !/^\d{4}-\d\d-\d\d$/.test(ExpiryDate))
      return refused(context, 'Voucher cannot be updated')
    await spendCode(book, { rail, reference: code.reference, event: 'cancelled' })
    return context.json({ successfulRequest: true })
  }
  return refused(context, 'Voucher not found')
}
