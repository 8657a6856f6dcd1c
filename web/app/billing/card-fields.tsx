import { useEffect, useRef, useState } from 'react'
import type { CardFields as CardFieldsOf } from '#contract/payments/payments.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useScript } from '#web/ui/use-script.ts'
import styles from './card-fields.module.css'
import { useAskedForToken } from './card-form.tsx'
import { type CardComponent, drawCard, openPaymentSession } from './flow.ts'

interface CardFieldsProps {
  fields: CardFieldsOf | null
  currency: string
}

/** The provider's own fields, in a CardForm. A card number never touches our pages; the form gets a token. */
export function CardFields({ fields, currency }: CardFieldsProps) {
  if (fields) return <ProviderFields fields={fields} currency={currency} />
  return (
    <Notice tone="warning" title="Cards cannot be entered here just now">
      Pay from a wallet, by invoice, or with a card you have stored. Nothing has been charged.
    </Notice>
  )
}

const problems = {
  loading: { title: 'The card fields are still loading', help: 'Try again in a moment.' },
  incomplete: { title: 'Check your card details', help: 'Check the card number, expiry date and security code.' },
  refused: {
    title: 'The card provider did not accept this card',
    help: 'Check the card number, expiry date and security code, or use another card.',
  },
} as const
type Problem = keyof typeof problems

const focus = (element: HTMLElement | null) => element?.focus()

function ProviderFields({ fields, currency }: { fields: CardFieldsOf; currency: string }) {
  const script = useScript(fields.scriptUrl)
  const { box, state, wrong, drawAgain, ask } = useCard(fields, currency, script.state === 'ready')
  useAskedForToken(ask)
  const isUnreachable = script.state === 'failed' || state === 'failed'
  return (
    <div className="stack">
      {wrong ? (
        <div key={wrong.time} ref={focus} tabIndex={-1} className={styles.problem}>
          <Notice tone="danger" role="alert" title={problems[wrong.problem].title}>
            <p>{problems[wrong.problem].help} Nothing has been charged.</p>
            {wrong.problem === 'refused' ? (
              <p>
                <Button look="quiet" size="small" onClick={drawAgain}>
                  Clear the card fields
                </Button>
              </p>
            ) : null}
          </Notice>
        </div>
      ) : null}
      {isUnreachable ? (
        <Notice tone="warning" role="alert" title="The card provider cannot be reached">
          <p>Nothing has been charged. Try again in a moment, or pay in another way.</p>
          <p>
            <Button look="quiet" size="small" onClick={script.state === 'failed' ? script.retry : drawAgain}>
              Try again
            </Button>
          </p>
        </Notice>
      ) : (
        <fieldset className={styles.card} aria-label="Card details" aria-busy={state === 'loading'}>
          <div ref={box} />
          {state === 'loading' ? <p className={`muted small ${styles.loading}`}>Loading the card fields…</p> : null}
        </fieldset>
      )}
      <noscript>
        <p>Entering a new card needs JavaScript. A wallet, a stored card and an invoice work without.</p>
      </noscript>
    </div>
  )
}

/** The provider's component in `box`, and what happened to the last press. */
function useCard(fields: CardFieldsOf, currency: string, isReady: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<Promise<CardComponent | null> | null>(null)
  const isRefused = useRef(false)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [wrong, setWrong] = useState<{ problem: Problem; time: number } | null>(null)
  const [round, setRound] = useState(0)
  const { publicKey, environment } = fields
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round draws it again, with another session
  useEffect(() => {
    const into = box.current
    if (!isReady || !into) return
    let isGone = false
    let drawn: CardComponent | undefined
    const draw = async () => {
      const paymentSession = await openPaymentSession(currency)
      if (isGone) return null
      const ready = Promise.withResolvers<void>()
      const onError = () => {
        isRefused.current = true
      }
      const place = { fields: { publicKey, environment }, paymentSession, onReady: ready.resolve, onError }
      drawn = await drawCard(into, place)
      if (isGone) drawn.unmount()
      await ready.promise
      setState('ready')
      return drawn
    }
    drawing.current = draw().catch(() => {
      if (!isGone) setState('failed')
      return null
    })
    return () => {
      isGone = true
      drawn?.unmount()
      drawing.current = null
    }
  }, [publicKey, environment, currency, isReady, round])
  // The provider's documents keep the colours they were drawn in: another theme draws them again.
  useEffect(() => {
    const theme = matchMedia('(prefers-color-scheme: dark)')
    const readSurface = () => box.current && getComputedStyle(box.current).getPropertyValue('--surface')
    let surface = readSurface()
    const follow = () => {
      if (readSurface() === surface) return
      surface = readSurface()
      setState('loading')
      setRound((before) => before + 1)
    }
    theme.addEventListener('change', follow)
    return () => theme.removeEventListener('change', follow)
  }, [])
  const ask = async (): Promise<string | null> => {
    setWrong(null)
    isRefused.current = false
    const isLoading = drawing.current === null
    const card = await drawing.current
    const taken = await card?.tokenize().catch(() => undefined)
    if (taken) return taken.data.token
    const problem = isLoading ? 'loading' : isRefused.current ? 'refused' : 'incomplete'
    if (card || isLoading) setWrong((before) => ({ problem, time: (before?.time ?? 0) + 1 }))
    return null
  }
  const drawAgain = () => {
    setWrong(null)
    setState('loading')
    setRound(round + 1)
  }
  return { box, state, wrong, drawAgain, ask }
}
