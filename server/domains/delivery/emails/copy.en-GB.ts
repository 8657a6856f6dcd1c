import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { notices } from './notices.en-GB.ts'
import { ruleChangeAsked, ruleChangeEnded, rules } from './rules.en-GB.ts'

const count = (many: number) => many.toLocaleString('en-GB')

/** Every word of the emails, British English. A further language is a further file of this shape. */
export const enGB = {
  locale: 'en-GB',
  /** A day that ends in London, as people say it. */
  day: (date: Date) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: BUSINESS_ZONE }).format(date).replace(',', ''),
  moment: (date: Date, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(date),
  sentWith: 'Sent with Posy, for teams who like to say thank you.',
  money: formatMoney,
  greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),

  texts: {
    claimCode: (code: string, from: string, minutes: number, optOut: string) =>
      `${code} is your code to claim a gift from ${from}. It works for ${minutes} minutes.\n${optOut}`,
    phoneCode: (code: string, minutes: number, optOut: string) =>
      `${code} is your code to confirm your mobile number for Posy. It works for ${minutes} minutes. Tell no one.\n${optOut}`,
    gift: (from: string, url: string, optOut: string) => `${from} has sent you a gift. Open it: ${url}\n${optOut}`,
    optOut: (url: string, canReply: boolean) => `No more texts: ${canReply ? 'reply STOP or ' : ''}${url}`,
  },

  passwordReset: {
    subject: 'Choose a new password for Posy',
    preheader: 'The link works once, for an hour.',
    heading: 'Choose a new password',
    intro: 'Someone, we hope you, asked for a new password. The link works once and for an hour.',
    action: 'Choose a password',
    ifNotYou: 'If it was not you, ignore this email: nothing has changed, and no one else gets this link.',
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

  emailChange: {
    subject: {
      old: 'Allow a new email address for your Posy account',
      new: 'Confirm your new email address for Posy',
    },
    preheader: 'The link works for two days.',
    heading: { old: 'Is this change yours?', new: 'Confirm your new address' },
    intro: {
      old: (from: string, to: string) =>
        `Someone, we hope you, asked to sign in to Posy with ${to} instead of ${from}. Nothing changes until both addresses have confirmed it.`,
      new: (from: string, to: string) =>
        `Someone, we hope you, asked to sign in to Posy with ${to} instead of ${from}. Confirm that this address is yours. We ask ${from} too.`,
    },
    action: { old: 'See the change', new: 'Confirm this address' },
    ifNotYou: {
      old: 'If it was not you, stop it with the same button and choose a new password at once: someone is signed in as you.',
      new: 'If it was not you, ignore this email. Nothing has changed.',
    },
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  emailChanged: {
    subject: 'Your Posy email address was changed',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'Your email address was changed',
    intro: (from: string, to: string) =>
      `You sign in to Posy with ${to} now. ${from} no longer works, and everywhere else you are signed out.`,
    action: 'Open your profile',
    ifNotYou: 'If it was not you, tell your team’s admin at once.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  accountOpened: {
    subject: (team: string) => `${team} is ready on Posy`,
    preheader: 'Choose a password and sign in.',
    heading: (team: string) => `Welcome, ${team} is ready`,
    intro: (team: string) =>
      `Your team ${team} is set up, and you are its admin. Choose a password to sign in: then you can add money, invite colleagues and send the first gift.`,
    action: 'Choose a password',
    until: (day: string) =>
      `The link works once, until ${day}. After that, ask for another with “Forgot password” on the sign-in page.`,
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  webhookDisabled: {
    subject: 'A webhook was switched off',
    preheader: 'It did not accept our events. Nothing else has changed.',
    heading: 'We have stopped sending events',
    what: (host: string) => `The webhook at ${host} is switched off. Gifts, budgets and payments continue as before.`,
    why: {
      failing: 'It accepted none of our events for three days.',
      gone: 'It answered 410 Gone, which asks us to stop.',
    },
    next: 'Once it works again, switch it back on and send the missed events again from its log. We keep them for 30 days.',
    action: 'Open webhooks',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  walletLow: {
    subject: (wallet: string, available: string) => `${wallet} has ${available} left`,
    preheader: 'Top it up so that gifts and budgets continue.',
    heading: 'A wallet is running low',
    what: (wallet: string, available: string, alert: string) =>
      `${wallet} has ${available} to spend. You asked to be told when it falls below ${alert}.`,
    next: 'We will not write again until the wallet has been above that amount.',
    action: 'Top up the wallet',
    why: 'You get this because you are an admin of the team.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  topUpStopped: {
    subject: (wallet: string) => `${wallet} is no longer topped up automatically`,
    preheader: 'Its card is not charged again until you turn it on again.',
    heading: 'Automatic top-up has stopped',
    because: {
      declined: (wallet: string) => `${wallet} was to be topped up by card, and the card was declined.`,
      'card-stopped': (wallet: string) => `The card that tops up ${wallet} has been deleted or has expired.`,
      'owner-left': (wallet: string) => `The person whose card tops up ${wallet} has left the team.`,
      rights: (wallet: string) =>
        `The person whose card tops up ${wallet} is no longer allowed to charge it for the team.`,
      dispute: (wallet: string) =>
        `A bank has taken back a payment by the card that tops up ${wallet}, or one into that wallet.`,
    },
    next: 'The money in the wallet is as it was, and the card is no longer charged automatically. Top the wallet up by hand, or turn automatic top-up on again.',
    action: 'Open the wallet',
    why: 'You get this because you look after the team, or because it is your card.',
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
      'automation-participant': (from: string, team: string) =>
        from === team
          ? `${team} gives you an allowance to say thank you with: choose a gift, say who gets it, and it is on its way.`
          : `${from} at ${team} gives you an allowance to say thank you with: choose a gift, say who gets it, and it is on its way.`,
    },
    allowance: (budget: string, amount: string, often: string) => `${budget}: ${amount} ${often}.`,
    frequency: {
      minute: 'every minute',
      hour: 'every hour',
      day: 'every day',
      week: 'every week',
      month: 'every month',
      quarter: 'every three months',
      year: 'every year',
    },
    until: (lastDay: string) => `This invite expires on ${lastDay}.`,
    action: 'Accept the invite',
    ifNotYou: 'If you were not expecting this, ignore it. Nothing happens unless you accept.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  verifyEmail: {
    subject: 'Confirm your email address for Posy',
    preheader: 'The link works once, within two days.',
    heading: 'Confirm your email address',
    intro:
      'Confirm that this address is yours. If your account has no password yet, you choose one there. The link works once, within two days.',
    action: 'Confirm my address',
    ifNotYou:
      'If you did not sign up, ignore this email. Without the link no one can use an account with your address.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  upgradeLink: {
    subject: (team: string, plan: string) => `Upgrade ${team} to ${plan}?`,
    preheader: 'Nothing is ordered until you confirm it, signed in.',
    heading: (team: string, plan: string) => `Upgrade ${team} to ${plan}`,
    intro: (team: string, plan: string, price: string) =>
      `You asked to move ${team} to the plan ${plan}, at ${price}. Confirming it orders the plan: an invoice is raised at once.`,
    price: (price: string, period: 'month' | 'year') => `${price} a ${period} plus VAT`,
    free: 'no charge',
    how: 'Open the link and sign in. You see the plan, the price and the team once more before anything is ordered. The link works once, within two days.',
    action: 'See the upgrade',
    ifNotYou:
      'If you did not ask for it, ignore this email and change your password: someone who signed in as you asked. Nothing has been ordered.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  providers: { google: 'Google', microsoft: 'Microsoft', saml: 'SSO' },

  linkCode: {
    subject: (code: string) => `${code} is your Posy code`,
    preheader: 'It works for ten minutes, in the browser where you began.',
    heading: (provider: string) => `Sign in with ${provider}`,
    intro: (provider: string) =>
      `To sign in to Posy with ${provider}, enter this code in the browser where you began. It works for ten minutes.`,
    code: (code: string) => `Your code: ${code}`,
    action: 'Enter the code',
    ifNotYou: 'If you did not ask for it, ignore this email and tell no one the code. Nothing has changed.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  identityLinked: {
    subject: (provider: string) => `You can sign in to Posy with ${provider} now`,
    preheader: 'If it was you, there is nothing to do.',
    heading: (provider: string) => `${provider} is linked to your account`,
    intro: (provider: string) => `From now on you can sign in to Posy with ${provider}.`,
    action: 'Open your profile',
    ifNotYou: 'If it was not you, remove it in your profile and choose a new password at once.',
    ifNotYouBySso: 'If it was not you, tell your team admin and choose a new password at once.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  deviceAdded: {
    subject: 'New sign-in to your Posy account',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'New sign-in to your account',
    intro: (browser: string | null, when: string) =>
      `Your account was signed in to with ${browser ?? 'a browser'} that we have not seen before, on ${when}.`,
    from: (address: string | null) => `Network address: ${address ?? 'not known'}`,
    action: 'See where you are signed in',
    ifNotYou: 'If it was not you, sign it out there and choose a new password at once.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  supportVisit: {
    subject: (team: string) => `Posy’s support is looking at ${team}`,
    preheader: (operator: string) => `${operator} says why, and until when.`,
    heading: (team: string) => `Our support is looking at ${team}`,
    intro: (operator: string, team: string, seenAs: string | null, until: string) =>
      `${operator} of Posy’s support sees ${team} as ${seenAs ?? 'you'} would, until ${until} at the latest.`,
    reason: (reason: string) => `Their reason: ${reason}`,
    looksOnly:
      'They can look and change nothing. Links of gifts, codes, printed gifts and exports stay hidden from them.',
    mayChange:
      'They can make small changes, as one of your admins allowed. They cannot buy, move money, or change people, cards, keys or how anyone signs in, and links of gifts, codes, printed gifts and exports stay hidden from them.',
    action: 'See what was done',
    why: 'Admins find every visit under Team, Support, and can end it there. You get this email each time.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  secondFactorOn: {
    subject: 'Two-step sign-in is on',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'Two-step sign-in is on',
    intro:
      'From now on, signing in to Posy takes a second step: a passkey, a code from your authenticator app, or a recovery code.',
    action: 'Open your profile',
    ifNotYou:
      'If it was not you, choose a new password at once and ask us to turn it off: someone was signed in as you.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  secondFactorOff: {
    subject: 'Two-step sign-in is off',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'Two-step sign-in is off',
    intro: 'From now on, signing in to Posy takes no second step.',
    action: 'Turn it on again',
    ifNotYou: 'If it was not you, choose a new password and turn it on again at once.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  secondFactorReset: {
    subject: 'Your second step was reset',
    preheader: 'Your password alone signs you in until you set up a new one.',
    heading: 'Your second step was reset',
    intro: (admin: string, team: string) =>
      `${admin} of ${team} reset the second step of your account: authenticator app, passkeys and recovery codes no longer work, and you are signed out everywhere.`,
    next: 'Sign in with your password, and set up a new second step.',
    action: 'Sign in',
    ifNotYou: 'If you did not ask for this, choose a new password at once and talk to your admin.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  passkeyChanged: {
    subject: {
      added: 'A passkey was added to your Posy account',
      removed: 'A passkey was removed from your Posy account',
      blocked: 'A passkey of your Posy account is blocked',
    },
    preheader: {
      added: 'If it was you, there is nothing to do.',
      removed: 'If it was you, there is nothing to do.',
      blocked: 'It may have been copied.',
    },
    heading: { added: 'A passkey was added', removed: 'A passkey was removed', blocked: 'A passkey is blocked' },
    intro: {
      added: 'You can sign in to Posy with it from now on.',
      removed: 'It no longer signs you in to Posy.',
      blocked:
        'A passkey of your account was used in a way that suggests someone else has a copy of it. It no longer signs anyone in. Remove it, and add a new one.',
    },
    action: 'See your passkeys',
    ifNotYou: {
      added: 'If it was not you, remove it and choose a new password at once.',
      removed: 'If it was not you, choose a new password at once and check where you are signed in.',
      blocked: 'If you see a sign-in that was not you, sign it out and choose a new password at once.',
    },
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  accountExists: {
    subject: 'You already have a Posy account',
    preheader: 'Someone, we hope you, tried to sign up with this address.',
    heading: 'You already have an account',
    intro:
      'Someone, we hope you, tried to sign up with this address. There is an account with it already: just sign in. If you do not remember the password, choose a new one.',
    action: 'Choose a new password',
    ifNotYou: 'If it was not you, there is nothing to do: nothing has changed.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  signUpUnfinished: {
    subject: 'Finish signing up to Posy',
    preheader: 'There is no password to change yet.',
    heading: 'Finish signing up',
    intro:
      'Someone, we hope you, asked for a new password. Posy has no confirmed account with this address yet, so there is no password to change.',
    next: 'To open one, sign up with your own details. We then email you a link to choose your password. What was typed before with this address does not count.',
    action: 'Sign up',
    ifNotYou: 'If it was not you, ignore this email: nothing has changed.',
    linkHint: 'If the button does not work, copy this into your browser:',
  },

  joinRequest: {
    subject: (asker: string, team: string) => `${asker} would like to join ${team}`,
    preheader: 'Send an invite, or ignore this.',
    heading: (team: string) => `Someone would like to join ${team}`,
    intro: (asker: string, team: string) =>
      `${asker} asked to join ${team} on Posy. The address is in your team’s own domain; whether it is someone you know, you know best.`,
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
      `Not expecting this? ${from} at ${team} asked us to send it to you. If you do not know them, you can ignore it: nothing happens until you open the gift, and we never ask for your bank details or a password.`,
  },

  /** In place of the gift's own words. */
  giftReminder: {
    subject: (from: string) => `Your gift from ${from} is still waiting`,
    preheader: (from: string, lastDay: string) => `${from} chose it for you, and it is yours until ${lastDay}.`,
    heading: (from: string) => `Your gift from ${from} is still waiting`,
    intro: 'You have a gift that has not been used yet. No sign-up, no app: just open it.',
    stop: 'No more reminders of this gift',
  },

  claimCode: {
    subject: (code: string, from: string) => `${code} is your code for a gift from ${from}`,
    preheader: (minutes: number) => `Enter it within ${minutes} minutes to claim your gift.`,
    heading: 'Your code',
    intro: (from: string) => `Enter this code on the page where you asked for it, to claim your gift from ${from}:`,
    validity: (minutes: number) =>
      `It works for ${minutes} minutes, once, and only in the browser you asked for it with. Never pass it on.`,
    page: 'The page is',
    notYou: 'Did you not ask for a code? Leave this email: without the code no one can claim a gift in your name.',
  },

  reactionSummary: {
    subject: (many: number, first: string) =>
      many === 1 ? `${first} said thank you` : `${first} and ${count(many - 1)} more said thank you`,
    preheader: 'Read what they said about your gift.',
    heading: (many: number) => (many === 1 ? 'Someone said thank you' : `${count(many)} people said thank you`),
    intro: 'People answered the gifts that you sent.',
    unnamed: 'Someone',
    about: (name: string, gift: string) => `${name}, about ${gift}`,
    more: (many: number) => (many === 1 ? 'And one more.' : `And ${count(many)} more.`),
    action: 'See them in Posy',
    why: 'You get this at most once a day, when someone has reacted to a gift of yours. You can turn it off in your contact preferences.',
  },

  giftsUndelivered: {
    subject: (many: number, gift: string) =>
      many === 1 ? `A gift could not be delivered: ${gift}` : `${count(many)} gifts could not be delivered: ${gift}`,
    preheader: 'Put the address right, and it is on its way again.',
    heading: (many: number) =>
      many === 1 ? 'A gift could not be delivered' : `${count(many)} gifts could not be delivered`,
    intro: (many: number) =>
      many === 1
        ? 'Our message did not get through to this address or number:'
        : 'Our messages did not get through to these addresses or numbers:',
    more: (many: number) => (many === 1 ? 'And one more.' : `And ${count(many)} more.`),
    whatToDo:
      'Nothing is lost: each gift is still yours. Put the address right and send it again, pass its link on yourself, or cancel it and get its money back.',
    action: 'Put it right',
    why: 'You get this because you sent the gift, or look after the team whose program did.',
  },

  giftsRefunded: {
    subject: (many: number, gift: string) =>
      many === 1 ? `A gift was refunded: ${gift}` : `${count(many)} gifts were refunded: ${gift}`,
    heading: (many: number) => (many === 1 ? 'A gift was refunded' : `${count(many)} gifts were refunded`),
    intro: (many: number) =>
      many === 1
        ? 'Its recipient accepted the gift, but the shop could not give us a code for it. We kept asking, then cancelled the gift.'
        : 'Their recipients accepted the gifts, but the shop could not give us codes for them. We kept asking, then cancelled the gifts.',
    money: (toWallet: string | null, toInvoice: string | null) =>
      toInvoice === null
        ? `${toWallet} has been returned, with the fee. It is available in your wallet now.`
        : toWallet === null
          ? `${toInvoice} has been taken off what you owe, with the fee.`
          : `${toInvoice} has been taken off what you owe. The rest, ${toWallet}, has been returned, and is available in your wallet now.`,
    forWhom: 'Sent to:',
    whatToDo: 'The gift’s page tells its recipient that you have been refunded. You may want to send something else.',
    action: 'See the purchase',
  },

  giftsHeld: {
    subject: (many: number, gift: string) =>
      many === 1 ? `A gift of yours waits: ${gift}` : `${count(many)} gifts of yours wait: ${gift}`,
    heading: (many: number) => (many === 1 ? 'A gift of yours waits' : `${count(many)} gifts of yours wait`),
    intro: (many: number) =>
      many === 1
        ? 'It was due to be sent now, but your team’s rules do not allow it:'
        : 'They were due to be sent now, but your team’s rules do not allow it:',
    whatToDo: (day: string) =>
      `No money has moved. If your team’s admin changes the rule, the gifts it holds are sent within the hour. Any that still wait on ${day} are cancelled, and their price and fee are returned.`,
    action: 'See the purchase',
  },

  giftsGivenBack: {
    subject: (many: number, gift: string) =>
      many === 1
        ? `A gift was cancelled and refunded: ${gift}`
        : `${count(many)} gifts were cancelled and refunded: ${gift}`,
    heading: (many: number) =>
      many === 1 ? 'A gift was cancelled and refunded' : `${count(many)} gifts were cancelled and refunded`,
    intro: 'Your team’s rules did not allow sending in the time that gifts wait:',
    whatToDo:
      'The price and fee have been returned to where they were paid from. Recipients were told nothing. You may want to send something else.',
    action: 'See the purchase',
  },

  /** Why the rules of a team hold a gift back. */
  heldBy: {
    method: 'the team does not send in this way now',
    domain: 'the team does not send to its domain now',
    price: 'the team does not give gifts of this price now',
    category: 'the team does not give gifts of this category now',
    cap: 'its recipient has reached the limit for one person from your organisation',
  },

  giftAskedFor: {
    subject: (gift: string) => `A gift has not arrived: ${gift}`,
    heading: 'A gift has not arrived',
    intro: 'Its recipient told us that your gift did not reach them:',
    sent: 'We have sent it to the same address again.',
    notSent: 'We have not sent it again: one is on its way already, or your team no longer sends to this address.',
    whatToDo:
      'If the address is wrong, correct it: the gift then goes out under a new link. No money moves. You can also pass its link on yourself.',
    action: 'See the gift',
  },

  printableReady: {
    subject: (gift: string) => `Your cards are ready to print: ${gift}`,
    preheader: 'Sign in to download the PDF.',
    heading: 'Your cards are ready to print',
    what: 'The PDF is waiting in Posy. Each card opens a gift, so we never attach it to an email.',
    gift: (gift: string) => `What is on them: ${gift}`,
    action: 'Download the cards',
    why: 'You asked us to tell you when they were ready.',
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
    byShare: 'Its link is waiting for you in Posy, with a QR code and a poster.',
    other: 'You will find everything about it in Posy.',
    gift: (gift: string) => `What you sent: ${gift}`,
    action: 'See your order',
    why: 'You asked us to tell you when this order was complete.',
  },

  budgetAllowance: {
    subject: (amount: string, budget: string) => `You have ${amount} to give: ${budget}`,
    preheader: 'Your allowance is in your wallet.',
    heading: (amount: string) => `You have ${amount} to give`,
    intro: (amount: string, budget: string) => `${amount} from ${budget} is in your wallet.`,
    added: (amount: string, budget: string, total: string) =>
      `${amount} from ${budget} was added to your wallet. With what was left you have ${total}.`,
    invitation: 'Say thank you to someone with it.',
    action: 'Send a gift',
    why: 'You get this because you are in a budget of your team.',
  },

  ...notices,

  rules,
  ruleChangeAsked,
  ruleChangeEnded,

  budgetRunFailed: {
    subject: (budget: string) => `${budget} could not be paid out`,
    preheader: 'No money has moved. Here is why, and what to do.',
    heading: 'A budget could not be paid out',
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
    figures: (cost: string, has: string, missing: string) =>
      `The run costs ${cost}. Its wallet has ${has}, so ${missing} is missing.`,
    todo: 'Top up the wallet before then, and everyone gets their allowance on time.',
    action: 'See the budget',
    why: 'You get this because you look after your team’s budgets.',
  },

  budgetEnded: {
    subject: (budget: string) => `${budget} has ended`,
    preheader: 'What no one spent is back in the wallet.',
    heading: 'A budget has ended',
    intro: (budget: string, amount: string) =>
      `${budget} has ended. ${amount} that no one spent went back to its wallet.`,
    gifts: 'Gifts that were sent from it still work; money returned from them goes to the same wallet.',
    action: 'See the budget',
    why: 'You get this because you look after your team’s budgets.',
  },
  budgetFeedHeld: {
    subject: (budget: string) => `${budget}: many people changed`,
    preheader: 'Nothing has changed yet. See who would join and leave.',
    heading: 'A change waits for you',
    intro: (budget: string, joiners: number, leavers: number) =>
      `The HR group that ${budget} follows has changed: ${joiners} would join and ${leavers} would leave.`,
    todo: 'That is more than we change without asking. Nothing has changed and no money has moved. Check the people, then allow the change or stop following the group.',
    action: 'See the change',
    why: 'You get this because you look after your team’s budgets.',
  },

  approvalWanted: {
    someone: 'Someone',
    subject: (buyer: string, total: string) => `${buyer} asks you to approve an order of ${total}`,
    preheader: 'Nothing has been bought, and no money has moved.',
    heading: 'An order waits for you',
    intro: (buyer: string, quantity: number, product: string, total: string) =>
      `${buyer} wants to buy ${quantity === 1 ? 'one' : count(quantity)} × ${product} for ${total}, which is above your team’s limit. Nothing has been bought, and no money has moved.`,
    next: 'Check it, then approve or decline it. It waits for 14 days.',
    action: 'See the order',
    why: 'You get this because you may approve orders of your team.',
  },

  approvalDecided: {
    note: (note: string) => `They wrote: “${note}”`,
    why: 'You get this because you asked for this order.',
    approved: {
      subject: (product: string) => `Approved: ${product}`,
      preheader: 'Your order has been bought.',
      heading: 'Your order has been approved',
      intro: (product: string, total: string) => `${product} has been bought for ${total}.`,
      next: 'The gifts are on their way, or leave on the day you chose.',
      action: 'See the order',
    },
    declined: {
      subject: (product: string) => `Declined: ${product}`,
      preheader: 'Nothing was bought, and no money has moved.',
      heading: 'Your order has been declined',
      intro: (product: string, total: string) =>
        `Your order of ${product} for ${total} was not approved. Nothing was bought, and no money has moved.`,
      next: 'Your draft is kept: you can change it and ask again.',
      action: 'See the order',
    },
    expired: {
      subject: (product: string) => `Not decided in time: ${product}`,
      preheader: 'Nothing was bought, and no money has moved.',
      heading: 'No one decided on your order',
      intro: (product: string, total: string) =>
        `Your order of ${product} for ${total} waited for 14 days. Nothing was bought, and no money has moved.`,
      next: 'Your draft is kept: you can ask again.',
      action: 'See the order',
    },
  },

  celebrationsWaiting: {
    subject: (rule: string, gifts: number) =>
      `${rule}: ${gifts === 1 ? 'a gift waits' : `${count(gifts)} gifts wait`} for you`,
    preheader: 'Approve or skip them. No money has moved.',
    heading: 'Celebrations wait for your approval',
    intro: (rule: string, gifts: number) =>
      gifts === 1
        ? `${rule} has one new gift to approve. Nothing is sent before you approve it.`
        : `${rule} has ${count(gifts)} new gifts to approve. Nothing is sent before you approve them.`,
    action: 'See who is celebrated',
    why: 'You get this because you made this rule, or look after it now.',
  },

  celebrationsFailed: {
    subject: (rule: string, gifts: number) =>
      `${rule}: ${gifts === 1 ? 'a gift was not sent' : `${count(gifts)} gifts were not sent`}`,
    preheader: 'No money has moved for them. Here is why, and what to do.',
    heading: 'Gifts could not be sent',
    intro: (rule: string, gifts: number) =>
      gifts === 1
        ? `A gift of ${rule} could not be sent today. No money has moved for it.`
        : `${count(gifts)} gifts of ${rule} could not be sent today. No money has moved for them.`,
    reasons: {
      money: (wallet: string) => `The wallet ${wallet} does not have enough money. Top it up.`,
      people: 'Your HR system has not been read for three days, so we do not know who has left. Connect it again.',
      other: 'The purchase was refused. Open the rule: it says what stands against it.',
    },
    again: 'We try again today, then every day for a week.',
    action: 'See the gifts',
    why: 'You get this because you made this rule, or look after it now.',
  },
} as const

export type Copy = typeof enGB
