import { IconX } from '@tabler/icons-react'
import { plural } from '#web/ui/format.ts'
import styles from './catalogue.module.css'
import { ProductGrid } from './product-grid.tsx'
import type { SegmentShown } from './segments.ts'

/** What a recipient may choose from: a card for each segment, and over the page what is in it. */
export function Segments({ segments }: { segments: readonly SegmentShown[] }) {
  return (
    <section className="stack" aria-labelledby="choices">
      <h2 id="choices">What they can choose from</h2>
      <ul className={styles.segments}>
        {segments.map((segment) => (
          <li key={segment.id}>
            <Segment {...segment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A native popover: it closes on Escape and beside it, and opens before scripts do. */
function Segment({ id, name, description, imageUrl, options }: SegmentShown) {
  const sheet = `segment-${id}`
  return (
    <>
      <button type="button" className={styles.segment} popoverTarget={sheet} aria-haspopup="dialog">
        {imageUrl ? <img src={imageUrl} alt="" width="96" height="72" loading="lazy" /> : null}
        <span>
          <strong>{name}</strong>
          <span className="muted small">{plural(options.length, 'gift')}</span>
        </span>
      </button>
      <div id={sheet} popover="auto" role="dialog" aria-labelledby={`${sheet}-name`} className={styles.sheet}>
        <div className={styles.sheetHead}>
          <div>
            <h3 id={`${sheet}-name`}>{name}</h3>
            <p className="muted">{description}</p>
          </div>
          <button
            type="button"
            className={styles.close}
            popoverTarget={sheet}
            popoverTargetAction="hide"
            aria-label={`Close ${name}`}
          >
            <IconX size={22} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        <ProductGrid products={options} />
      </div>
    </>
  )
}
