import { uid } from '#server/testing/catalogue.ts'

const shops =
  'Bakery Bookshop Brasserie Butchers Cellars Chocolates Cinema Climbing Coffee Cookery Cycles Dairy Deli Distillery Farm Florists Gardens Kitchen Market Orchard Outfitters Pantry Pottery Records Roastery Spa Tearooms Theatre Toys Workshop'.split(
    ' ',
  )
const places =
  'Amber Ash Bramble Brook Cedar Clover Copper Daisy Fern Hazel Heron Ivy Juniper Kestrel Lark Linden Maple Marigold Meadow Mill Oak Orchid Otter Poppy Quarry Rowan Sorrel Tamar Thistle Wren'.split(
    ' ',
  )
const things =
  'afternoon tea,blanket,bouquet,box of biscuits,breakfast,candle,cheese board,chocolate bar,cookery class,dinner,flat white,garden tour,gift card,gin tasting,hamper,headphones,jigsaw,lunch,massage,mug,notebook,novel,picnic,plant,scarf,socks,sourdough loaf,spa day,tea caddy,theatre ticket,truffles,vase,wine tasting,wooden train'.split(
    ',',
  )
const manners =
  'a little,a generous,a seasonal,the classic,the monthly,a handmade,an organic,a surprise,the weekend,a small,a grand,the favourite'.split(
    ',',
  )
const story =
  'made by people who love what they do with care every morning and delivered in paper that can be used again chosen for you by our team in the valley where we began thirty years ago using only what grows nearby ready to share or to keep warm sweet fresh crisp quiet golden bright slow'.split(
    ' ',
  )

/** A catalogue document of `count` products from 200 brands; the same for every run. */
export function buildCatalogue(count: number) {
  const many = <T>(length: number, make: (number: number) => T) => Array.from({ length }, (_, number) => make(number))
  const pick = <T>(list: readonly T[], seed: number): T => list[seed % list.length]!
  const brands = many(200, (number) => ({
    id: uid('b', number),
    name: `${pick(places, number)} ${pick(places, Math.floor(number / 30) + number * 7 + 3)} ${pick(shops, number * 11)}`,
  }))
  const tags = many(24, (number) => ({
    id: uid('7', number),
    name: `${pick(manners, number).split(' ')[1]} ${pick(things, number * 3)}`,
    typeId: number % 3 ? 1 : 7,
  }))
  const labels = many(12, (number) => ({ id: uid('8', number), name: `Label ${pick(places, number)}` }))
  const taxonomies = many(40, (number) => ({
    id: uid('c', number),
    name: `${pick(shops, number)} and ${pick(things, number)}`,
    slug: `shelf-${number}`,
  }))
  const products = many(count, (number) => ({
    id: uid('a', number),
    brandId: pick(brands, number).id,
    name: `${pick(manners, number * 5)} ${pick(things, number * 7)} from ${pick(places, number * 13)} ${number}`,
    description: many(24, (word) => pick(story, number * 31 + word * (1 + (number % 17)))).join(' '),
    contents: pick(things, number),
    senderPricePence: 100 + ((number * 373) % 15_000),
    vatVoucherType: 'MPV',
    images: { main: ['/catalogue/posy.svg'] },
    isGiftCard: number % 4 === 0,
    weight: (number * 7919) % 1000,
    tagIds: [pick(tags, number).id, pick(tags, number * 5 + 1).id].filter((id, at, all) => all.indexOf(id) === at),
    labelIds: [pick(labels, number).id],
    taxonomyIds: [pick(taxonomies, number).id, pick(taxonomies, number + 9).id],
  }))
  return { brands, tags, labels, taxonomies, products }
}
