const count = (many: number) => many.toLocaleString('en-GB')

/** Every word of the emails, British English. A further language is a further file of this shape. */
export const enGB = {
  locale: 'en-GB',
  /** A day that ends in London, as people say it. */
  day: (date: Date) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Europe/London' }).format(date).replace(',', ''),
  sentWith: 'Sent with Posy, for teams who like to say thank you.',
  money: (pence: number, currency: string) =>
    new Intl.NumberFormat('en-GB', { style: 'currency', currency: currency === 'EUX' ? 'EUR' : 'GBP' }).format(
      pence / 100,
    ),
  greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),

  passwordReset: {
    subject: 'Choose a new password for Posy',
    preheader: 'The link works once, for an hour.',
    heading: 'Choose a new password',
    intro: 'Somebody, we hope you, asked for a new password. The link works once and for an hour.',
    action: 'Choose a password',
    ifNotYou: 'If it was not you, leave this be: nothing has changed, and nobody else gets this link.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  passwordChanged: {
    subject: 'Your Posy password was changed',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    intro: 'Your password has just been changed, and everywhere else you were signed in you are signed out now.',
    action: 'It was not me',
    ifNotYou:
      'If it was you, there is nothing to do. If not, ask for a new password with the button and tell your team’s admin.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  invite: {
    subject: {
      participant: (from: string, team: string) =>
        from === team ? `Join ${team} on Posy` : `${from} invited you to join ${team} on Posy`,
      subteam: (from: string, team: string) =>
        from === team ? `Lead a team at ${team} on Posy` : `${from} invited you to lead a team at ${team}`,
      'automation-participant': (_: string, team: string) => `${team} has a gift budget for you`,
    },
    preheader: (team: string) => `${team} sends gifts with Posy. It takes a minute to join.`,
    heading: {
      participant: (team: string) => `Join ${team}`,
      subteam: (team: string) => `Lead a team at ${team}`,
      'automation-participant': (team: string) => `${team} has a gift budget for you`,
    },
    intro: {
      participant: (from: string, team: string) =>
        from === team
          ? `You are invited to join ${team} on Posy, where teams send each other, and others, a little something.`
          : `${from} would like you to join ${team} on Posy, where teams send each other, and others, a little something.`,
      subteam: (from: string, team: string) =>
        `${from} would like you to lead a team of your own at ${team}, with its own people and its own wallet.`,
      'automation-participant': (_: string, team: string) =>
        `${team} gives you an allowance to say thank you with: choose a gift, say who gets it, and it is on its way.`,
    },
    until: (lastDay: string) => `The invite is yours until ${lastDay}.`,
    action: 'Accept the invite',
    ifNotYou: 'Not expecting this? Leave it be: nothing happens until you accept.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  verifyEmail: {
    subject: 'Confirm your email address for Posy',
    preheader: 'One click, and you can sign in.',
    heading: 'Confirm your email address',
    intro: 'Please confirm that this address is yours. The link works once and for two days; then you can sign in.',
    action: 'Confirm my address',
    ifNotYou: 'If you did not sign up, leave this be: without the link nobody can use an account with your address.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  accountExists: {
    subject: 'You already have a Posy account',
    preheader: 'Somebody, we hope you, tried to sign up with this address.',
    heading: 'You already have an account',
    intro:
      'Somebody, we hope you, tried to sign up with this address. There is an account with it already: just sign in. If you do not remember the password, choose a new one.',
    action: 'Choose a new password',
    ifNotYou: 'If it was not you, there is nothing to do: nothing has changed.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  joinRequest: {
    subject: (asker: string, team: string) => `${asker} would like to join ${team}`,
    preheader: 'Send an invite, or leave it be.',
    heading: (team: string) => `Somebody would like to join ${team}`,
    intro: (asker: string, team: string) =>
      `${asker} asked to join ${team} on Posy. The address is in your team’s own domain; whether it is somebody you know, you know best.`,
    action: 'Send an invite',
    why: 'You get this because you look after the team. Without an invite from you nothing happens.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  gift: {
    subject: (from: string) => `${from} sent you a little something`,
    preheader: (from: string, lastDay: string) =>
      `It is wrapped and waiting. ${from} chose it for you, and it is yours until ${lastDay}.`,
    greeting: (name: string) => `Hello ${name},`,
    heading: (from: string) => `${from} sent you a little something`,
    intro: 'It is wrapped and waiting for you. No sign-up, no app: just open it.',
    messageFrom: (from: string) => `${from} wrote:`,
    action: 'Open your gift',
    expiry: (lastDay: string) => `It is yours until the end of ${lastDay}.`,
    linkHint: 'If the button does not work, copy this into your browser:',
    notExpected: (from: string, team: string) =>
      `Not expecting this? ${from} at ${team} asked us to send it to you. If you do not know them, you can leave it: nothing happens until you open the gift, and we never ask for your bank details or a password.`,
  },

  reactionSummary: {
    subject: (many: number, first: string) =>
      many === 1 ? `${first} said thank you` : `${first} and ${count(many - 1)} more said thank you`,
    preheader: 'Here is what your gifts did for somebody.',
    heading: (many: number) => (many === 1 ? 'Somebody said thank you' : `${count(many)} people said thank you`),
    intro: 'You sent a gift, and this is what came back.',
    somebody: 'Somebody',
    about: (name: string, gift: string) => `${name}, about ${gift}`,
    more: (many: number) => (many === 1 ? 'And one more.' : `And ${count(many)} more.`),
    action: 'See them in Posy',
    why: 'You get this at most once a day, when somebody has reacted to a gift of yours. You can turn it off in your contact preferences.',
  },

  giftsUndelivered: {
    subject: (many: number, gift: string) =>
      many === 1 ? `A gift could not be delivered: ${gift}` : `${count(many)} gifts could not be delivered: ${gift}`,
    preheader: 'Put the address right, and it is on its way again.',
    heading: (many: number) =>
      many === 1 ? 'A gift could not be delivered' : `${count(many)} gifts could not be delivered`,
    intro: (many: number) =>
      many === 1
        ? 'Our email did not get through to this address:'
        : 'Our emails did not get through to these addresses:',
    more: (many: number) => (many === 1 ? 'And one more.' : `And ${count(many)} more.`),
    whatToDo:
      'Nothing is lost: each gift is still yours. Put the address right and send it again, pass its link on yourself, or cancel it and get its money back.',
    action: 'Put it right',
    why: 'You get this because you sent the gift, or look after the team whose program did.',
  },

  orderComplete: {
    subject: (many: number, gift: string) =>
      many === 1 ? `Your gift is ready: ${gift}` : `Your ${count(many)} gifts are ready: ${gift}`,
    preheader: 'Everything you ordered has been made.',
    heading: (many: number) => (many === 1 ? 'Your gift is ready' : `Your ${count(many)} gifts are ready`),
    byEmail: (many: number) =>
      many === 1
        ? 'It is on its way by email. You can follow it in Posy.'
        : 'They are on their way by email. You can follow each of them in Posy.',
    byLink: (many: number) =>
      many === 1
        ? 'Its link is waiting for you in Posy.'
        : 'Their links are waiting for you in Posy, to copy or to download.',
    other: 'You will find everything about it in Posy.',
    gift: (gift: string) => `What you sent: ${gift}`,
    action: 'See your order',
    why: 'You asked us to tell you when this order was complete.',
  },

  budgetAllowance: {
    subject: (amount: string, budget: string) => `You have ${amount} to give: ${budget}`,
    preheader: 'Your allowance is in your wallet.',
    heading: (amount: string) => `You have ${amount} to give`,
    intro: (amount: string, budget: string) =>
      `${amount} from ${budget} is in your wallet. Say thank you to somebody with it.`,
    action: 'Send a gift',
    why: 'You get this because you take part in a budget of your team.',
  },

  budgetRunFailed: {
    subject: (budget: string) => `${budget} could not be handed out`,
    preheader: 'No money has moved. Here is why, and what to do.',
    heading: 'A budget could not be handed out',
    intro: (budget: string) => `The latest run of ${budget} failed. No money has moved.`,
    missing: (amount: string) => `Missing: ${amount}.`,
    action: 'See the budget',
    why: 'You get this because you look after your team’s budgets.',
  },

  budgetFundsLow: {
    subject: (budget: string) => `${budget} will need more money`,
    preheader: 'The wallet will not cover the next run.',
    heading: 'The wallet will not cover the next run',
    intro: (budget: string, day: string) => `${budget} runs next on ${day}.`,
    figures: (cost: string, has: string) => `As things stand it will cost ${cost}, and its wallet has ${has}.`,
    todo: 'Top up the wallet before then, and nobody will notice.',
    action: 'See the budget',
    why: 'You get this because you look after your team’s budgets.',
  },

  budgetEnded: {
    subject: (budget: string) => `${budget} has ended`,
    preheader: 'What nobody spent is back in the wallet.',
    heading: 'A budget has ended',
    intro: (budget: string, amount: string) =>
      `${budget} has ended. ${amount} that nobody spent went back to its wallet.`,
    gifts: 'Gifts that were sent from it live on; what still comes back from them goes to the same wallet.',
    action: 'See the budget',
    why: 'You get this because you look after your team’s budgets.',
  },
} as const

export type Copy = typeof enGB
