/** What people read who claim a shareable gift, British English. */
export const claimCopy = {
  open: {
    heading: (from: string) => `${from} has a gift for you`,
    lead: 'Tell us where to send a code. It proves that it is you, and your gift opens right away.',
    email: 'Your email address',
    sms: 'Your mobile number',
    action: 'Send me a code',
    allowedEmail: (endings: string) => `For addresses that end in ${endings}.`,
    allowedSms: (prefixes: string) => `For numbers that begin with ${prefixes}.`,
    privacy: 'We use it for your code and your gift, and forget it tomorrow if you claim nothing.',
  },
  code: {
    heading: 'Enter your code',
    lead: (sentTo: string) => `We have sent six digits to ${sentTo}. They work for ten minutes, in this browser.`,
    label: 'Your code',
    action: 'Claim my gift',
    again: 'Use another address, or get a new code',
  },
  closed: {
    paused: { heading: 'This gift is paused', text: 'The sender has paused it. Please try again later.' },
    preparing: { heading: 'Almost ready', text: 'The gifts are still being wrapped. Please try again in a minute.' },
    claimed: {
      heading: 'All of these gifts have been claimed',
      text: 'If you claimed one, its link is in your messages.',
    },
    ended: {
      heading: 'This gift has ended',
      text: 'The sender has closed it. A gift you claimed before is still yours.',
    },
    expired: {
      heading: 'This gift has expired',
      text: 'Its last day has passed, so it can no longer be claimed.',
    },
  },
  notices: {
    notAllowed: 'This gift is not for that address. Use another one, or ask the person who sent you the link.',
    wrongAddress: 'That does not look right. Check it for slips and try again.',
    tooMany: 'Codes have been asked for too often. Wait an hour, then try again.',
    movedOn: 'Something has changed in the meantime. Here is the gift as it is now.',
    wrongCode: 'That is not the code we sent. Check it and try again; after five tries you need a new one.',
    codeOver: 'That code no longer works. Ask for a new one: if you have claimed your gift, it brings you to it.',
    unavailable: 'Something on our side needs a moment. Nothing is lost: please try again.',
  },
} as const

export type ClaimNotice = keyof typeof claimCopy.notices
