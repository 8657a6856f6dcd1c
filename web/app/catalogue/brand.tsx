import { IconExternalLink, IconMapPin } from '@tabler/icons-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import styles from './catalogue.module.css'
import { picturePath } from './picture-path.ts'
import { ProductGrid, toProductCard } from './product-grid.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const api = await session.catalogue()
  const id = params.id!
  const [brand, products] = await Promise.all([
    api.getBrandV2({ params: { id }, query: { embed: ['stores'] } }),
    api.findProducts({ body: { filter: { brandIds: [id], active: true }, limit: 100 } }),
  ])
  const { name, description, website, logoUrl, embedded } = session.unwrap(brand).data
  return {
    brand: { name, description, website, logoUrl: logoUrl && picturePath(logoUrl) },
    stores: (embedded?.stores ?? []).map((store) => ({
      ...store,
      address: `${store.address}${store.postcode ? `, ${store.postcode}` : ''}`,
    })),
    products: session.unwrap(products).data.map(toProductCard),
  }
}

export default function BrandScreen() {
  const { brand, stores, products } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={brand.name}
        back={{ to: paths.browse, label: 'Browse gifts' }}
        lead={brand.description}
        actions={
          brand.logoUrl ? <img className={styles.logo} src={brand.logoUrl} alt="" width="72" height="72" /> : null
        }
      />
      {brand.website ? (
        <p>
          <a href={brand.website} rel="noopener noreferrer">
            {new URL(brand.website).hostname} <IconExternalLink size={16} aria-hidden="true" className="in-text" />
          </a>
        </p>
      ) : null}
      <h2>Gifts of {brand.name}</h2>
      {products.length ? (
        <ProductGrid products={products} />
      ) : (
        <div className="card">
          <EmptyState picture="sprout" title="Nothing on sale just now">
            {brand.name} has no gifts with us at the moment.
          </EmptyState>
        </div>
      )}
      {stores.length ? (
        <Card title="Where to use them">
          <ul className="stack">
            {stores.map(({ id, name, address }) => (
              <li key={id} className={styles.store}>
                <IconMapPin size={20} stroke={1.75} aria-hidden="true" />
                <span>
                  <strong>{name}</strong>
                  <br />
                  <span className="muted">{address}</span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  )
}
