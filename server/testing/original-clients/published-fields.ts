/**
 * Records as the original's public documentation and its published answers have them, and as programs read them: what each
 * field of each kind must be.
 */
type Is = (value: unknown) => boolean

const text: Is = (value) => typeof value === 'string'
const filled: Is = (value) => typeof value === 'string' && value !== ''
const uuid: Is = (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const int: Is = (value) => Number.isInteger(value)
const flag: Is = (value) => value === 0 || value === 1
const yesNo: Is = (value) => typeof value === 'boolean'
const date: Is = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
/** A whole address of this installation, with a path. */
const address: Is = (value) => typeof value === 'string' && /^http:\/\/posy\.localhost:3000\/\S/.test(value)
/** A whole address of what mail programs and messengers draw. */
const picture: Is = (value) =>
  typeof value === 'string' && /^http:\/\/posy\.localhost:3000\/\S+\.(png|jpg)$/.test(value)
const pounds: Is = (value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value)
const degrees: Is = (value) => typeof value === 'string' && (value === '' || /^-?\d+(\.\d+)?$/.test(value))
const listed =
  (each: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(each)
const or =
  (...all: Is[]): Is =>
  (value) =>
    all.some((is) => is(value))
const always =
  (constant: unknown): Is =>
  (value) =>
    value === constant
const none = always(null)

export const publishedFields = {
  brand: {
    id: uuid,
    name: filled,
    website: or(none, filled),
    description: text,
    logoUrl: or(none, picture),
    logo_url: or(always(''), picture),
    default_location_description_markdown: text,
    products: listed(uuid),
    consolidated_products: listed(uuid),
    stores: listed(uuid),
    created_at: date,
    updated_at: date,
    deleted_at: none,
    consolidated: flag,
    how_to: text,
    weight: int,
    internal_name: text,
    logo: text,
    colour: text,
    success: text,
    share: text,
    faq: or(none, text),
    redeem: or(none, text),
    email: always(''),
    user_id: or(none, uuid),
    location_text: or(none, text),
    map_pin_url: or(always(''), picture),
    expiry: int,
    vat: int,
    integration_id: int,
  },
  store: {
    id: uuid,
    brand_id: uuid,
    name: filled,
    latitude: degrees,
    latitiude: degrees,
    longitude: degrees,
    description: text,
    description_markdown: text,
    website: or(none, text),
    visible: flag,
    image: filled,
    image_url: picture,
  },
  product: {
    id: uuid,
    brand_id: uuid,
    brand_name: filled,
    label: filled,
    description: text,
    price: pounds,
    sale_price: int,
    handling_fee: int,
    image: filled,
    imageUrl: picture,
    image_url: picture,
    claim_image: filled,
    claim_image_url: picture,
    imessage_image: filled,
    imessage_image_url: picture,
    open_graph_image: filled,
    open_graph_image_url: picture,
    subtitle: text,
    recipient_description: text,
    redemption_instructions: text,
    over_18_offer: flag,
    active: always(1),
    on_app: flag,
    on_imessage: flag,
    vat_voucher_type: or(always('SPV'), always('MPV')),
    vat: (value) => typeof value === 'number',
    weight: int,
    brand_weight: int,
    created_at: date,
    updated_at: date,
    campaign: none,
    internal_name: text,
    integration: text,
    tag_group_id: text,
    tag_id: text,
    huggg_tag: none,
  },
  segment: {
    id: uuid,
    name: filled,
    imageUrl: picture,
    image_url: picture,
    options: listed((option) => picture((option as { image_url: unknown }).image_url)),
  },
  huggg: {
    id: uuid,
    sender_id: uuid,
    receiver_id: or(none, uuid),
    purchase_id: uuid,
    transaction_id: uuid,
    shortcode: (value) => typeof value === 'string' && /^[a-z0-9]{12}$/.test(value),
    launch_url: address,
    theme_id: filled,
    created_at: date,
    updated_at: date,
    sent_date: or(none, date),
    expiry_date: date,
    redeem_code: or(none, filled),
    is_expired: yesNo,
    image_url: picture,
    cover_image_url: or(none, picture),
    account_id: none,
    order_id: or(none, uuid),
    deleted_at: none,
    assigned_date: or(none, date),
    viewed_date: or(none, date),
    status: always(5),
    hug_status: filled,
    status_code: (value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value),
    code: always(''),
    message_id: uuid,
    voucher_id: or(none, uuid),
    redeemed_id: or(none, uuid),
    vid: always(''),
    reminder_sent: always(''),
    type: always(''),
    assigned_client: none,
    viewed_client: none,
  },
  message: {
    id: uuid,
    message: filled,
    message_type: filled,
    hug_id: uuid,
    sender_id: uuid,
    created_at: date,
    updated_at: date,
  },
  redemption: {
    id: uuid,
    huggg_id: uuid,
    redeemed: always(true),
    creation_at: (value) => date(value) && String(value).endsWith('Z'),
    updated_at: (value) => date(value) && String(value).endsWith('Z'),
    location_id: uuid,
  },
  voucher: { id: uuid, code: filled },
  transaction: {
    id: uuid,
    created_at: date,
    updated_at: date,
    retail: pounds,
    status: always('successful'),
    hugggs: listed(uuid),
    purchased_at_date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
    purchased_at_time: (value) => typeof value === 'string' && /^\d\d:\d\d:\d\d$/.test(value),
  },
  wallet: { id: uuid, name: filled },
  user: { id: uuid, name: filled, team_id: uuid },
  team: { id: uuid, name: filled },
} satisfies Record<string, Record<string, Is>>
export type PublishedKind = keyof typeof publishedFields
