import { formatFull, plural } from '#web/ui/format.ts'

/** What has left, or will at its time. */
export function sentSentence(count: number, later: string | null): string {
  const [gifts, people] = [count === 1 ? 'Your gift' : 'Your gifts', plural(count, 'person', 'people')]
  if (later) return `${gifts} will go to ${people} on ${later}.`
  return `${gifts} ${count === 1 ? 'is on its way' : 'are on their way'} to ${people}.`
}

interface Next {
  /** What leaves to each recipient; null where the sender hands gifts out. */
  messages: 'emails' | 'texts' | null
  isPrinted: boolean
  asCodes: boolean
  zone: string
  /** One gift alone was bought. */
  isOne: boolean
  /** When they leave, where that is later. */
  sendDate: string | null
  /** None of them reached anyone: that is said above. */
  isAllLost: boolean
}

const oneMessage = { emails: 'email', texts: 'text' } as const

/** What happens next, a sentence each. */
export function whatNext({ messages, isOne, isPrinted, asCodes, sendDate, zone, isAllLost }: Next): string[] {
  if (asCodes) return [`${isOne ? 'The' : 'Each'} code can be used at the till now. No one got a message.`]
  const opened = `When ${isOne ? 'the gift is opened or its recipient' : 'someone opens their gift or'} says thank you, you read it on your home page.`
  if (isPrinted)
    return [
      isOne
        ? 'Check the design, add a name to the card, and print it. It opens one gift.'
        : 'Check the design, add a name to each card, and print them. Each card opens one gift.',
      opened,
    ]
  if (isAllLost) return [opened]
  if (sendDate) {
    const when = formatFull(sendDate, zone)
    const they = messages ? (isOne ? `The ${oneMessage[messages]} goes out on` : `The ${messages} go out on`) : ''
    return [`${they || (isOne ? 'The link can be opened from' : 'The links can be opened from')} ${when}.`, opened]
  }
  return [
    messages
      ? isOne
        ? `The ${oneMessage[messages]} is on its way.`
        : `The ${messages} are on their way, one to each recipient.`
      : isOne
        ? 'Hand out the link: it opens the gift, once.'
        : 'Hand out the links: each opens one gift, once.',
    opened,
  ]
}
