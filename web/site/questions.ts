import { paths } from '#web/paths.ts'

interface Questions {
  title: string
  about: { question: string; answer: string; link?: { to: string; label: string } }[]
}

export const questions: Questions[] = [
  {
    title: 'I have received a gift',
    about: [
      {
        question: 'How do I use it?',
        answer:
          'Open the link, unwrap the gift and accept it. Where there is a choice, pick what you like. Then show the code in the shop or type it in online, as the page says.',
      },
      {
        question: 'Do I need an account?',
        answer: 'No. The link is all you need, so keep it to yourself: anyone who has it can use the gift.',
      },
      {
        question: 'Until when can I use it?',
        answer: 'The last day is on the gift’s page and in the email. After that the gift can no longer be used.',
      },
      {
        question: 'The link does not work.',
        answer:
          'Make sure the whole link is in your browser. If the sender corrected your address, an older link no longer works and a newer one was sent. Otherwise ask the sender to send the gift again.',
      },
      {
        question: 'I have lost the link to my gift.',
        answer:
          'Enter the address or number that your gifts were sent to: we send you there the links of all that can still be used.',
        link: { to: paths.findGifts, label: 'Find my gifts' },
      },
      {
        question: 'My gift has not arrived.',
        answer:
          'Check your spam folder first. If it is not there, enter the address or number it was meant for: we send it again, and let the sender know.',
        link: { to: paths.giftNotReceived, label: 'Have it sent again' },
      },
      {
        question: 'How do I stop messages?',
        answer:
          'Every text has a link that stops texts for good. A reminder email has a link that ends the reminders of that gift.',
      },
    ],
  },
  {
    title: 'I send gifts',
    about: [
      {
        question: 'Someone did not get their gift.',
        answer:
          'Open the purchase under Activity. It names the gifts that did not arrive and why. Correct the address and the gift is sent again under a new link, or copy the link and hand it over yourself.',
      },
      {
        question: 'Can I cancel a gift?',
        answer:
          'Yes, until it has been used. Its link stops working at once, and its price and fees are returned to where they were paid from.',
      },
      {
        question: 'What happens to gifts that no one uses?',
        answer: 'They expire on their last day. Whether their money is returned depends on your plan.',
      },
      {
        question: 'Can I send from a spreadsheet?',
        answer:
          'Yes. Paste the rows or upload a CSV file: columns may be in any order, with or without a header. Rows that cannot be read are named and can be corrected in place.',
      },
    ],
  },
  {
    title: 'I look after the money',
    about: [
      {
        question: 'How do I add money?',
        answer:
          'Under Wallets, by bank transfer with the reference shown there, or by card where cards are taken. A purchase can then be paid by card too and, with a credit limit, on invoice.',
      },
      {
        question: 'Where are receipts and invoices?',
        answer: 'Under Invoices, and on each purchase’s own page. Invoices, VAT sums up any dates for a VAT return.',
      },
      {
        question: 'How do I set what people may send?',
        answer: 'Under Team: ways to send, prices, reasons and more, for the team and its subteams.',
      },
      {
        question: 'What is a budget?',
        answer:
          'An allowance that each participant gets automatically, every week, month or quarter. You see in advance what each run will cost, and a run pays everyone or no one.',
      },
    ],
  },
]
