import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { BudgetNote } from '#web/app/catalogue/budget-note.tsx'
import catalogue from '#web/app/catalogue/catalogue.module.css'
import type { Left } from '#web/app/catalogue/load-gift-rules.server.ts'
import type { GiftsData } from '#web/app/catalogue/load-gifts.server.ts'
import type { AmountsSlug, ProductCard } from '#web/app/catalogue/product-grid.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { AmountField, TextField } from '#web/ui/kit/form.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'

interface GiftCardProps {
  product: ProductCard
  /** In sight before anything is scrolled. */
  isNear: boolean
}

export interface GiftPickerProps extends Pick<GiftsData, 'query' | 'products' | 'hasNext'> {
  /** What the address keeps beside what is looked for. */
  keep?: Record<string, string>
  productPath: (productId: string) => string
  amountsPath?: (slug: AmountsSlug) => string
  allPath: string
  isNarrowed?: boolean
  /** Of the allowance that pays. */
  left?: Left | null
  /** A press takes the gift for this draft, or for one that is made: `productPath` is then where it is sent. */
  takes?: { order: string | null }
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
  left = null,
  takes,
}: GiftPickerProps) {
  return (
    <>
      <Form method="get" role="search" className={catalogue.filters} key={JSON.stringify(query)}>
        {Object.entries(keep).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {left?.showsAll ? <input type="hidden" name="all" value="1" /> : null}
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
      {isNarrowed && !left?.ended ? <BudgetNote left={left} /> : null}
      {products.length ? (
        <PickForm takes={takes} action={productPath(products[0]!.id)}>
          <ul className={catalogue.grid}>
            {products.map((product, index) => (
              <li key={product.id}>
                {takes && !product.amounts ? (
                  <button
                    type="submit"
                    name="product"
                    value={product.id}
                    formAction={productPath(product.id)}
                    className={`${catalogue.product} ${catalogue.taken}`}
                  >
                    <GiftCard product={product} isNear={index < 8} />
                  </button>
                ) : (
                  <Link
                    to={product.amounts ? amountsPath(product.amounts) : productPath(product.id)}
                    prefetch="intent"
                    className={catalogue.product}
                  >
                    <GiftCard product={product} isNear={index < 8} />
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </PickForm>
      ) : left?.ended ? (
        <div className="card">
          <EmptyState
            picture="dandelion"
            title={`${left.ended} has ended`}
            action={<LinkButton to={paths.allowances}>Your allowances</LinkButton>}
          >
            There is nothing left to give from it. Gifts that you sent still work.
          </EmptyState>
        </div>
      ) : left && !left.showsAll && !isLookedFor(query) ? (
        <div className="card">
          <EmptyState
            picture="dandelion"
            title={`No gift costs as little as the ${formatMoney(left.pence, left.currency)} you have left`}
          >
            When more is added to your allowance, what it covers is here.
          </EmptyState>
        </div>
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

const isLookedFor = ({ q, min, max, page }: GiftsData['query']): boolean => Boolean(q || min || max) || page > 1

function GiftCard({ product: { name, brandName, imageUrl, price, over18 }, isNear }: GiftCardProps) {
  return (
    <>
      <img src={imageUrl} alt="" width="320" height="240" loading={isNear ? 'eager' : 'lazy'} />
      <span className={catalogue.name}>{name}</span>
      <span className={catalogue.brand}>{brandName}</span>
      <span className={catalogue.price}>
        {price}
        {over18 ? <span className={catalogue.over18}>18+</span> : null}
      </span>
    </>
  )
}

interface PickFormProps extends Pick<GiftPickerProps, 'takes'> {
  action: string
  children: ReactNode
}

/** Around buttons that take a gift: each says for itself where it is sent. Around links nothing. */
export const PickForm = ({ takes, action, children }: PickFormProps) =>
  takes ? (
    <Form method="post" action={action}>
      <input type="hidden" name="straight" value="1" />
      {takes.order ? <input type="hidden" name="order" value={takes.order} /> : null}
      {children}
    </Form>
  ) : (
    children
  )
