import { useSearchParams } from 'react-router'
import type { Passkey } from '#contract/identity/passkeys.ts'
import { useHasPasskeys } from '#web/app/entrance/passkey/passkey-button.tsx'
import { useZone } from '#web/app/shell/app-data.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { AWAITING_SCRIPTS } from '#web/ui/kit/use-capability.ts'
import { type Owner, ProofFields } from './proof-fields.tsx'
import styles from './two-step.module.css'

interface PasskeysCardProps {
  passkeys: readonly Passkey[]
  owner: Owner
  failureFor: (intent: 'begin-passkey' | 'rename-passkey' | 'remove-passkey') => Failure | null
}

/** The passkeys of this account, and the way to add one. */
export function PasskeysCard({ passkeys, owner, failureFor }: PasskeysCardProps) {
  const canAdd = useHasPasskeys()
  return (
    <Card title="Passkeys">
      <p>
        A passkey is kept by your phone, computer or security key, and unlocked with your fingerprint, face or PIN. It
        signs you in alone, or as the second step after your password.
      </p>
      {passkeys.length ? (
        <ul className={styles.passkeys}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow passkey={passkey} owner={owner} failureFor={failureFor} />
            </li>
          ))}
        </ul>
      ) : null}
      {canAdd === false ? null : (
        <ActionForm failure={failureFor('begin-passkey')} className={canAdd ? '' : AWAITING_SCRIPTS}>
          <input type="hidden" name="intent" value="begin-passkey" />
          <ProofFields owner={owner} submit={passkeys.length ? 'Add another' : 'Add a passkey'} />
        </ActionForm>
      )}
      <noscript>
        <p className="muted">Adding a passkey needs JavaScript.</p>
      </noscript>
    </Card>
  )
}

function PasskeyRow({ passkey, owner, failureFor }: { passkey: Passkey } & Omit<PasskeysCardProps, 'passkeys'>) {
  const zone = useZone()
  const address = useAddress()
  const [search] = useSearchParams()
  const { id, name, isBlocked, isSynced, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt ? `Last used ${formatMoment(lastUsedAt, zone)}.` : 'Not used yet.'
  const failureHere = (intent: 'rename-passkey' | 'remove-passkey') => {
    const failure = failureFor(intent)
    return failure?.values.passkeyId === id ? failure : null
  }
  const open = search.get('rename') === id ? 'rename' : search.get('remove') === id ? 'remove' : null
  return (
    <>
      <div className={styles.passkey}>
        <strong>{name}</strong>
        {isBlocked ? <StatusBadge status="Blocked" tone="danger" /> : null}
        {isSynced ? <StatusBadge status="Synced" tone="plain" /> : null}
        <span className="muted small">
          {isBlocked
            ? 'It may have been copied, and no longer signs anyone in. Remove it.'
            : `Added ${formatDay(createdAt, zone)}. ${used}`}
        </span>
      </div>
      {open ? null : (
        <span className={styles.changes}>
          <LinkButton
            look="plain"
            size="small"
            preventScrollReset
            to={address({ rename: id, remove: null })}
            aria-label={`Rename ${name}`}
          >
            Rename
          </LinkButton>
          <LinkButton
            look="plain"
            size="small"
            preventScrollReset
            to={address({ remove: id, rename: null })}
            aria-label={`Remove ${name}`}
          >
            Remove
          </LinkButton>
        </span>
      )}
      {open === 'rename' ? (
        <ActionForm failure={failureHere('rename-passkey')} className={styles.change}>
          <input type="hidden" name="intent" value="rename-passkey" />
          <input type="hidden" name="passkeyId" value={id} />
          <TextField name="name" label="Name" defaultValue={name} maxLength={60} required />
          <div className={styles.ways}>
            <SubmitButton look="quiet">Save the name</SubmitButton>
            <LinkButton look="plain" preventScrollReset to={address({ rename: null })}>
              Cancel
            </LinkButton>
          </div>
        </ActionForm>
      ) : null}
      {open === 'remove' ? (
        <ActionForm failure={failureHere('remove-passkey')} className={styles.change}>
          <p>It no longer signs you in. Your device may still offer it; delete it there too.</p>
          <input type="hidden" name="intent" value="remove-passkey" />
          <input type="hidden" name="passkeyId" value={id} />
          <ProofFields owner={owner} submit="Remove it" look="danger" />
          <div>
            <LinkButton look="plain" preventScrollReset to={address({ remove: null })}>
              Cancel
            </LinkButton>
          </div>
        </ActionForm>
      ) : null}
    </>
  )
}
