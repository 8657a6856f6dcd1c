/**
 * `node seeds/artwork/artwork.ts` draws every picture of the starter catalogue into web/static/catalogue. They are flat
 * paper-cuts made by the code beside it, so that they are ours, small, sharp at any size and of one hand.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { starterCatalogue } from '../../tools/catalogue/starter.ts'
import * as bakery from './bakery.ts'
import * as bunches from './bunches.ts'
import * as drinks from './drinks.ts'
import { bluebell, daisy, peonyFlower, thistle } from './flowers.ts'
import * as food from './food.ts'
import * as homes from './homes.ts'
import * as household from './household.ts'
import * as kitchen from './kitchen.ts'
import * as money from './money.ts'
import * as outdoors from './outdoors.ts'
import * as pantry from './pantry.ts'
import {
  amber,
  at,
  blush,
  brick,
  butter,
  cream,
  fern,
  leaf,
  lilac,
  night,
  peony,
  pink,
  plum,
  rose,
  sage,
  terracotta,
  violet,
  white,
} from './paper.ts'
import * as places from './places.ts'
import * as play from './play.ts'
import * as rest from './rest.ts'
import { banner, mark, picture, type SheetName } from './scenes.ts'
import * as table from './table.ts'
import * as things from './things.ts'
import * as wear from './wear.ts'

export const ARTWORK_FOLDER = 'web/static/catalogue'
const SOURCE_FOLDER = join(import.meta.dirname, '../catalogue')

/** Brands: the colour of their rosette, their emblem, and how large it stands in it. */
const brands: Record<string, [SheetName, string, number?]> = {
  'daisy-coffee': ['peony', drinks.cup(), 0.56],
  'fern-and-fable': ['leaf', things.openBook(leaf), 0.52],
  'peony-lane': ['blush', peonyFlower(170)],
  'lantern-picture-house': ['dusk', things.lantern()],
  'saltmarsh-kitchens': ['sage', food.fish(), 0.76],
  'willowmere-spa': ['lilac', at(0, 78, rest.lotus(1.5))],
  'greengate-market': ['butter', food.basket(), 0.56],
  'oak-and-awl': ['amber', things.acorn(), 0.6],
  thistledown: ['lilac', thistle(), 0.66],
  'kindling-trust': ['brick', homes.flameHeart(), 0.58],
  'upward-days': ['butter', places.balloon(), 0.5],
  'cork-and-vine': ['dusk', drinks.grapes()],
  'bluebell-chocolates': ['lilac', at(0, -6, bluebell('#6f4a80')), 0.72],
  'cafe-margerite': ['leaf', daisy(170)],
  boekenboom: ['sage', things.bookTree(), 0.6],
  'gelateria-alba': ['blush', food.cone(), 0.56],
  highmarket: ['peony', things.bags(), 0.6],
  'counter-cash': ['night', money.keypad(), 0.56],
  posy: ['paper', at(0, -6, bunches.posy(2)), 0.6],
  'hearth-and-crumb': ['amber', bakery.loaf(), 0.54],
  'orchard-press': ['leaf', pantry.apple(), 0.66],
  'tamarind-table': ['amber', table.thali(), 0.52],
  'noodle-parade': ['brick', table.ramen(), 0.56],
  'forno-lupo': ['butter', bakery.pizzaSlice(), 0.62],
  'kettle-and-leaf': ['sage', table.teapot(leaf, '#124d37'), 0.56],
  'little-comet': ['night', play.comet(), 0.56],
  'pip-and-puddle': ['sage', wear.wellies(), 0.52],
  'wheelhouse-cycles': ['brick', play.bikeWheel(), 0.64],
  'northlight-outdoors': ['sage', outdoors.mountain(), 0.56],
  'larkspur-garden': ['lilac', outdoors.larkspur(), 0.58],
  'tinker-electrical': ['paper', household.plug(), 0.56],
  'copperbeech-home': ['butter', household.leafHouse(), 0.56],
  'wick-and-wool': ['dusk', at(0, 6, household.candle()), 0.54],
  'needle-and-groove': ['amber', play.vinyl(), 0.66],
  'moonraker-theatre': ['dusk', outdoors.moonHarbour(), 0.6],
  'saffron-lane': ['butter', outdoors.crocus(), 0.62],
  'wildwater-aquarium': ['sage', outdoors.seahorse(), 0.6],
  'sundial-stays': ['paper', outdoors.sundial(), 0.6],
  'open-larder': ['peony', pantry.larderJar(), 0.62],
  'brightwell-energy': ['night', household.bulb(), 0.56],
  'brasserie-colette': ['brick', at(-36, -16, table.cloche()), 0.46],
  'blumen-vogel': ['butter', outdoors.bird(), 0.58],
  'pastelaria-estrela': ['sage', bakery.tartStar(), 0.7],
}

const small = (emblem: string, scale = 1) => at(0, 0, emblem, { scale })

/** Gift cards of a look of their own: sheets, then card, its wave, its envelope and the emblem. One colour to an amount. */
const cards: Record<string, [SheetName, string, string, string, string]> = {
  'daisy-coffee-card-10': ['blush', peony, '#8f1a47', white, drinks.cup(fern, leaf)],
  'daisy-coffee-card-25': ['sage', leaf, '#124d37', white, drinks.cup()],
  'fern-and-fable-card-10': ['butter', fern, leaf, cream, things.openBook(peony)],
  'fern-and-fable-card-25': ['lilac', plum, '#43284a', cream, things.openBook(fern)],
  'lantern-picture-house-card-25': ['night', plum, '#43284a', blush, bunches.tickets()],
  'saltmarsh-kitchens-card-10': ['sage', '#4a9674', fern, cream, food.fish()],
  'saltmarsh-kitchens-card-25': ['butter', leaf, '#124d37', butter, food.fish(terracotta, '#e9a583')],
  'saltmarsh-kitchens-card-50': ['leaf', night, '#43345a', sage, food.fish(amber, butter)],
  'willowmere-spa-card-50': ['lilac', violet, plum, cream, at(0, 70, rest.lotus(1.3))],
  'greengate-market-card-10': ['sage', fern, leaf, butter, food.basket()],
  'greengate-market-card-25': ['butter', amber, '#b5781a', cream, food.basket()],
  'greengate-market-card-50': ['brick', terracotta, brick, sage, food.basket()],
  'oak-and-awl-card-10': ['amber', '#8a5a35', '#6d4426', cream, things.acorn()],
  'oak-and-awl-card-25': ['sage', terracotta, brick, cream, things.hammerAndBrush()],
  'thistledown-card-25': ['lilac', violet, plum, sage, thistle()],
  'thistledown-card-50': ['blush', rose, peony, lilac, things.jumper(plum, lilac)],
  'cafe-margerite-card-10': ['leaf', fern, leaf, butter, daisy(180)],
  'boekenboom-card-10': ['butter', leaf, '#124d37', cream, things.bookTree()],
  'boekenboom-card-25': ['dusk', violet, plum, butter, things.bookTree()],
  'highmarket-card-20': ['peony', night, '#43345a', pink, things.bags()],
}

/** What the others look like, one after the other. */
const cardLooks: [SheetName, string, string, string][] = [
  ['blush', peony, '#8f1a47', white],
  ['leaf', leaf, '#124d37', butter],
  ['butter', amber, '#b5781a', cream],
  ['dusk', plum, '#43284a', blush],
  ['sage', fern, leaf, cream],
  ['brick', terracotta, brick, sage],
  ['night', night, '#43345a', pink],
  ['lilac', violet, plum, butter],
  ['paper', '#8a5a35', '#6d4426', cream],
  ['peony', rose, peony, cream],
]

const products: Record<string, [SheetName, string]> = {
  'flat-white': ['blush', drinks.flatWhite()],
  'coffee-and-cake': ['butter', food.coffeeAndCake()],
  paperback: ['sage', things.parcelBook()],
  'picture-book': ['night', things.pictureBook()],
  'windowsill-posy': ['butter', small(bunches.jar(), 0.98)],
  'letterbox-bouquet': ['sage', at(0, 20, bunches.letterbox())],
  'hand-tied-bouquet': ['peony', at(0, 16, bunches.bouquet(3, cream, blush))],
  'film-ticket': ['dusk', bunches.tickets()],
  'film-for-two': ['night', things.filmNight()],
  'sunday-lunch': ['amber', food.roast()],
  massage: ['lilac', rest.stones()],
  'spa-day': ['dusk', rest.pool()],
  'herb-kit': ['paper', food.herbPots()],
  'bed-socks': ['paper', things.socks()],
  'warm-evening': ['night', homes.house()],
  'draught-kit': ['brick', homes.door()],
  'warm-week': ['amber', at(0, 10, homes.hearth(), { scale: 0.94 })],
  'garden-tour': ['leaf', places.gardenGate()],
  'climbing-taster': ['butter', places.climbingWall()],
  'pottery-taster': ['paper', places.pottery()],
  'balloon-flight': ['lilac', places.balloon()],
  'house-red': ['brick', drinks.redWine()],
  sparkling: ['leaf', drinks.sparkling()],
  truffles: ['blush', food.truffles()],
  'chocolate-hamper': ['paper', food.chocolateDrawer()],
  'kaffee-und-kuchen': ['sage', food.plumCake()],
  'due-gusti': ['butter', food.cone()],
  'gelato-tub': ['blush', food.tub()],
  'cash-counter': ['sage', money.shopCounter()],
  'cash-post-office': ['brick', money.envelope()],
  'cash-pin': ['lilac', money.keypad()],
  'iced-latte': ['butter', pantry.icedLatte()],
  breakfast: ['sage', table.breakfast()],
  'coffee-beans': ['paper', pantry.beansBag()],
  'fish-supper': ['leaf', table.fishSupper()],
  'veg-box': ['sage', pantry.vegBox()],
  'cheese-board': ['lilac', pantry.cheeseBoard()],
  sourdough: ['butter', bakery.loaf()],
  buns: ['peony', bakery.buns()],
  'celebration-cake': ['blush', bakery.celebrationCake()],
  'bread-class': ['amber', bakery.dough()],
  'apple-juice': ['leaf', pantry.appleJuice()],
  cider: ['amber', pantry.cider()],
  'apple-punch': ['night', pantry.applePunch()],
  thali: ['amber', table.thali()],
  ramen: ['brick', table.ramen()],
  dumplings: ['dusk', table.dumplings()],
  'two-pizzas': ['leaf', bakery.pizzas()],
  'pizza-kit': ['butter', bakery.pizzaKit()],
  'tea-caddy': ['paper', pantry.teaCaddy()],
  'afternoon-tea': ['blush', table.afternoonTea()],
  'office-tea': ['sage', pantry.officeTea()],
  'hot-chocolate': ['lilac', table.cocoa()],
  'easter-egg': ['butter', pantry.easterEgg()],
  'advent-calendar': ['night', pantry.advent()],
  'chocolate-class': ['dusk', bakery.whisking()],
  'gin-and-tonics': ['sage', pantry.gin()],
  'wine-case': ['brick', pantry.wineCase()],
  'sparkling-tea': ['blush', pantry.sparklingTea()],
  'wine-tasting': ['dusk', table.tasting()],
  'year-of-books': ['leaf', play.bookRow()],
  notebook: ['paper', play.notebook()],
  wreath: ['brick', household.wreath()],
  'flowers-monthly': ['lilac', outdoors.monthly()],
  'bird-box': ['sage', household.birdBox()],
  'bobble-hat': ['night', wear.bobbleHat()],
  scarf: ['blush', wear.scarf()],
  'wooden-train': ['butter', play.train()],
  'craft-box': ['peony', play.craftBox()],
  jigsaw: ['lilac', play.jigsaw()],
  bear: ['blush', play.bear()],
  wellies: ['sage', wear.wellies()],
  'school-shoes': ['amber', wear.schoolShoes()],
  'winter-coat': ['night', wear.coat()],
  'baby-blanket': ['leaf', wear.babyBlanket()],
  'bike-service': ['butter', play.bicycle()],
  helmet: ['lilac', play.helmet()],
  'puncture-kit': ['sage', play.toolRoll()],
  flask: ['paper', household.flask()],
  'head-torch': ['night', household.headTorch()],
  'tent-night': ['dusk', outdoors.tent()],
  houseplant: ['blush', household.houseplant()],
  'seed-box': ['leaf', household.seedBox()],
  'tomato-kit': ['butter', household.tomatoes()],
  'kettle-and-toaster': ['paper', kitchen.kettleAndToaster()],
  microwave: ['lilac', kitchen.microwave()],
  'slow-cooker': ['amber', kitchen.slowCooker()],
  'fridge-freezer': ['sage', kitchen.fridge()],
  'washing-machine': ['dusk', kitchen.washer()],
  throw: ['lilac', wear.throwBlanket()],
  bedding: ['sage', wear.bed()],
  'hot-water-bottle': ['night', wear.hotWaterBottle()],
  saucepans: ['butter', kitchen.saucepans()],
  candle: ['leaf', household.candle()],
  'bath-salts': ['blush', household.bathSalts()],
  'quiet-box': ['lilac', household.quietBox()],
  record: ['dusk', play.record()],
  headphones: ['butter', play.headphones()],
  'family-film': ['peony', play.familyFilm(things.popcorn())],
  'spa-for-two': ['sage', outdoors.spaForTwo()],
  facial: ['peony', outdoors.facial()],
  kayak: ['leaf', outdoors.kayak()],
  stargazing: ['night', outdoors.telescope()],
  'theatre-for-two': ['dusk', play.stage()],
  panto: ['brick', play.pantoStage()],
  'curry-class': ['amber', table.tagine()],
  'knife-skills': ['sage', table.knife()],
  'family-pizza': ['brick', bakery.pizza()],
  aquarium: ['butter', outdoors.aquarium()],
  penguins: ['sage', outdoors.penguins()],
  sharks: ['night', outdoors.shark()],
  'sea-stay': ['peony', outdoors.seaStay()],
  'hill-stay': ['amber', outdoors.hillStay()],
  'mended-window': ['brick', household.mendedWindow()],
  'hot-dinner': ['butter', table.hotDinner()],
  'breakfast-club': ['lilac', table.porridge()],
  'food-parcel': ['peony', pantry.foodParcel()],
  'christmas-dinner': ['leaf', table.christmasDinner()],
  'emergency-energy': ['night', household.bulb()],
  'meter-key': ['amber', household.meterKey()],
  croissant: ['blush', bakery.croissant()],
  'menu-du-midi': ['brick', table.cloche()],
  'meadow-bouquet': ['butter', outdoors.meadow()],
  sunflowers: ['leaf', outdoors.sunflowers()],
  'custard-tarts': ['sage', bakery.tarts()],
  'choice-of-gift-5': ['butter', bunches.burst(1, leaf, '#124d37', butter)],
  'choice-of-gift-10': ['blush', bunches.burst(1, peony, '#8f1a47', blush)],
  'choice-of-gift-15': ['sage', bunches.burst(1, violet, plum, cream)],
  'choice-of-gift-20': ['peony', bunches.burst(2, cream, '#e3d2bd', peony)],
  'choice-of-gift-25': ['leaf', bunches.burst(2, butter, amber, peony)],
  'choice-of-gift-30': ['lilac', bunches.burst(2, rose, peony, butter)],
  'choice-of-gift-50': ['dusk', bunches.burst(3, leaf, '#124d37', butter)],
  'choice-of-gift-75': ['amber', bunches.burst(3, plum, '#43284a', blush)],
  'choice-of-gift-100': ['night', bunches.burst(3, amber, '#b5781a', white)],
  'choice-of-gift-eu': ['night', bunches.euroBurst()],
  'choice-of-gift-eu-20': ['leaf', bunches.euroBurst(2, peony, '#8f1a47', cream)],
  'choice-of-gift-eu-25': ['brick', bunches.euroBurst(2, leaf, '#124d37', butter)],
  'choice-of-gift-eu-50': ['dusk', bunches.euroBurst(3, amber, '#b5781a', cream)],
}

const segments: Record<string, [SheetName, string]> = {
  food: ['butter', food.feast()],
  treats: ['blush', food.sweets()],
  home: ['sage', food.herbPots()],
  experiences: ['lilac', places.days()],
  charity: ['brick', homes.giving()],
}

/** Categories, collections and what holds them. */
const shelves: Record<string, [SheetName, string]> = {
  'choice-of-gift': ['blush', bunches.burst(2, peony, '#8f1a47', blush)],
  'choice-of-gift-eu': ['dusk', bunches.euroBurst()],
  'gift-cards': [
    'leaf',
    at(-120, 0, things.giftCard(peony, '#8f1a47', white, daisy(180)), { scale: 0.74 }) +
      at(150, 20, things.giftCard(amber, '#b5781a', cream, drinks.cup()), { scale: 0.7 }),
  ],
  food: ['butter', food.basket()],
  cash: ['sage', money.shopCounter()],
  home: ['paper', household.houseplant()],
  children: ['blush', play.bear()],
  other: ['lilac', at(-130, 0, things.parcelBook(), { scale: 0.8 }) + at(140, 0, household.candle(), { scale: 0.7 })],
  'keeping-warm': ['night', homes.hearth()],
  'post-office': ['brick', money.envelope()],
  energy: ['amber', household.bulb()],
  appliances: ['sage', kitchen.slowCooker()],
  featured: ['peony', bunches.bouquet(3, cream, blush)],
  'employee-appreciation': [
    'leaf',
    at(-130, 10, drinks.cup(), { scale: 0.76 }) + at(140, 0, household.quietBox(), { scale: 0.66 }),
  ],
  christmas: ['night', household.wreath()],
  easter: ['butter', pantry.easterEgg()],
  'thank-you': ['blush', bunches.jar()],
  birthday: ['lilac', bakery.celebrationCake()],
  'well-done': ['leaf', drinks.sparkling()],
  'new-starters': ['sage', play.notebook()],
  'get-well': ['paper', table.cocoa()],
  'new-arrivals': ['sage', wear.babyBlanket()],
  farewells: ['dusk', outdoors.hillStay()],
  'eating-out': ['amber', table.afternoonTea()],
  experiences: ['lilac', places.days()],
  wellbeing: ['dusk', rest.pool()],
  giving: ['brick', homes.giving()],
  'for-families': ['sage', outdoors.penguins()],
  'for-two': ['peony', bakery.pizzas()],
  'made-in-britain': ['leaf', wear.scarf()],
  vegan: ['sage', pantry.vegBox()],
  'under-ten-pounds': ['butter', food.coffeeAndCake()],
  shop: ['peony', things.bags()],
  occasions: ['lilac', at(0, 0, bunches.tickets()) + at(-170, 90, daisy(60)) + at(180, -90, daisy(50))],
  ideas: ['butter', play.craftBox()],
  support: ['brick', homes.house()],
}

/** Every picture by its file name. */
export function artwork(): Map<string, string> {
  const files = new Map<string, string>()
  let seed = 11
  for (const [name, [sheet, emblem, scale]] of Object.entries(brands))
    files.set(`logo-${name}.svg`, mark(sheet, emblem, scale))
  for (const [name, [sheet, colour, shade, envelope, emblem]] of Object.entries(cards))
    files.set(`${name}.svg`, picture(sheet, seed++, things.giftCard(colour, shade, envelope, emblem)))
  for (const [name, [sheet, motif]] of Object.entries(products)) files.set(`${name}.svg`, picture(sheet, seed++, motif))
  for (const [name, [sheet, motif]] of Object.entries(segments))
    files.set(`segment-${name}.svg`, banner(sheet, seed++, motif))
  files.set('posy.svg', picture('paper', seed++, at(0, 16, bunches.posy(3))))
  for (const [name, [sheet, motif]] of Object.entries(shelves))
    files.set(`shelf-${name}.svg`, banner(sheet, seed++, motif))
  for (const [name, content] of commonCards(files)) files.set(name, content)
  return files
}

/** The gift cards that have no look of their own: their brand's emblem on one look after the other. */
function commonCards(drawn: ReadonlyMap<string, string>): [string, string][] {
  const shown = starterCatalogue(SOURCE_FOLDER).products.flatMap((row) => (row.images as { main: string[] }).main)
  const counts = new Map<string, number>()
  return shown.flatMap((path) => {
    const name = path.slice('/catalogue/'.length)
    const [, slug = ''] = name.match(/^(.+)-card-\d+\.svg$/) ?? []
    const brand = brands[slug]
    if (!brand) return []
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    if (drawn.has(name)) return []
    const look = Object.keys(brands).indexOf(slug) * 3 + count
    const [sheet, colour, shade, envelope] = cardLooks[look % cardLooks.length]!
    const emblem = at(0, 0, brand[1], { scale: Math.min(1, (brand[2] ?? 0.62) / 0.6) })
    return [[name, picture(sheet, 400 + look * 7, things.giftCard(colour, shade, envelope, emblem))]]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(import.meta.dirname, '../..', ARTWORK_FOLDER)
  mkdirSync(folder, { recursive: true })
  const files = artwork()
  for (const [name, content] of files) writeFileSync(join(folder, name), content)
  console.log(`Drew ${files.size} pictures into ${ARTWORK_FOLDER}.`)
}
