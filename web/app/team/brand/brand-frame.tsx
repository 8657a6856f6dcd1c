import { useEffect, useState } from 'react'
import frames from '#web/app/send/message/preview-frame.module.css'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/kit/button.tsx'
import styles from './brand.module.css'

const DRAW_AFTER_MS = 400
const states = { wrapped: 'Wrapped', opened: 'Opened', redeemed: 'Thanks' } as const

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

/** A gift as its recipient sees it, drawn again when typing pauses. */
export function BrandFrame({ shown }: { shown: Shown }) {
  const [state, setState] = useState<keyof typeof states>('wrapped')
  const address = paths.brandPreview({ ...shown, state })
  const [drawn, setDrawn] = useState(address)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(address), DRAW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [address])
  return (
    <section className={`stack ${styles.side}`} aria-label="Preview">
      <div className="row">
        {(Object.keys(states) as (keyof typeof states)[]).map((name) => (
          <Button
            key={name}
            look={name === state ? 'quiet' : 'plain'}
            size="small"
            aria-pressed={name === state}
            onClick={() => setState(name)}
          >
            {states[name]}
          </Button>
        ))}
      </div>
      <iframe className={frames.preview} title="A gift as its recipient sees it" src={drawn} loading="lazy" />
    </section>
  )
}
