import { IconSearch } from '@tabler/icons-react'
import { Form, Link } from 'react-router'
import { BudgetNote } from '#web/app/catalogue/budget-note.tsx'
import catalogue from '#web/app/catalogue/catalogue.module.css'
import type { GiftsData } from '#web/app/catalogue/load-gifts.server.ts'
import type { AmountsSlug } from '#web/app/catalogue/product-grid.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { AmountField, TextField } from '#web/ui/kit/form.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'

interface GiftPickerProps extends Pick<GiftsData, 'query' | 'products' | 'hasNext'> {
  /** What the address keeps beside what is looked for. */
  keep?: Record<string, string>
  productPath: (productId: string) => string
  amountsPath?: (slug: AmountsSlug) => string
  allPath: string
  isNarrowed?: boolean
}

/** Gifts to choose one of: each leads to what it is chosen for. */
export function GiftPicker({
  query,
  products,
  hasNext,
  keep = {},
  productPath,
  amountsPath = paths.category,
  allPath,
  isNarrowed = false,
}: GiftPickerProps) {
  return (
    <>
      <Form method="get" role="search" className={catalogue.filters} key={JSON.stringify(query)}>
        {Object.entries(keep).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={catalogue.search}>
          <TextField
            name="q"
            type="search"
            label="Search"
            placeholder="Coffee, flowers, books"
            defaultValue={query.q}
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          />
        </div>
        <AmountField name="min" label="From" currency="GBX" defaultValue={query.min} />
        <AmountField name="max" label="Up to" currency="GBX" defaultValue={query.max} />
        <div className={catalogue.go}>
          <Button type="submit" look="quiet">
            Show
          </Button>
        </div>
      </Form>
      {isNarrowed ? <BudgetNote /> : null}
      {products.length ? (
        <ul className={catalogue.grid}>
          {products.map(({ id, name, brandName, imageUrl, price, over18, amounts }, index) => (
            <li key={id}>
              <Link
                to={amounts ? amountsPath(amounts) : productPath(id)}
                prefetch="intent"
                className={catalogue.product}
              >
                <img src={imageUrl} alt="" width="320" height="240" loading={index < 8 ? 'eager' : 'lazy'} />
                <span className={catalogue.name}>{name}</span>
                <span className={catalogue.brand}>{brandName}</span>
                <span className={catalogue.price}>
                  {price}
                  {over18 ? <span className={catalogue.over18}>18+</span> : null}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <div className="card">
          <EmptyState
            picture="dandelion"
            title="No gifts match your filters"
            action={<LinkButton to={allPath}>See everything</LinkButton>}
          >
            Try another word, or a wider price.
          </EmptyState>
        </div>
      )}
      <Pagination page={query.page} lastPage={hasNext ? query.page + 1 : query.page} label="gifts" />
    </>
  )
}
