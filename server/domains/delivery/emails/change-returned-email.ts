import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { inline } from './html.ts'
import { noticeEmail } from './notice-email.ts'

interface Returned {
  giftName: string
  gifts: number
  currency: string
  pence: number
  toDebtPence: number
}

const SHOWN = 10

/** Tells a sender what recipients left over who chose gifts that cost less, and where that money went. */
export function changeReturnedEmail(
  copy: Copy,
  { firstName, url, day, purchases }: { firstName: string; url: string; day: Date; purchases: readonly Returned[] },
): EmailContent {
  const words = copy.changeReturned
  const many = purchases.reduce((sum, { gifts }) => sum + gifts, 0)
  const total = formatSums(copy, purchases, ({ pence }) => pence)
  const shown = purchases.slice(0, SHOWN)
  const hidden = purchases.slice(SHOWN)
  const rest =
    hidden.length > 0
      ? [
          words.more(
            hidden.length,
            formatSums(copy, hidden, ({ pence }) => pence),
          ),
        ]
      : []
  const toDebt = formatSums(copy, purchases, ({ toDebtPence }) => toDebtPence)
  const toWallet = formatSums(copy, purchases, ({ pence, toDebtPence }) => pence - toDebtPence)
  return noticeEmail(
    copy,
    { firstName, url },
    {
      subject: words.subject(total),
      preheader: words.preheader,
      heading: words.heading(total),
      paragraphs: [
        words.intro(many, copy.day(day)),
        ...shown.map(({ giftName, gifts, pence, currency }) =>
          words.line(inline(giftName), gifts, copy.money(pence, currency)),
        ),
        ...rest,
        words.where(toWallet, toDebt),
      ],
      action: purchases.length === 1 ? words.action : words.actionOfSeveral,
      why: words.why,
    },
  )
}

/** Sums of each currency: `£6.40`, or `£6.40 and €2.00`; empty for nothing. */
function formatSums(copy: Copy, purchases: readonly Returned[], readPence: (one: Returned) => number): string {
  return [...Map.groupBy(purchases, ({ currency }) => currency)]
    .map(([currency, group]) => ({ currency, pence: group.reduce((sum, one) => sum + readPence(one), 0) }))
    .filter(({ pence }) => pence > 0)
    .map(({ currency, pence }) => copy.money(pence, currency))
    .join(' and ')
}
