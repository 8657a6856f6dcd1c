/** Words of what people are told about money and access. */
export const notices = {
  documentIssued: {
    subject: {
      receipt: (number: string, total: string) => `Receipt ${number}: ${total}`,
      invoice: (number: string, total: string) => `Invoice ${number}: ${total} to pay`,
      'supplementary-invoice': (number: string, total: string) => `Invoice ${number}: ${total} charged again`,
      'plan-invoice': (number: string, total: string) => `Invoice ${number}: ${total} to pay`,
      'period-invoice': (number: string, total: string) => `Invoice ${number}: ${total}`,
      'period-credit-note': (number: string, total: string) => `Credit note ${number}: ${total}`,
    },
    preheader: 'Sign in to download the PDF.',
    heading: {
      receipt: (total: string) => `Receipt for ${total}`,
      invoice: (total: string) => `Invoice for ${total}`,
      'supplementary-invoice': (total: string) => `Invoice for ${total}`,
      'plan-invoice': (total: string) => `Invoice for ${total}`,
      'period-invoice': (total: string) => `Invoice for ${total}`,
      'period-credit-note': (total: string) => `Credit note for ${total}`,
    },
    intro: {
      receipt: (about: string, number: string, vat: string) =>
        `Thank you for buying ${about}. Receipt ${number}, of which VAT ${vat}.`,
      invoice: (about: string, number: string, vat: string) =>
        `You bought ${about} on invoice. Invoice ${number}, of which VAT ${vat}. It says how to pay, and by when.`,
      'supplementary-invoice': (about: string, number: string, vat: string) =>
        `We had let ${about} expire that should not have, and credited the price. The gifts can be used again, so it is charged again. Invoice ${number}, of which VAT ${vat}. It says where the money came from.`,
      'plan-invoice': (about: string, number: string, vat: string) =>
        `This is the invoice for ${about}. Invoice ${number}, of which VAT ${vat}. It says how to pay, and by when.`,
      'period-invoice': (about: string, number: string, vat: string) =>
        `The invoice for a month of ${about} is ready. Invoice ${number}, of which VAT ${vat}.`,
      'period-credit-note': (about: string, number: string, vat: string) =>
        `Money from gifts of ${about} came back. It is in the wallets that paid for them. Credit note ${number}, of which VAT ${vat}.`,
    },
    action: {
      receipt: 'See the purchase',
      invoice: 'See the purchase',
      'supplementary-invoice': 'See the purchase',
      'plan-invoice': 'See the invoice',
      'period-invoice': 'See the invoice',
      'period-credit-note': 'See the credit note',
    },
    why: 'You can switch receipts and invoices by email off in your profile.',
  },

  planNotice: {
    preheader: 'See your plan in the team settings.',
    started: {
      subject: (plan: string) => `Your team is on ${plan} now`,
      intro: (plan: string) => `The plan ${plan} has started. Everything it allows can be used from now on.`,
    },
    changed: {
      subject: (plan: string) => `Your team has moved to ${plan}`,
      intro: (plan: string) => `As you asked, your team is on the plan ${plan} from today.`,
    },
    cancelled: {
      subject: () => 'Your plan has ended',
      intro: () =>
        'As you asked, your plan has ended. Everything in Posy can still be looked at, and gifts that you sent stay valid. Choose a plan to send again.',
    },
    'not-changed': {
      subject: (plan: string) => `Your team has not moved to ${plan}`,
      intro: (plan: string) =>
        `Your team has more than the plan ${plan} allows, so it stays on its present plan. Remove what is listed there, then ask again.`,
    },
    withdrawn: {
      subject: (plan: string) => `The upgrade to ${plan} has been withdrawn`,
      intro: (plan: string) =>
        `The invoice for ${plan} was not paid in the period it was for. It has been credited in full. Ask again to have ${plan} from today.`,
    },
    action: 'See your plan',
    why: 'You get this because you asked for a change of your team’s plan.',
  },

  planReminder: {
    subject: (number: string, amount: string) => `${number} is not paid yet: ${amount}`,
    preheader: 'Pay by card or bank transfer.',
    heading: (amount: string) => `${amount} to pay for your plan`,
    intro: (number: string, plan: string, amount: string, day: string) =>
      `We have not received ${amount} for invoice ${number} (${plan}). It is due by ${day}.`,
    consequence:
      'Your plan continues. After that day the team cannot upgrade or buy gifts by invoice until it is paid. If you have paid, thank you: it will show soon.',
    action: 'Pay the invoice',
    why: 'You get this because you look after the team.',
  },

  changeReturned: {
    subject: (money: string) => `${money} left over from your gifts has been returned`,
    preheader: 'Recipients chose gifts that cost less.',
    heading: (money: string) => `${money} has been returned`,
    intro: (gifts: number, day: string) =>
      gifts === 1
        ? `On ${day}, someone chose a gift that costs less than what you gave. This was left over:`
        : `On ${day}, ${gifts.toLocaleString('en-GB')} people chose gifts that cost less than what you gave. This was left over:`,
    line: (gift: string, gifts: number, money: string) =>
      gifts === 1 ? `${gift}: ${money}` : `${gift}, ${gifts.toLocaleString('en-GB')} gifts: ${money}`,
    more: (purchases: number, money: string) =>
      purchases === 1
        ? `One other purchase: ${money}`
        : `${purchases.toLocaleString('en-GB')} other purchases: ${money}`,
    where: (toWallet: string, toInvoice: string) =>
      !toInvoice
        ? `${toWallet} has been returned to where the gifts were paid from. There is nothing to do.`
        : toWallet
          ? `${toInvoice} has been taken off what you owe. The rest, ${toWallet}, has been returned to where the gifts were paid from. There is nothing to do.`
          : `${toInvoice} has been taken off what you owe. There is nothing to do.`,
    action: 'See the purchase',
    actionOfSeveral: 'See your purchases',
    why: 'You get this once a day at most. You can switch it off in your profile, with receipts and invoices.',
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

  repaired: {
    subject: {
      'given-codes': (count: number) =>
        count === 1 ? 'A gift code is back on its page' : `${count} gift codes are back on their pages`,
      'stranded-money': (amount: string) => `${amount} is back in your wallet`,
      'choice-remainders': (amount: string) => `${amount} has come back from gifts whose recipients chose for less`,
    },
    preheader: 'We have put it right. There is nothing for you to do.',
    paragraphs: {
      'given-codes': (count: number) => [
        `We ended ${count === 1 ? 'one of your gifts' : `${count} of your gifts`} on our own date although the code had been shown to its recipient. That was our mistake.`,
        `${count === 1 ? 'It counts' : 'They count'} as redeemed again, and the code is on the gift’s page as before. The shop decides until when it takes the code. You pay nothing new: only what came back when we ended ${count === 1 ? 'it' : 'them'}, if anything did, is taken back.`,
      ],
      'stranded-money': (amount: string) => [
        `Money that came back for gifts on a part-paid invoice was set against that invoice although less was still owed on it. That was our mistake.`,
        `${amount} more than you owed is in the wallet that you bought them with, and can be spent at once. Your credit notes stay as they are.`,
      ],
      'choice-remainders': (amount: string) => [
        `Some recipients chose something that cost less than the gift you had paid for. We kept the difference then, and have decided to give it back.`,
        `${amount} has gone where a refund of those gifts goes: first against what you still owe on their invoice, the rest to the wallet that paid for them. Credit notes follow.`,
      ],
    },
    action: {
      'given-codes': 'See your gifts',
      'stranded-money': 'See your wallets',
      'choice-remainders': 'See your wallets',
    },
    why: (team: string) => `You get this because you are an admin of ${team}.`,
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

  ownerNotice: {
    acts: {
      payout: {
        named: (label: string) => `the payout ${label}`,
        asked: 'A payout was asked for',
        done: 'A payout was released by one operator',
      },
      'bank-details': {
        named: (label: string) => `new bank details of ${label}`,
        asked: 'New bank details of a merchant',
        done: 'New bank details were approved by one operator',
      },
      'payment-file': {
        named: (label: string) => `the payment file ${label}`,
        asked: 'A payment file was built',
        done: 'A payment file was released by one operator',
      },
      'expiry-reversal': {
        named: (label: string) => `taking back the expiries ${label}`,
        asked: 'Taking back expiries was asked for',
        done: 'Expiries are taken back by one operator',
      },
      repair: {
        named: (label: string) => `the repair ${label}`,
        asked: 'A repair was asked for',
        done: 'A repair was confirmed by one operator',
      },
      statement: {
        named: (label: string) => `importing the bank statement ${label}`,
        asked: 'Importing a bank statement was asked for',
        done: 'A bank statement was imported by one operator',
      },
      money: {
        named: (label: string) => `an act on money: ${label}`,
        asked: 'An act on a large sum was asked for',
        done: 'An act on a large sum was confirmed by one operator',
      },
      'second-address': {
        named: (label: string) => `the second address of ${label}`,
        asked: 'A second address was changed',
        done: 'A second address was changed',
      },
    },
    askedSubject: (named: string) => `Waits for a day: ${named}`,
    doneSubject: (named: string) => `Done by one operator: ${named}`,
    asked: (operator: string, named: string, when: string) => `${operator} began ${named} on ${when}.`,
    wait: (when: string) =>
      `Your installation has no other operator who could confirm it, so that ${when} is the earliest moment at which one person can.`,
    before: 'No money has moved yet. If you do not know of this, deactivate the operator now.',
    done: (operator: string, named: string, when: string) => `${operator} confirmed ${named} alone on ${when}.`,
    afterwards: 'If you do not know of this, deactivate the operator and call your bank now.',
    why: 'You get this because you own this installation of Posy and no second operator confirms its payments.',
  },

  merchantStatement: {
    subject: (number: string, total: string) => `Statement ${number}: ${total}`,
    preheader: 'The statement and a list of every redemption are attached.',
    heading: (merchant: string) => `Statement for ${merchant}`,
    period: (day: string) => `It covers gifts redeemed with you up to ${day} that were not on an earlier statement.`,
    paid: (total: string, payOn: string, reference: string) =>
      `We pay ${total} by bank transfer on ${payOn}. Look for the reference ${reference}.`,
    carried: (total: string) => `You owe us ${total}. We take it off your next statement.`,
    nothing: 'There is nothing to pay.',
    attached: 'The statement is attached as a PDF, with every redemption in a CSV file.',
    why: 'You get this because people redeem gifts from Posy with you.',
  },
}
