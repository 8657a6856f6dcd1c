import { Form } from 'react-router'
import type { SamlDomain } from '#contract/sso/saml.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { formatMoment } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ActionForm, FailureSummary, TextField } from '#web/ui/kit/form.tsx'
import { StatusBadge, type Tone } from '#web/ui/kit/status-badge.tsx'
import { CopyList } from './copy-list.tsx'
import styles from './sign-in.module.css'
import type { SamlOutcome } from './sign-in-actions.server.ts'

interface DomainsCardProps {
  domains: readonly SamlDomain[]
  outcome: SamlOutcome | undefined
}

/** The domains whose people the provider may open accounts for. */
export function DomainsCard({ domains, outcome }: DomainsCardProps) {
  const failure = outcome && /-domain$|^auto-accept/.test(outcome.form) ? outcome.failure : undefined
  return (
    <Card title="Your domains">
      <div className="stack">
        <p className="muted">
          With SSO, people with an address in a verified domain get an account as participants when they first sign in;
          with Google and Microsoft too, where you say so. Others need an invite. A domain is verified by a TXT record
          in its DNS.
        </p>
        {failure && outcome?.form !== 'add-domain' ? <FailureSummary failure={failure} /> : null}
        {domains.map((one) => (
          <Domain key={one.domain} {...one} />
        ))}
        <ActionForm failure={outcome?.form === 'add-domain' ? failure : undefined}>
          <input type="hidden" name="do" value="add-domain" />
          <TextField name="domain" label="Domain" placeholder="example.com" required />
          <div>
            <SubmitButton look="quiet">Add domain</SubmitButton>
          </div>
        </ActionForm>
      </div>
    </Card>
  )
}

const domainState = ({ verifiedAt, missingSince, isSuspended }: SamlDomain): { status: string; tone: Tone } => {
  if (!verifiedAt) return { status: 'Not verified', tone: 'warning' }
  if (isSuspended) return { status: 'Paused', tone: 'danger' }
  return missingSince ? { status: 'Record missing', tone: 'warning' } : { status: 'Verified', tone: 'success' }
}

function Domain(props: SamlDomain) {
  const { domain, record, verifiedAt, missingSince, isSuspended, autoAccept } = props
  const zone = useZone()
  const isProven = verifiedAt !== null && missingSince === null
  return (
    <section className={styles.domain} aria-label={domain}>
      <p className={styles.actions}>
        <strong>{domain}</strong>
        <StatusBadge {...domainState(props)} />
        {verifiedAt ? <span className="muted small">{formatMoment(verifiedAt, zone)}</span> : null}
      </p>
      {missingSince ? (
        <p className="small">
          {isSuspended
            ? `No one joins by this domain: its record has been missing since ${formatMoment(missingSince, zone)}. Put it back, then check.`
            : `We have not found its record since ${formatMoment(missingSince, zone)}. After a week no one joins by this domain.`}{' '}
          People who have an account sign in as before.
        </p>
      ) : null}
      {isProven ? null : (
        <CopyList
          entries={[
            { name: 'TXT record', text: record.name, label: `Copy the name of the record of ${domain}` },
            { name: 'Text', text: record.text, label: `Copy the text of the record of ${domain}` },
          ]}
        />
      )}
      {isProven ? (
        <p className="small">
          {autoAccept
            ? 'People who sign in with Google or Microsoft and an address in this domain join as participants.'
            : 'With Google and Microsoft, people in this domain need an invite.'}
        </p>
      ) : null}
      <Form method="post" className={styles.actions} preventScrollReset>
        <input type="hidden" name="domain" value={domain} />
        {verifiedAt ? (
          <SubmitButton
            look="quiet"
            size="small"
            name="do"
            value={autoAccept ? 'auto-accept-off' : 'auto-accept-on'}
            aria-label={`${autoAccept ? 'No longer let them join' : 'Let people join'} with Google and Microsoft: ${domain}`}
          >
            {autoAccept ? 'No longer let them join' : 'Let people join'}
          </SubmitButton>
        ) : null}
        {isProven ? null : (
          <SubmitButton look="quiet" size="small" name="do" value="verify-domain">
            Check {domain}
          </SubmitButton>
        )}
        <SubmitButton look="plain" size="small" name="do" value="remove-domain">
          Remove {domain}
        </SubmitButton>
      </Form>
    </section>
  )
}
