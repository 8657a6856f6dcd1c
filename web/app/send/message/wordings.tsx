import { useRef, useState } from 'react'
import { Button } from '#web/ui/kit/button.tsx'
import { AWAITING_SCRIPTS, useCapability } from '#web/ui/kit/use-capability.ts'
import styles from './wordings.module.css'

const wordings = [
  { occasion: 'Birthday', text: 'Happy birthday! Have a lovely day, and have this one on us.' },
  {
    occasion: 'Thank you',
    text: 'Thank you for all you have done. It made a real difference, and it did not go unnoticed.',
  },
  {
    occasion: 'Welcome',
    text: 'Welcome to the team! We are very glad that you are here. Have something nice to start with.',
  },
  { occasion: 'Well done', text: 'Well done! You worked hard for this, and it shows. Take a moment to enjoy it.' },
  {
    occasion: 'Sorry',
    text: 'We are sorry that this did not go as it should have. Thank you for your patience while we put it right.',
  },
  {
    occasion: 'Festive',
    text: 'Season’s greetings, and thank you for this year. Have a good rest, and a happy new year.',
  },
] as const

const hasScripts = () => true

/** Messages to begin with. Without scripts they are there to be read and copied. */
export function Wordings({ name }: { name: string }) {
  const canInsert = useCapability(hasScripts)
  const place = useRef<HTMLDetailsElement>(null)
  /** What stood there before, to be put back; pressed again, so is what that replaced. */
  const [before, setBefore] = useState<string | null>(null)
  const write = (text: string) => {
    const field = place.current?.closest('form')?.elements.namedItem(name)
    if (!(field instanceof HTMLTextAreaElement)) return null
    const was = field.value
    field.value = text
    // As if it had been typed, so that it is saved and drawn.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return was
  }
  return (
    <details ref={place} className={styles.wordings}>
      <summary>Need words? Suggestions by occasion</summary>
      <ul>
        {wordings.map(({ occasion, text }) => (
          <li key={occasion}>
            <div>
              <strong>{occasion}</strong>
              <p>{text}</p>
            </div>
            {canInsert === false ? null : (
              <Button
                look="quiet"
                size="small"
                className={canInsert ? undefined : AWAITING_SCRIPTS}
                aria-label={`Use: ${occasion}`}
                onClick={() => setBefore(write(text))}
              >
                Use
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="row" role="status">
        {before === null ? null : (
          <>
            <span className="small">Your message has changed.</span>
            <Button look="plain" size="small" onClick={() => setBefore(write(before))}>
              Undo
            </Button>
          </>
        )}
      </div>
    </details>
  )
}
