/** Words of what people are told about money and access. */
export const notices = {
  documentIssued: {
    subject: {
      receipt: (number: string, total: string) => `Receipt ${number}: ${total}`,
      invoice: (number: string, total: string) => `Invoice ${number}: ${total} to pay`,
      'period-invoice': (number: string, total: string) => `Invoice ${number}: ${total}`,
    },
    preheader: 'Sign in to download the PDF.',
    heading: {
      receipt: (total: string) => `Receipt for ${total}`,
      invoice: (total: string) => `Invoice for ${total}`,
      'period-invoice': (total: string) => `Invoice for ${total}`,
    },
    intro: {
      receipt: (about: string, number: string, vat: string) =>
        `Thank you for buying ${about}. Receipt ${number}, of which VAT ${vat}.`,
      invoice: (about: string, number: string, vat: string) =>
        `You bought ${about} on invoice. Invoice ${number}, of which VAT ${vat}. It says how to pay, and by when.`,
      'period-invoice': (about: string, number: string, vat: string) =>
        `The invoice for a month of ${about} is ready. Invoice ${number}, of which VAT ${vat}.`,
    },
    action: {
      receipt: 'See the purchase',
      invoice: 'See the purchase',
      'period-invoice': 'See the invoice',
    },
    why: 'You can switch receipts and invoices by email off in your profile.',
  },

  moneyReceived: {
    subject: (amount: string, wallet: string) => `${amount} has arrived in ${wallet}`,
    preheader: 'It can be spent at once.',
    heading: (amount: string) => `${amount} has arrived`,
    intro: {
      bank: (amount: string, wallet: string, day: string) =>
        `We received ${amount} by bank transfer on ${day}. It is in ${wallet} and can be spent at once.`,
      card: (amount: string, wallet: string, day: string) =>
        `We charged your card ${amount} on ${day}. It is in ${wallet} and can be spent at once.`,
    },
    reference: (reference: string) =>
      `Reference: ${reference}. A top-up carries no VAT; it is charged when gifts are bought.`,
    action: 'See the wallet',
    why: 'You can switch receipts and invoices by email off in your profile.',
  },

  membershipEnded: {
    subject: (team: string) => `You no longer have access to ${team}`,
    preheader: 'An admin removed you from the team.',
    heading: (team: string) => `You no longer have access to ${team}`,
    intro: (team: string) =>
      `An admin removed you from ${team} on Posy. You are signed out of it, and what was left of any allowance went back to the team.`,
    gifts: 'Gifts that you sent stay valid.',
    action: 'Open Posy',
    why: 'If you think this is a mistake, ask an admin of the team.',
  },

  allowanceEnded: {
    subject: (budget: string) => `${budget} has ended`,
    preheader: 'Gifts that you sent stay valid.',
    heading: (budget: string) => `${budget} has ended`,
    intro: (budget: string) =>
      `${budget} has ended, and you get no more allowance from it. What you had left went back to the team.`,
    gifts: 'Gifts that you sent stay valid.',
    action: 'Open Posy',
    why: 'You get this because you had an allowance from this budget.',
  },
}
