import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import frames from './preview-frame.module.css'

type View = 'wrapped' | 'opened' | 'email'
const FRAME = 'preview'

interface PreviewFrameProps {
  orderId: string
  version: string
  /** What is offered, by what it is called. */
  views: Partial<Record<View, string>>
}

/** A draft as its recipients see it. Links lead into the frame, so that they work without scripts too. */
export function PreviewFrame({ orderId, version, views }: PreviewFrameProps) {
  const [shown, setShown] = useState<View>('opened')
  const address = (view: View) =>
    view === 'email'
      ? paths.draftEmailPreview(orderId, { version })
      : paths.draftPreview(orderId, { state: view, version })
  return (
    <>
      <nav className="row" aria-label="What is previewed">
        {(Object.keys(views) as View[]).map((view) => (
          <LinkButton
            key={view}
            look={view === shown ? 'quiet' : 'plain'}
            size="small"
            to={address(view)}
            target={FRAME}
            aria-current={view === shown}
            onClick={(event) => {
              event.preventDefault()
              setShown(view)
            }}
          >
            {views[view]}
          </LinkButton>
        ))}
      </nav>
      <iframe
        // A frame that stays does not take on what it may do.
        key={shown === 'email' ? 'email' : 'page'}
        name={FRAME}
        className={frames.preview}
        title={shown === 'email' ? 'The email that brings the gift' : 'The gift as its recipient sees it'}
        src={address(shown)}
        sandbox={shown === 'email' ? 'allow-same-origin' : undefined}
        loading="lazy"
      />
    </>
  )
}
