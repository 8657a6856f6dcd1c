import { createWallet, receiveBankPayment, walletsOfTeams } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { demo } from './ids.ts'

const { teams, wallets } = demo

/** In the order they are opened: a team's first wallet is its default. */
const demoWallets = [
  { id: wallets.acmeMain, reference: 'HGDEMO0401', teamId: teams.acme, name: 'Acme main', fundedPence: 500_000 },
  { id: wallets.acmeEvents, reference: 'HGDEMO0402', teamId: teams.acme, name: 'Acme events', fundedPence: 25_000 },
  { id: wallets.acmeNorth, reference: 'HGDEMO0403', teamId: teams.acmeNorth, name: 'North', fundedPence: 30_000 },
  { id: wallets.acmeSouth, reference: 'HGDEMO0404', teamId: teams.acmeSouth, name: 'South', fundedPence: 0 },
  { id: wallets.globexMain, reference: 'HGDEMO0405', teamId: teams.globex, name: 'Globex main', fundedPence: 100_000 },
]

/** The demo world's wallets and their money, which came by bank. Loading it again changes nothing. */
export async function loadDemoWallets(work: Work): Promise<void> {
  const existing = await walletsOfTeams(work.tx, Object.values(teams))
  for (const { fundedPence, ...wallet } of demoWallets) {
    const record =
      existing.find(({ id }) => id === wallet.id) ?? (await createWallet(work, { ...wallet, currency: 'GBX' }))
    if (fundedPence === 0) continue
    await receiveBankPayment(work, {
      bankLine: `demo-${wallet.id}`,
      reference: record.reference,
      amountPence: fundedPence,
    })
  }
}
