import { auditedActs, auditLabel } from '#web/audit-labels.ts'

/** The heading under which acts of these kinds are chosen. */
const headings: Readonly<Record<string, readonly string[]>> = {
  'Awards and grants': ['award', 'award-batch', 'grant', 'helped-person'],
  'Bank, payouts and corrections': ['bank', 'payout', 'money', 'ledger', 'expiry', 'due', 'repair'],
  'Budgets and celebrations': ['automated-budget', 'celebration', 'celebration-rule'],
  'Card payments': ['card', 'card-refund', 'charge'],
  'Gifts and purchases': [
    'codes',
    'export',
    'huggg',
    'hugggs',
    'order',
    'recipient-group',
    'superhuggg',
    'transaction',
  ],
  'Invoices and plan': ['invoice', 'plan'],
  'Merchants and tills': ['catalogue', 'merchant', 'settlement', 'till'],
  'People and their accounts': ['address', 'contact-preferences', 'impersonation', 'person', 'session', 'user'],
  'Printed cards and themes': ['printable', 'printable-template', 'theme'],
  'Programs and HR systems': ['api-key', 'client', 'linked-account', 'secret', 'webhook'],
  'Single sign-on': ['saml'],
  'Team, members and invites': ['invite', 'invites', 'team'],
  Wallets: ['wallet'],
}

/** Each act under its heading, by its words. */
export const eventOptions = Object.entries(headings).map(([label, kinds]) => ({
  label,
  options: auditedActs
    .filter((action) => kinds.includes(action.split('.')[0]!))
    .map((value) => ({ value, label: auditLabel(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
}))
