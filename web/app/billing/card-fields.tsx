import { useEffect, useRef, useState } from 'react'
import type { CardFields as CardFieldsOf } from '#contract/payments.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useScript } from '#web/ui/use-script.ts'
import styles from './card-fields.module.css'
import { drawFrames, type FrameName, framesOf, type TokenizedCard } from './frames.ts'

interface CardFieldsProps {
  fields: CardFieldsOf | null
  /** The provider has taken the number and gave this for it; empty where another card is wanted after all. */
  onToken(token: string): void
}

const focus = (element: HTMLElement | null) => element?.focus()

/** The provider's own fields. A card number never touches our pages; a token comes out. */
export function CardFields({ fields, onToken }: CardFieldsProps) {
  const [taken, setTaken] = useState<TokenizedCard | null>(null)
  const take = (card: TokenizedCard | null) => {
    setTaken(card)
    onToken(card?.token ?? '')
  }
  if (!fields)
    return (
      <Notice tone="warning" title="Cards cannot be entered here just now">
        Pay from a wallet, by invoice, or with a card you have stored. Nothing has been charged.
      </Notice>
    )
  if (!taken) return <ProviderFields {...fields} onCard={take} />
  return (
    <div className="stack">
      {/* Takes the place of what had the focus, so that it is read out. */}
      <div ref={focus} tabIndex={-1} className={styles.taken}>
        <Notice tone="success">
          {taken.scheme ?? 'Card'} ending {taken.last4 ?? '····'} is ready. It has not been charged yet.
        </Notice>
      </div>
      <div>
        <Button look="quiet" size="small" onClick={() => take(null)}>
          Use another card
        </Button>
      </div>
    </div>
  )
}

const inputs: readonly { name: FrameName; label: string; wrong: string }[] = [
  { name: 'card-number', label: 'Card number', wrong: 'This is not a whole card number. Compare it with the card.' },
  { name: 'expiry-date', label: 'Expiry date', wrong: 'Type the month and the year, such as 08/31.' },
  { name: 'cvv', label: 'Security code', wrong: 'Type the three or four digits beside the number or on the back.' },
]
const labelOf = (name: FrameName) => inputs.find((input) => input.name === name)?.label ?? name

interface ProviderFieldsProps extends Pick<CardFieldsOf, 'publicKey' | 'scriptUrl'> {
  onCard(card: TokenizedCard): void
}

function ProviderFields({ publicKey, scriptUrl, onCard }: ProviderFieldsProps) {
  const script = useScript(scriptUrl)
  const { box, wrong, focused, problem, isAsking, submit } = useFrames(publicKey, script.state === 'ready', onCard)
  if (script.state === 'failed')
    return (
      <Notice tone="warning" role="alert" title="The card provider cannot be reached">
        <p>Nothing has been charged. Try again in a moment, or pay in another way.</p>
        <p>
          <Button look="quiet" size="small" onClick={script.retry}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  return (
    <div className="stack">
      <div ref={box} className={styles.fields}>
        {inputs.map(({ name, label, wrong: help }) => (
          <div
            key={name}
            className={styles.field}
            data-focused={focused === name || undefined}
            data-wrong={wrong.has(name) || undefined}
          >
            {/* No label: it would stand for nothing on this page. The frame has a title, and its input a name. */}
            <span className={styles.label}>{label}</span>
            <div className={`${name}-frame ${styles.frame}`} />
            <p className={styles.wrong} aria-live="polite">
              {wrong.has(name) ? help : null}
            </p>
          </div>
        ))}
      </div>
      <noscript>
        <p>Entering a new card needs JavaScript. A wallet, a stored card and an invoice work without.</p>
      </noscript>
      {problem ? (
        <Notice tone="danger" role="alert" title={problem}>
          Nothing has been charged.
        </Notice>
      ) : null}
      <div className={styles.use}>
        <Button look="quiet" aria-disabled={isAsking || script.state !== 'ready'} onClick={submit}>
          Use this card
        </Button>
      </div>
    </div>
  )
}

/** The provider's frames in the containers of `box`, and how the typing in them goes. */
function useFrames(publicKey: string, isReady: boolean, onCard: (card: TokenizedCard) => void) {
  const box = useRef<HTMLDivElement>(null)
  const [wrong, setWrong] = useState<ReadonlySet<FrameName>>(new Set())
  const [focused, setFocused] = useState<FrameName | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const report = useRef(onCard)
  report.current = onCard
  useEffect(() => {
    const around = box.current
    if (!isReady || !around) return
    let release = () => {}
    try {
      release = drawFrames(publicKey, around, {
        frameActivated: ({ element }) => {
          const frame = around.querySelector<HTMLIFrameElement>(`.${element}-frame iframe`)
          if (frame) frame.title = labelOf(element)
        },
        frameFocus: ({ element }) => setFocused(element),
        frameBlur: () => setFocused(null),
        frameValidationChanged: ({ element, isValid, isEmpty }) =>
          setWrong((all) => {
            const others = [...all].filter((name) => name !== element)
            return new Set(isValid || isEmpty ? others : [...others, element])
          }),
        cardTokenized: (card) => report.current(card),
        cardTokenizationFailed: ({ message }) => {
          setProblem(message || 'The card provider did not take this card.')
          framesOf(window)?.enableSubmitForm()
        },
      })
    } catch {
      setProblem('The card provider’s fields do not work here just now. Pay in another way.')
    }
    return release
  }, [publicKey, isReady])
  const submit = async () => {
    const frames = framesOf(window)
    if (!frames || isAsking) return
    setProblem(null)
    setAsking(true)
    try {
      await frames.submitCard()
    } catch {
      // What the provider itself refuses has been told by its event.
      setProblem((told) => told ?? 'Look at the card number, the expiry date and the security code.')
    }
    setAsking(false)
  }
  return { box, wrong, focused, problem, isAsking, submit }
}
