/** Every word a recipient reads, British English. A further language is a further file of this shape. */
export const copy = {
  locale: 'en-GB',
  tag: ['for', 'you'],

  page: {
    title: (from: string) => `A gift from ${from}`,
    previewDescription: 'Someone is thinking of you. Open it to see what is inside.',
    skip: 'Skip to the gift',
    footer: 'Sent with Posy. No account needed. We do not track you on this page.',
    lost: 'Lost the link to a gift?',
  },

  reminders: {
    wanted: {
      title: 'Stop reminders of this gift?',
      text: 'You keep the gift until its last day, and its link still works.',
      action: 'Stop reminders',
    },
    stopped: {
      title: 'Reminders are stopped',
      text: 'We will not write to you about this gift again. You keep it until its last day.',
      action: 'See the gift',
    },
  },

  texts: {
    wanted: {
      title: 'Stop texts to this number?',
      text: 'No team that uses Posy will be able to text this number. What you already have still works.',
      action: 'Stop all texts',
    },
    stopped: {
      title: 'Texts are stopped',
      text: 'This number gets no more texts from anyone who uses Posy. You can change your mind at any time.',
      action: 'Allow texts again',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Open the link from the text message again, or reply STOP to it.',
    },
  },

  byCode: {
    title: 'Open your gift',
    text: 'Type the code that is printed on your card. Capitals and dashes do not matter.',
    label: 'Code',
    action: 'Open it',
    wrong: 'That is not a whole code. It is printed beside the square on your card, in groups of four.',
    unknown: 'No gift has that code. Check it against your card, letter by letter, then try again.',
  },

  notReceived: {
    asked: {
      title: 'Has a gift not arrived?',
      text: 'Check your spam folder first. If it is not there, tell us the address or number it was meant for. We send it again, and let the sender know.',
      label: 'Your email address or mobile number',
      action: 'Send it again',
    },
    sent: {
      title: 'Thank you. We have checked',
      text: 'If a gift was sent to you there, it is on its way again. If nothing comes within a few minutes, ask the person who sent it to check the address.',
    },
    wrong: 'Give an email address or a UK mobile number.',
    tooMany: 'You have asked several times. Wait a few minutes, then try again.',
    link: 'Have it sent again',
    hint: 'Claimed a gift that has not arrived?',
  },

  findGifts: {
    asked: {
      title: 'Lost the link to a gift?',
      text: 'Tell us the address or number that your gifts were sent to. We send you there the links of all that can still be used.',
      label: 'Your email address or mobile number',
      action: 'Send me my links',
    },
    sent: {
      title: 'Check your messages',
      text: 'If gifts were sent to you there and can still be used, their links are on their way. If nothing comes within a few minutes, ask the person who sent your gift.',
    },
    link: 'Find my gifts',
    hint: 'Has a gift never arrived?',
  },

  scheduled: {
    heading: (from: string) => `${from} has something for you`,
    text: (when: string) => `It is wrapped and waiting. You can open it from ${when}.`,
    textWithoutDate: 'It is wrapped and waiting, but not to be opened yet. Come back soon.',
    action: 'Remind me when it opens',
  },
  wrapped: {
    heading: (from: string) => `A gift from ${from}`,
    text: 'There is a gift for you under the wrapping.',
    keeps: (when: string) => `It is yours until the end of ${when}.`,
    action: 'Unwrap your gift',
  },
  opened: {
    heading: (from: string) => `${from} sent you this`,
    anyone: { show: 'Accept and show my code', keep: 'Accept this gift' },
    adult: {
      show: 'I am 18 or over: accept and show my code',
      keep: 'I am 18 or over: accept this gift',
    },
    hint: 'Accepting puts it aside for you. Show its code now, or whenever you are ready to use it.',
  },
  choose: {
    heading: (from: string) => `${from} lets you choose`,
    text: 'Pick the one you would enjoy most. You can choose once.',
    worth: (amount: string) => `Worth up to ${amount}`,
    kinds: (from: string) => `What ${from} says of each kind`,
    find: 'Find a gift',
    group: 'Gifts to choose from',
    groupSmaller: 'Smaller gifts to choose from',
    kind: 'Kind',
    anyKind: 'All kinds',
    price: 'Price',
    anyPrice: 'Any price',
    upTo: (amount: string) => `Up to ${amount}`,
    word: 'Search',
    filter: 'Show gifts',
    showAll: 'Show all gifts',
    nothing: 'No gifts match. Try another word, or show all gifts.',
    smaller: (count: number) => (count === 1 ? 'Show 1 smaller gift' : `Show smaller gifts (${count})`),
    action: 'Choose this gift',
    another: 'Choose another',
    sure: (name: string) => `Choose ${name}?`,
    whole: (worth: string) => `It is worth ${worth}, all of your gift. You can choose once.`,
    goesBack: (worth: string, over: string, from: string) =>
      `This gift is worth ${worth}. ${over} goes back to ${from}. You can choose once.`,
  },
  claimed: {
    heading: 'It is yours to enjoy',
    action: 'Show my code',
    hint: 'Ready to use it? We fetch your code now and keep it on this page for you.',
  },
  revealed: {
    heading: 'Here is your gift',
    show: 'Show this at the till, or type the code in when you pay.',
    code: 'Your code',
    pin: 'PIN',
    left: 'Left to spend',
    useOnline: 'Use it online',
    shopTakesUntil: (when: string) => `The shop takes this code until the end of ${when}`,
    askTheShop: (when: string) =>
      `The shop’s last day for this code was ${when}. Ask the shop whether it still takes it.`,
    shopDecides: 'The shop decides how long it takes this code. Ask there if you keep it for long.',
    barcode: (code: string) => `Barcode for ${code}`,
  },
  refusal: {
    summary: 'The shop refused my code',
    lead: (from: string) => `Tell us what happened. We ask the shop, and let ${from} know. Your gift stays as it is.`,
    reason: 'What did they say?',
    pick: 'Choose one',
    shop: 'Which shop was it?',
    words: 'Anything else? (if you like)',
    action: 'Tell us',
    waiting: {
      heading: 'We are asking the shop',
      text: (when: string | null, from: string) =>
        `You told us${when ? ` on ${when}` : ''} that a shop refused this code. ${from} knows. Come back to this page for the answer.`,
    },
    issuer: {
      heading: 'Try your code again',
      text: 'You told us that a shop refused this code. We have asked, and it works now.',
    },
    'new-code': {
      heading: 'This is a new code',
      text: 'You told us that a shop refused the one before. Use this one: the one before no longer counts.',
    },
  },
  redeemed: {
    heading: 'You have used this gift',
    text: 'This gift has been used. A word of thanks goes a long way.',
  },
  expired: {
    heading: 'This gift has expired',
    text: (when: string | null) =>
      when
        ? `Its last day was ${when}, so it can no longer be used.`
        : 'Its last day has passed, so it can no longer be used.',
    help: 'If that is a surprise, let the person who sent it know. They may be able to help.',
  },
  cancelled: {
    heading: 'This gift was cancelled',
    text: 'The sender has cancelled it, so it can no longer be used.',
    help: 'If you were expecting it, ask the person who sent it.',
  },
  refunded: {
    heading: 'We have returned this gift',
    text: 'A shop refused its code and we could not put that right, so it can no longer be used. We are sorry.',
    help: 'The person who sent it has been told and has their money back. They may choose something else for you.',
  },
  unavailable: {
    heading: 'We could not get this gift for you',
    text: 'The shop could not give us its code, so there is nothing to use here. We are sorry.',
    help: 'The person who sent it has been told and has their money back. They may choose something else for you.',
  },

  product: {
    heading: 'Your gift',
    worth: (amount: string) => `Worth ${amount}`,
    left: (amount: string) => `${amount} left to spend`,
    inParts: 'You can spend it in parts',
    over18Title: 'For over-18s only',
    over18: 'You may be asked to prove your age when you use it.',
    terms: 'The small print',
    stores: (count: number) => (count === 1 ? 'Where to use it: 1 place' : `Where to use it: ${count} places`),
    expires: (when: string) => `Use it by the end of ${when}`,
  },
  message: { heading: (from: string) => `A message from ${from}` },

  reaction: {
    heading: (from: string) => `Say thank you to ${from}`,
    emojiLegend: 'How does it make you feel?',
    message: 'Add a few words (if you like)',
    name: 'Your name (if you like)',
    action: 'Send my thanks',
    sentHeading: 'You said thank you',
    change: 'Change what you said',
    emojiLabel: (emoji: string) => `React with ${emoji}`,
  },

  claimedBefore: 'You have claimed all that this link gives you. Here is your gift.',

  notices: {
    empty_reaction: 'Pick a face or write a few words first, then send it.',
    say_what: 'Say what happened and in which shop, then send it.',
    said_often: 'You have told us several times, and we are looking into it.',
    moved_on: 'That was already done. Here is your gift as it is now.',
    pick_one: 'Pick one of the gifts first.',
    gone: 'That choice is no longer available. The others are still here for you.',
    busy: 'A lot is happening at once. Give it a minute, then try again. Your gift is safe.',
    unavailable: 'We could not reach the shop just now. Nothing is lost: try again in a moment.',
    invalid: 'Something in there could not be sent. Shorten your words and try again.',
  },

  failures: {
    unknown: {
      title: 'We cannot find that gift',
      text: 'Check that the whole link made it into your browser. If it did, ask the person who sent it to send it again.',
    },
    busy: {
      title: 'One moment, please',
      text: 'A lot of people are opening gifts right now. Try again in a minute: yours is safe.',
    },
    unavailable: {
      title: 'Something went wrong. Your gift is safe',
      text: 'Nothing is lost. Try again in a minute.',
    },
    retry: 'Try again',
  },

  calendar: {
    lastDay: (product: string) => `Last day to use: ${product}`,
    opens: (from: string) => `Open the gift from ${from}`,
    details: (url: string) =>
      `Your gift’s link is in your email or messages. If you have lost it, ask for it here: ${url}`,
    add: 'Add the last day to my calendar',
  },
} as const

export type NoticeKey = keyof typeof copy.notices
