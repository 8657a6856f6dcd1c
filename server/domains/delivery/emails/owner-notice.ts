import { BUSINESS_ZONE } from '#kit/time.ts'
import type { EmailContent } from '../messages/message-kind.ts'
import { copy } from './copy.en-GB.ts'
import { inline, oneLine } from './html.ts'
import { renderLetter } from './letter.ts'

const enGB = {
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
        named: (label: string) => `an act that takes two operators: ${label}`,
        asked: 'An act that takes two operators was asked for',
        done: 'An act that takes two operators was confirmed by one',
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
}

export interface OwnerNoticeEmail {
  what: keyof typeof enGB.ownerNotice.acts
  /** A reference or a number. */
  label: string
  operator: string
  at: Date
  /** When the person who asked may confirm it alone; null where it is done. */
  mayConfirmAt: Date | null
}

/** To an owner's second address: what one operator does alone with the installation. Sent by a job of its own. */
export function ownerNoticeEmail({ what, label, operator, at, mayConfirmAt }: OwnerNoticeEmail): EmailContent {
  const words = enGB.ownerNotice
  const act = words.acts[what]
  const [who, named, when] = [inline(operator), act.named(inline(label)), copy.moment(at, BUSINESS_ZONE)]
  if (mayConfirmAt === null)
    return renderLetter({
      subject: oneLine(words.doneSubject(act.named(label))),
      preheader: words.afterwards,
      heading: act.done,
      body: [words.done(who, named, when), words.afterwards],
      why: words.why,
    })
  return renderLetter({
    subject: oneLine(words.askedSubject(act.named(label))),
    preheader: words.before,
    heading: act.asked,
    body: [words.asked(who, named, when), words.wait(copy.moment(mayConfirmAt, BUSINESS_ZONE)), words.before],
    why: words.why,
  })
}
