/** Every word a recipient reads, British English. A further language is a further file of this shape. */
export const copy = {
  locale: 'en-GB',
  tag: ['for', 'you'],

  page: {
    title: (from: string) => `A gift from ${from}`,
    previewDescription: 'Somebody is thinking of you. Open it to see what is inside.',
    skip: 'Skip to the gift',
    footer: 'Sent with Posy. No sign-up, and nobody follows you on this page.',
  },

  scheduled: {
    heading: (from: string) => `${from} has something for you`,
    text: (when: string) => `It is wrapped and waiting. You can open it from ${when}.`,
    textWithoutDate: 'It is wrapped and waiting, but not to be opened yet. Come back soon.',
    action: 'Remind me when it opens',
  },
  wrapped: {
    heading: (from: string) => `A gift from ${from}`,
    text: 'Something picked for you is under this paper. Take a breath, then take a peek.',
    action: 'Unwrap your gift',
  },
  opened: {
    heading: (from: string) => `${from} sent you this`,
    action: 'Accept this gift',
    actionOver18: 'I am 18 or over: accept this gift',
    hint: 'Accepting puts it aside for you. You can show its code whenever you are ready to use it.',
  },
  choose: {
    heading: (from: string) => `${from} lets you choose`,
    text: 'Pick the one you would enjoy most. You can choose once.',
    action: 'Choose this gift',
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
    useOnline: 'Use it online',
    calendar: 'Add the last day to my calendar',
    barcode: (code: string) => `Barcode for ${code}`,
  },
  redeemed: {
    heading: 'Used and, we hope, enjoyed',
    text: 'This gift has been used. A word of thanks goes a long way.',
  },
  expired: {
    heading: 'This gift has run out of time',
    text: (when: string | null) =>
      when
        ? `Its last day was ${when}, so it can no longer be used.`
        : 'Its last day has passed, so it can no longer be used.',
    help: 'If that is a surprise, let the person who sent it know. They may be able to help.',
  },
  cancelled: {
    heading: 'This gift was taken back',
    text: 'The sender has withdrawn it, so there is nothing to use here any more.',
    help: 'If you were expecting it, have a word with the person who sent it.',
  },

  product: {
    heading: 'Your gift',
    worth: (amount: string) => `Worth ${amount}`,
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
    sentHeading: 'Your thanks are on their way',
    change: 'Change what you said',
    emojiLabel: (emoji: string) => `React with ${emoji}`,
  },

  notices: {
    empty_reaction: 'Pick a face or write a few words first, then send it.',
    moved_on: 'That was already done. Here is your gift as it is now.',
    pick_one: 'Pick one of the gifts first.',
    gone: 'That choice has just gone. The others are still here for you.',
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
      title: 'Your gift is safe, we are not quite there',
      text: 'Something on our side needs a moment. Nothing is lost. Please try again shortly.',
    },
    retry: 'Try again',
  },

  calendar: {
    lastDay: (product: string) => `Last day to use: ${product}`,
    opens: (from: string) => `Open the gift from ${from}`,
    details: (url: string) => `Your gift is here: ${url}`,
  },
} as const

export type NoticeKey = keyof typeof copy.notices
