import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { BudgetNote } from './budget-note.tsx'
import styles from './catalogue.module.css'
import type { Category, Shelf } from './categories.ts'
import { Banner, Shelves } from './gifts-screen.tsx'
import { ProductGrid } from './product-grid.tsx'
import type { ShopSection } from './shop.ts'

interface ShopScreenProps {
  shelves: readonly Shelf[]
  category: Pick<Category, 'slug' | 'title' | 'lead' | 'banner'>
  sections: readonly ShopSection[]
  /** Not all there is: what a budget refuses was left out. */
  isNarrowed: boolean
}

/** A shelf of shelves: a look at each, and the way to it. */
export const ShopScreen = ({ shelves, category, sections, isNarrowed }: ShopScreenProps) => (
  <>
    <Banner src={category.banner} />
    <PageHeader title={category.title} lead={category.lead} />
    <Shelves shelves={shelves} here={paths.category(category.slug)} />
    {isNarrowed ? <BudgetNote /> : null}
    {sections.map((section, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: sections keep their places, and a shelf may stand in two
      <Section key={index} {...section} />
    ))}
  </>
)

const Section = ({ slug, title, lead, icon, shelves, cards }: ShopSection) => (
  <section className="stack" aria-labelledby={`shelf-${slug}`}>
    <div className={styles.shelfHead}>
      {icon ? <img src={icon} alt="" width="40" height="40" loading="lazy" /> : null}
      <div>
        <h2 id={`shelf-${slug}`}>
          <Link to={paths.category(slug)}>{title}</Link>
        </h2>
        <p className="muted">{lead}</p>
      </div>
    </div>
    {shelves.length ? (
      <ul className={styles.amounts}>
        {shelves.map((shelf) => (
          <li key={shelf.slug}>
            <Link to={paths.category(shelf.slug)}>{shelf.title}</Link>
          </li>
        ))}
      </ul>
    ) : null}
    {cards.length ? <ProductGrid products={cards} /> : null}
  </section>
)
