import { demo } from '#server/app/demo/ids.ts'
import { payInvoice } from '#server/domains/purchases/invoices/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import type { Calendar } from './calendar.ts'
import { claimed, demoScenes, type Gifting, opened, redeemed, revealed } from './gifts.ts'
import type { Caller, Scene } from './stage.ts'

export const ALICE: Caller = { email: 'admin@acme.test', teamId: demo.teams.acme }
const SUNITA: Caller = { email: 'subteam@acme.test', teamId: demo.teams.acmeNorth }
const PETER: Caller = { email: 'participant@acme.test', teamId: demo.teams.acme }

const product = (n: number) => `00000000-0000-4000-8000-a000000${String(n).padStart(5, '0')}`
/** Of the starter catalogue. */
export const products = {
  ...demo.products,
  coffeeAndCake: product(8),
  giftCard25: product(7),
  sixTruffles: product(44),
  afternoonTeaForTwo: product(3502),
  boxOfSixBuns: product(3002),
  windowsillPosy: product(13),
  pictureBook: product(12),
  plant: product(4001),
  choiceOfGift25: product(2),
}

const acme = (as: Caller) => async () => ({ as, walletId: demo.wallets.acmeMain })
const north = async () => ({ as: SUNITA, walletId: demo.wallets.acmeNorth })

/** What Acme bought for others, newest last. */
function giftings({ workday, daysAgo }: Calendar): Gifting[] {
  return [
    {
      at: workday(103, '09:20'),
      by: acme(ALICE),
      purchase: {
        reference: products.daisyGiftCard10,
        title: 'Welcome to Acme',
        message: 'Welcome aboard! Your first coffees are on us. See you at the ten o’clock catch-up.',
        reasonCode: 'Wellbeing',
        receivers: [
          { email: 'priya.nair@acme.test', name: 'Priya Nair' },
          { email: 'tom.whitfield@acme.test', name: 'Tom Whitfield' },
          { email: 'ellie.marsh@acme.test', name: 'Ellie Marsh' },
        ],
      },
      received: [
        redeemed(3.2, { emoji: '🥰', message: 'What a lovely first morning. Thank you!', name: 'Priya' }),
        redeemed(3.2),
        redeemed(26.4, { emoji: '🙏', name: 'Ellie' }),
      ],
    },
    {
      at: workday(84, '15:05'),
      by: acme(ALICE),
      purchase: {
        reference: products.daisyFlatWhite,
        title: 'Leeds open day, coffees for visitors',
        message: 'Thank you for coming to see us. Have a coffee on Acme.',
        reasonCode: 'New client',
        quantity: 12,
        expiry: daysAgo(56, '18:00').toString(),
      },
      received: [
        redeemed(20.1),
        redeemed(20.1),
        redeemed(20.1),
        opened(20.1),
        redeemed(44.7),
        redeemed(44.7),
        opened(44.7),
      ],
    },
    {
      at: workday(62, '11:40'),
      by: acme(ALICE),
      purchase: {
        reference: products.choiceOfGift10,
        title: 'Hello to Meadow & Moss',
        message: 'We are so glad to be working with you. Please choose something you like.',
        reasonCode: 'New client',
        receivers: [
          { email: 'olivia.hart@meadowandmoss.test', name: 'Olivia Hart' },
          { email: 'ben.ashworth@meadowandmoss.test', name: 'Ben Ashworth' },
        ],
      },
      received: [
        revealed(4.5, { emoji: '🎉', message: 'Such a kind hello. I chose the bookshop!', name: 'Olivia' }),
        claimed(29.3),
      ],
    },
    {
      at: workday(45, '10:10'),
      by: acme(ALICE),
      purchase: {
        reference: products.afternoonTeaForTwo,
        title: 'Margaret’s twenty-five years',
        message: 'Twenty-five years, and the office still runs on your good sense. Take Ron, and have the scones.',
        reasonCode: 'Work anniversary',
        receivers: [{ email: 'margaret.ellis@acme.test', name: 'Margaret Ellis' }],
      },
      received: [
        revealed(2.3, {
          emoji: '❤️',
          message: 'I am quite overcome. Ron has already picked his scone.',
          name: 'Margaret',
        }),
      ],
    },
    {
      at: workday(38, '14:25'),
      by: acme(ALICE),
      payment: 'invoice',
      purchase: {
        reference: products.boxOfSixBuns,
        title: 'Buns for the Harrogate depot',
        message: 'For getting every parcel out in the storm. Thank you, all of you.',
        reasonCode: 'Thank you',
        receivers: [
          { email: 'depot.early@harrogate.test', name: 'Early shift' },
          { email: 'depot.late@harrogate.test', name: 'Late shift' },
          { email: 'depot.night@harrogate.test', name: 'Night shift' },
        ],
      },
      received: [
        claimed(16.2, { emoji: '😋', message: 'Gone by half past nine.', name: 'Early shift' }),
        revealed(16.2),
        claimed(31),
      ],
    },
    {
      at: workday(27, '09:50'),
      by: north,
      purchase: {
        reference: products.daisyFlatWhite,
        title: 'Quarter-end coffees',
        message: 'That was a long week. Coffee’s on me.',
        reasonCode: 'Thank you',
        receivers: [
          { email: 'callum.reid@acme.test', name: 'Callum Reid' },
          { email: 'sian.morgan@acme.test', name: 'Siân Morgan' },
          { email: 'owen.fletcher@acme.test', name: 'Owen Fletcher' },
          { email: 'jo.hartley@acme.test', name: 'Jo Hartley' },
        ],
      },
      received: [redeemed(1.2, { emoji: '🙏', name: 'Callum' }), redeemed(1.2), null, null],
      cancelled: { gifts: [3], afterHours: 5.5 },
    },
    {
      at: workday(20, '16:15'),
      by: acme(PETER),
      purchase: {
        reference: products.sixTruffles,
        title: 'Sorry for the mix-up',
        message: 'Thank you for being so patient about the delivery dates. Something sweet, with our apologies.',
        reasonCode: 'Thank you',
        receivers: [{ email: 'helen.firth@brackenfoods.test', name: 'Helen Firth' }],
      },
      received: [claimed(17.4, { emoji: '😋', message: 'All is forgiven.', name: 'Helen' })],
    },
    {
      at: workday(11, '10:30'),
      by: acme(ALICE),
      purchase: {
        reference: products.choiceOfGift25,
        title: 'Thank you for a record quarter',
        message: 'You made this our best quarter yet. Choose something just for you.',
        reasonCode: 'Thank you',
        receivers: [
          { email: 'amelia.clarke@acme.test', name: 'Amelia Clarke' },
          { email: 'rhys.evans@acme.test', name: 'Rhys Evans' },
          { email: 'fiona.macleod@acme.test', name: 'Fiona MacLeod' },
          { email: 'daniel.shaw@acme.test', name: 'Daniel Shaw' },
          { email: 'nadia.rahman@acme.test', name: 'Nadia Rahman' },
        ],
      },
      received: [
        revealed(1.1, { emoji: '🎉', message: 'Best email of the week!', name: 'Amelia' }),
        claimed(1.1),
        opened(27),
        null,
        revealed(27, { emoji: '❤️', name: 'Nadia' }),
      ],
    },
    {
      at: workday(6, '13:45'),
      by: acme(PETER),
      purchase: {
        reference: products.coffeeAndCake,
        title: 'Thank-you cards for the front desk',
        message: 'For anyone who has waited longer than they should. Coffee and cake on Acme.',
        reasonCode: 'Thank you',
        quantity: 6,
      },
      received: [redeemed(19), opened(19)],
    },
    {
      at: workday(5, '10:05'),
      by: acme(ALICE),
      purchase: {
        type: 'superhuggg',
        reference: products.daisyFlatWhite,
        title: 'Coffee for everyone at the away day',
        message: 'Scan it, claim it, and see you at the bar at half past ten.',
        reasonCode: 'Wellbeing',
        limit: 6,
      },
    },
    {
      at: workday(4, '12:20'),
      by: acme(ALICE),
      purchase: {
        reference: products.daisyFlatWhite,
        title: 'Cards for the night drivers',
        message: 'For the road home. Thank you.',
        reasonCode: 'Thank you',
        deliveryMethod: 'printable',
        quantity: 4,
      },
    },
    {
      at: workday(4, '12:40'),
      by: acme(ALICE),
      purchase: {
        reference: products.daisyFlatWhite,
        title: 'Coffees for the front desk',
        reasonCode: 'Wellbeing',
        deliveryMethod: 'inline-redeem',
        quantity: 2,
      },
    },
    {
      at: workday(4, '14:10'),
      by: acme(ALICE),
      purchase: {
        reference: products.daisyGiftCard10,
        title: 'Thank you, couriers',
        message: 'You were quicker than the rain.',
        reasonCode: 'Thank you',
        receivers: [
          { phone_number: '+447700900141', name: 'Marek Nowak' },
          { phone_number: '+447700900142', name: 'Leah Grant' },
        ],
      },
      received: [revealed(2.5, { emoji: '🙏', message: 'Cheers, that was kind!', name: 'Marek' })],
    },
    {
      at: workday(3, '11:15'),
      by: acme(ALICE),
      purchase: {
        reference: products.windowsillPosy,
        title: 'Get well soon, Ruth',
        message: 'Do not think about the rota. We miss you, and so does the kettle.',
        reasonCode: 'Wellbeing',
        receivers: [{ email: 'ruth.dawson@acme.test', name: 'Ruth Dawson' }],
      },
      received: [opened(7)],
    },
    {
      at: workday(2, '15:30'),
      by: acme(ALICE),
      purchase: {
        reference: products.daisyGiftCard10,
        title: 'Thank you, speakers',
        message: 'The best lunchtime talks we have had. Have the next coffee with us.',
        reasonCode: 'Thank you',
        receivers: [
          { email: 'ada.bennett@northlight.test', name: 'Ada Bennett' },
          { email: 'hugo.lane@northlight.test', name: 'Hugo Lane' },
        ],
      },
    },
    {
      at: workday(1, '16:40'),
      by: acme(ALICE),
      purchase: {
        reference: products.giftCard25,
        title: 'Ten years of George',
        message: 'Ten years, and never once late with the minutes. Happy anniversary, George!',
        reasonCode: 'Work anniversary',
        receivers: [{ email: 'george.pemberton@acme.test', name: 'George Pemberton' }],
        sendDate: daysAgo(-9, '09:00').toString(),
      },
    },
  ]
}

export const purchaseScenes = (calendar: Calendar): Scene[] => [
  ...giftings(calendar).flatMap(demoScenes),
  { at: calendar.workday(18, '07:00'), play: payFirstInvoice },
]

/** Acme's bank pays what it owes for the buns. */
const payFirstInvoice: Scene['play'] = async ({ app, ask }) => {
  const [invoice] = await ask(ALICE, 'GET', `/api/v2/teams/${demo.teams.acme}/invoices`)
  await transact(app.posy, { actor: operatorActor }, (work) =>
    payInvoice(work, { number: invoice.number, amountPence: invoice.total, bankLine: 'demo-history-invoice' }),
  )
}
