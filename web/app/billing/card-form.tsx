import { createContext, type FormEvent, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { SubmitButton, type SubmitButtonProps } from '#web/ui/kit/button.tsx'
import { ActionForm, type ActionFormProps } from '#web/ui/kit/form.tsx'

/** Has the provider take the card as it is typed. Null where it could not: the fields have said why. */
export type AskForToken = () => Promise<string | null>

interface CardFormState {
  register(ask: AskForToken): () => void
  isAsking: boolean
}
const CardFormContext = createContext<CardFormState | null>(null)

interface CardFormProps extends ActionFormProps {
  /** Names this try: sent twice, it is one charge. Another once there is an answer. */
  attempt: string
}

/**
 * A form that may be paid with a card typed into the provider's fields. Its one button has the provider take the card
 * first, and then sends the form with the token. What was typed stays for another try.
 */
export function CardForm({ attempt, children, ...form }: CardFormProps) {
  const ask = useRef<AskForToken | null>(null)
  const taken = useRef<{ attempt: string; token: string } | null>(null)
  const token = useRef<HTMLInputElement>(null)
  const asking = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const register = useCallback((one: AskForToken) => {
    ask.current = one
    return () => {
      if (ask.current === one) ask.current = null
    }
  }, [])
  const send = async (target: HTMLFormElement, submitter: HTMLElement | null, askFor: AskForToken) => {
    asking.current = true
    setAsking(true)
    // The same try again is the same charge: with another token it would be refused.
    const given = taken.current?.attempt === attempt ? taken.current.token : await askFor()
    asking.current = false
    setAsking(false)
    const input = token.current
    if (!given || !input) return
    taken.current = { attempt, token: given }
    input.value = given
    target.requestSubmit(submitter)
    input.value = ''
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!ask.current || token.current?.value) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!asking.current) void send(event.currentTarget, submitter, ask.current)
  }
  const state = useMemo(() => ({ register, isAsking }), [register, isAsking])
  return (
    <CardFormContext value={state}>
      <ActionForm onSubmit={onSubmit} {...form}>
        <input type="hidden" name="attempt" value={attempt} />
        <input ref={token} type="hidden" name="token" defaultValue="" />
        {children}
      </ActionForm>
    </CardFormContext>
  )
}

/** Tells the form around whom to ask for a token, while the fields are there. */
export function useAskedForToken(ask: AskForToken): void {
  const latest = useRef(ask)
  latest.current = ask
  const register = use(CardFormContext)?.register
  useEffect(() => register?.(() => latest.current()), [register])
}

/** The form's one button. */
export function CardSubmit(props: SubmitButtonProps) {
  const isAsking = use(CardFormContext)?.isAsking
  return <SubmitButton {...props} {...(isAsking && { busy: true })} />
}
