import { useEffect, useState } from 'react'
import frames from '#web/app/send/message/preview-frame.module.css'
import { useTeam } from '#web/app/team/layout.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/kit/button.tsx'
import styles from './brand.module.css'

const DRAW_AFTER_MS = 400
const views = { wrapped: 'Wrapped', opened: 'Opened', redeemed: 'Thanks', email: 'Email', invoice: 'Invoice' } as const
type View = keyof typeof views

function previewPath(view: Exclude<View, 'invoice'>, shown: Shown): string {
  const { accentHex, drawing, logo } = shown
  return view === 'email'
    ? paths.brandEmailPreview({ accentHex, drawing, logo })
    : paths.brandPreview({ ...shown, state: view })
}

/** What the preview is told of the form. */
export interface Shown {
  accentHex: string
  heading: string
  body: string
  button: string
  form: string
  alert: string
  panel: string
  drawing: string
  /** Paths of kept pictures; empty for none. */
  logo: string
  pattern: string
  /** Five, with spaces between. */
  emojis: string
}

/** A gift, its email and the head of an invoice. */
export function BrandFrame({ shown }: { shown: Shown }) {
  const [view, setView] = useState<View>('wrapped')
  return (
    <section className={`stack ${styles.side}`} aria-label="Preview">
      <div className={styles.views}>
        {(Object.keys(views) as View[]).map((name) => (
          <Button
            key={name}
            look={name === view ? 'quiet' : 'plain'}
            size="small"
            aria-pressed={name === view}
            onClick={() => setView(name)}
          >
            {views[name]}
          </Button>
        ))}
      </div>
      {view === 'invoice' ? (
        <InvoiceHead logo={shown.logo} />
      ) : (
        <Frame
          title={view === 'email' ? 'The email that brings a gift' : 'A gift as its recipient sees it'}
          address={previewPath(view, shown)}
        />
      )}
    </section>
  )
}

/** Drawn again when typing pauses. */
function Frame({ title, address }: { title: string; address: string }) {
  const [drawn, setDrawn] = useState(address)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(address), DRAW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [address])
  return <iframe className={frames.preview} title={title} src={drawn} loading="lazy" />
}

/** Browsers draw a PDF in a frame or not as they please; the whole of it is behind the link. */
function InvoiceHead({ logo }: { logo: string }) {
  const { name, businessEntityName } = useTeam()
  return (
    <>
      <div className={styles.paper}>
        <p className={styles.paperTitle}>Invoice</p>
        <p className="small">Billed to</p>
        {logo ? <img src={logo} alt="Your logo" /> : null}
        <p className={styles.paperName}>{businessEntityName ?? name}</p>
      </div>
      <p className="muted small">
        {logo ? 'Your logo is above your name on invoices and receipts.' : 'With a logo, it is above your name.'}{' '}
        <a href={paths.brandInvoicePreview({ logo })} target="_blank" rel="noreferrer">
          Open a sample invoice
        </a>
      </p>
    </>
  )
}
