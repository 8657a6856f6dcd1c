import { Form, Link, useSubmit } from 'react-router'
import { paths } from '#web/paths.ts'
import { formatCount, plural } from '#web/ui/format.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { FoldedFields } from '#web/ui/kit/folded-fields.tsx'
import { AmountField, SelectField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { BudgetNote } from './budget-note.tsx'
import styles from './catalogue.module.css'
import { categories, type Shelf } from './categories.ts'
import { FacetGroups } from './facet-groups.tsx'
import type { GiftQuery, GiftsData } from './load-gifts.server.ts'
import { ProductGrid } from './product-grid.tsx'
import { SearchField } from './search-field.tsx'

const sortings = [
  { value: 'relevance', label: 'Best match' },
  { value: 'price', label: 'Price, low first' },
  { value: '-price', label: 'Price, high first' },
  { value: 'name', label: 'Name' },
]

/** Gifts to look through. Everything chosen here is in the address. */
export function GiftsScreen({ shelves, gifts }: { shelves: readonly Shelf[]; gifts: GiftsData }) {
  const { category, query, products, hasNext } = gifts
  const here = category.slug ? paths.category(category.slug) : paths.browse
  return (
    <>
      <Banner src={category.banner} />
      <PageHeader title={category.title} lead={category.lead} />
      <Shelves shelves={shelves} here={here} />
      {gifts.isNarrowed ? <BudgetNote /> : null}
      <Filters gifts={gifts} here={here} />
      <Bands gifts={gifts} here={here} />
      <Found gifts={gifts} here={here} />
      {products.length ? <ProductGrid products={products} /> : <Nothing here={here} isFiltered={isFiltered(query)} />}
      <Pagination page={query.page} lastPage={hasNext ? query.page + 1 : query.page} label="gifts" />
    </>
  )
}

/** Not by a price band: which of those is chosen is seen anyway. */
const isNarrowed = ({ query: { brand, min, max, sort }, bands }: GiftsData) =>
  Boolean(
    brand || sort !== 'relevance' || ((min || max) && !bands.some((band) => band.min === min && band.max === max)),
  )

const isFiltered = ({ q, brand, min, max, chosen }: GiftQuery) =>
  Boolean(q || brand || min || max || Object.values(chosen).flat().length)

/** The picture of a shelf, over its page. */
export const Banner = ({ src }: { src: string | null | undefined }) =>
  src ? <img className={styles.banner} src={src} alt="" width="1200" height="240" /> : null

export function Shelves({ shelves, here }: { shelves: readonly Shelf[]; here: string }) {
  const own = new Set(categories.map(({ slug }) => slug))
  const all = [...categories, ...shelves.filter(({ slug }) => !own.has(slug))]
  const links = [
    { to: paths.browse, title: 'Everything' },
    ...all.map(({ slug, title }) => ({ to: paths.category(slug), title })),
  ]
  return (
    <nav aria-label="Categories" className={styles.categories}>
      {links.map(({ to, title }) => (
        <Link key={to} to={to} aria-current={to === here ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}

interface PartProps {
  gifts: GiftsData
  here: string
}

function Filters({ gifts, here }: PartProps) {
  const { query, brands, facets } = gifts
  const submit = useSubmit()
  return (
    // By the address, so that the fields follow a link to another search.
    <Form
      method="get"
      action={here}
      role="search"
      className={styles.filters}
      key={JSON.stringify([here, query])}
      onChange={({ currentTarget, target }) => {
        // A tick is a decision; words and amounts are still being typed.
        if (target instanceof HTMLInputElement && target.type === 'checkbox')
          void submit(currentTarget, { preventScrollReset: true })
      }}
    >
      <SearchField query={query.q} />
      <FoldedFields isInUse={isNarrowed(gifts)}>
        <SelectField
          name="brand"
          label="Brand"
          defaultValue={query.brand}
          data={[{ value: '', label: 'Any brand' }, ...brands.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <SelectField name="sort" label="Sort by" defaultValue={query.sort} data={sortings} />
        <AmountField name="min" label="From" currency="GBX" defaultValue={query.min} />
        <AmountField name="max" label="Up to" currency="GBX" defaultValue={query.max} />
      </FoldedFields>
      <div className={styles.go}>
        <Button type="submit" look="quiet">
          Show
        </Button>
      </div>
      <FacetGroups groups={facets} />
    </Form>
  )
}

/** The same search at another price, one tap away. */
function Bands({ gifts: { query, bands }, here }: PartProps) {
  if (bands.length < 2) return null
  const at = ({ min, max }: { min: string; max: string }) => {
    const { q, brand, sort, chosen } = query
    const fields = [
      ['q', q],
      ['brand', brand],
      ['min', min],
      ['max', max],
      ...(sort === 'relevance' ? [] : [['sort', sort]]),
    ]
    const ticks = Object.entries(chosen).flatMap(([name, ids]) => ids.map((id) => [name, id]))
    return `${here}?${new URLSearchParams([...fields, ...ticks].filter(([, value]) => value) as [string, string][])}`
  }
  return (
    <nav aria-label="Prices" className={styles.bands}>
      {bands.map(({ label, count, min, max }) => {
        const isCurrent = query.min === min && query.max === max
        return (
          <Link
            key={label}
            to={at(isCurrent ? { min: '', max: '' } : { min, max })}
            aria-current={isCurrent || undefined}
            preventScrollReset
          >
            {label} <span className={styles.count}>{formatCount(count)}</span>
          </Link>
        )
      })}
    </nav>
  )
}

function Found({ gifts: { query, total, products, suggestions }, here }: PartProps) {
  const others = suggestions.filter((words) => words.toLowerCase() !== query.q.toLowerCase()).slice(0, 4)
  return (
    <p className="muted small" role="status">
      {total === 0 ? 'No gifts' : plural(total, 'gift')}
      {query.q ? ` for “${query.q}”` : ''}
      {isFiltered(query) && products.length ? (
        <>
          . <Link to={here}>Clear filters</Link>
        </>
      ) : null}
      {total === 0 && query.q && others.length ? (
        <>
          . Did you mean{' '}
          {others.map((words, index) => (
            <span key={words}>
              {index ? ', ' : ''}
              <Link to={`${here}?q=${encodeURIComponent(words)}`}>{words}</Link>
            </span>
          ))}
          ?
        </>
      ) : null}
    </p>
  )
}

function Nothing({ here, isFiltered }: { here: string; isFiltered: boolean }) {
  return (
    <div className="card">
      <EmptyState
        picture="dandelion"
        title="No gifts match your filters"
        action={
          isFiltered ? (
            <LinkButton to={here}>Clear filters</LinkButton>
          ) : (
            <LinkButton to={paths.browse}>See everything</LinkButton>
          )
        }
      >
        Try another word, another brand, or a wider price.
      </EmptyState>
    </div>
  )
}
