import { IconFingerprint } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/kit/button.tsx'
import { AWAITING_SCRIPTS, useCapability } from '#web/ui/kit/use-capability.ts'
import styles from './passkey.module.css'

const knowsPasskeys = () => typeof PublicKeyCredential === 'function'

/** Passkeys need a script and a browser that knows them: without either, nothing of them is shown. */
export const useHasPasskeys = (): boolean | null => useCapability(knowsPasskeys)

/** Loaded when someone presses the button. */
const webauthn = () => import('@simplewebauthn/browser')

/** Asks our server what to sign, and a passkey to sign it. @returns what to send as `passkey` */
export async function signWithPasskey(from: string, body?: Record<string, string>): Promise<string> {
  const answer = await fetch(from, { method: 'POST', body: new URLSearchParams(body) })
  if (!answer.ok) throw new Error('no challenge')
  const { startAuthentication } = await webauthn()
  return JSON.stringify(await startAuthentication({ optionsJSON: await answer.json() }))
}

type CreationOptions = Parameters<typeof import('@simplewebauthn/browser')['startRegistration']>[0]['optionsJSON']

/** Has the browser make a passkey. @returns what to send as `passkey` */
export async function makePasskey(options: object): Promise<string> {
  const { startRegistration } = await webauthn()
  return JSON.stringify(await startRegistration({ optionsJSON: options as CreationOptions }))
}

const troubles: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Nothing has changed; try again when you are ready.',
  InvalidStateError: 'This device already has a passkey for your account.',
}

interface PasskeyButtonProps {
  /** @returns what to send as `passkey`; rejects where the person gives up */
  perform: () => Promise<string>
  look?: 'primary' | 'quiet'
  className?: string | undefined
  children: ReactNode
}

/** Has a passkey made or used, then sends the form it stands in. */
export function PasskeyButton({ perform, look = 'quiet', className, children }: PasskeyButtonProps) {
  const has = useHasPasskeys()
  const answer = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  if (has === false) return null
  const use = async () => {
    if (isBusy || !answer.current) return
    // What else the form asks for comes first: no one touches a sensor for nothing.
    if (!answer.current.form?.reportValidity()) return
    setIsBusy(true)
    setTrouble(null)
    try {
      answer.current.value = await perform()
      answer.current.form?.requestSubmit()
      // It answers one question, and does not go along with the next time the form is sent.
      answer.current.value = ''
    } catch (error) {
      const name = error instanceof Error ? error.name : ''
      setTrouble(troubles[name] ?? 'That did not work. Please try again, or use another way.')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={`${styles.passkey} ${has ? '' : AWAITING_SCRIPTS}`}>
      <input type="hidden" name="passkey" ref={answer} />
      <Button
        look={look}
        className={className}
        aria-disabled={isBusy}
        onClick={use}
        icon={<IconFingerprint size={18} stroke={1.75} aria-hidden="true" />}
      >
        {children}
      </Button>
      <p className={styles.trouble} role="alert">
        {trouble}
      </p>
    </div>
  )
}
