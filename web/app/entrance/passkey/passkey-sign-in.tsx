import { paths } from '#web/paths.ts'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { AWAITING_SCRIPTS } from '#web/ui/kit/use-capability.ts'
import styles from './passkey.module.css'
import { PasskeyButton, signWithPasskey, useHasPasskeys } from './passkey-button.tsx'

/** Signing in by a passkey alone. */
export function PasskeySignIn({ next }: { next: string }) {
  const has = useHasPasskeys()
  if (has === false) return null
  return (
    <ActionForm action={paths.signInPasskey} className={has ? '' : AWAITING_SCRIPTS}>
      <input type="hidden" name="next" value={next} />
      <PasskeyButton className={styles.wide} perform={() => signWithPasskey(paths.signInPasskeyChallenge)}>
        Use a passkey
      </PasskeyButton>
    </ActionForm>
  )
}
