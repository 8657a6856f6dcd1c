import { firstPurchase, whoAmI } from '#contract/reference/examples.ts'

type Pairs = readonly (readonly [name: string, text: string])[]

const works: Pairs = [
  ['X-Huggg-API-Key', 'A key in the header of that name, as before.'],
  [
    'POST /oauth/token',
    'client_credentials, password and refresh_token, as JSON or as a form. A person’s password may come with the client’s token as Bearer in place of its id and secret.',
  ],
  [
    'POST /api/v2/transactions',
    'The purchase as you send it, with limit, null for what you do not have, and a slash at the end of the path. The link is embedded.hugggs[0].launch_url.',
  ],
  [
    'Records sent back',
    'Read a record, change a field, send all of it. What cannot be set must be as you read it; counts, dates and addresses are ignored.',
  ],
  [
    'Brands, products, tiles, hugggs/sent and search of v2',
    'In the words of huggg’s v2, with whole addresses of pictures as PNG or JPEG. latitude, latitiude and longitude are text.',
  ],
  ['Lists in queries', 'id[]=, id[0]= and a repeated name are the same. _ and platform are ignored.'],
  ['error', 'The sentence that says what is wrong. Act on code, which does not change.'],
  [
    'Programs in browsers',
    'Any origin may call /oauth, /api/v2 and /v3 with a token or a key. Cookies are never read there, and /v3/operator is closed. A key belongs on a server: anyone who opens the page can read it.',
  ],
]

const embedded: Pairs = [
  ['hugggs', 'of a purchase: embedded.hugggs'],
  ['message, purchase, voucher, redemptions', 'of a gift: embedded.messages, products, vouchers, redemptions'],
  ['purchase.brand, purchase.brand.stores, purchase.segments', 'of a gift: embedded.brands, stores, segments'],
  ['stores, products', 'of a brand: embedded.stores, products'],
  ['brand', 'of a product: embedded.brands'],
]

const paging: Pairs = [
  ['page, per_page', '25 to a page unless you ask for another number; huggg had 20.'],
  ['limit, offset', 'On every list. On a list with pages, offset is a multiple of limit.'],
  ['pagination[…]', 'Either pair inside of it.'],
  ['filter[id][]', 'Exactly these.'],
  ['next, previous', 'Cursors of the lists that answer them: send them back as they are.'],
]

const differs: Pairs = [
  [
    'Dates',
    'ISO 8601 with a zone, so that no program has to guess it. purchased_at_date and purchased_at_time are as before.',
  ],
  ['launch_url', 'Another address: keep it as it is, and take nothing out of it.'],
  [
    'Misspelt names',
    'huggg dropped a field that it did not know. Here it is 422 with its path, so that no setting is lost unseen.',
  ],
  [
    'An old version',
    'An order sent back with the version of an earlier read is 409: someone has saved it meanwhile. Read it again.',
  ],
  ['A gift that has expired', '409 wrong_state at a till. One that was used is 405, as before.'],
  ['Legacy fields', 'vid, reminder_sent, type, assigned_client and their like are there, and hold nothing.'],
]

const refused: Pairs = [
  [
    'POST /v3/team-invites/{id}/accept with newUser and no token',
    '422 token. The email proves that the address is theirs: send the token of its link.',
  ],
  [
    'POST /oauth/token with the grant sso and no state',
    '422 state. A sign-in ends in the browser that began it: send the state that came back with the code.',
  ],
  ['POST /v3/oauth/verify-identity/{id} with a password alone', '422 state, for the same reason: send both.'],
  ['POST /api/v2/users/b2b with a password', '422 password. It is chosen when the address is confirmed: leave it out.'],
  ['POST /api/v2/transactions with limit 1 and quantity 5', '422 purchase.limit. They are one number: send quantity.'],
  [
    'POST /api/v2/hugggs/{id}/redemptions',
    '404. Many people see an id; redeeming takes what only the recipient holds: send the short code or the code of the gift.',
  ],
  [
    'A till’s amount as null',
    '422 amount. Leave it out to take the whole gift: a till that lost its sum must not do so by mistake.',
  ],
  [
    'A field that neither the request nor the record has',
    '422 with its path, such as purchase.expirey: mend the name.',
  ],
]

const key = (sandbox: boolean) => `X-Huggg-API-Key: ${sandbox ? firstPurchase.sandboxKey : 'posy_…'}`
const { reference } = firstPurchase.body.purchase

/** What a program written for huggg finds here, in tables that the page shows. */
export const moving = {
  works,
  embedded,
  paging,
  differs,
  refused,
  whoAmI: (url: string, sandbox: boolean) => `curl "${url}${whoAmI.path}" -H "${key(sandbox)}"`,
  body: {
    purchase: {
      title: 'Welcome',
      type: 'huggg',
      message: 'A coffee for your first day',
      themeId: 'default',
      quantity: 1,
      deliveryMethod: 'links',
      limit: 1,
      reference,
    },
    payment: firstPurchase.body.payment,
  },
  buy: (url: string, sandbox: boolean) =>
    [
      `curl -X POST "${url}${firstPurchase.path}" \\`,
      `  -H "${key(sandbox)}" -H "Content-Type: application/json" \\`,
      `  -d '${JSON.stringify(moving.body, null, 2)}'`,
    ].join('\n'),
}
