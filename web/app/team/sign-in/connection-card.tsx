import { Form } from 'react-router'
import type { SamlConnection, SamlSettings } from '#contract/sso/saml.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { ActionForm, FailureSummary, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { CopyList } from './copy-list.tsx'
import { refusalLabels } from './labels.ts'
import styles from './sign-in.module.css'
import type { SamlOutcome } from './sign-in-actions.server.ts'

interface ConnectionCardProps {
  settings: SamlSettings
  outcome: SamlOutcome | undefined
}

/** The team's own provider: what it needs to know of us, what we know of it, and whether it is on. */
export function ConnectionCard({ settings: { addresses, connection }, outcome }: ConnectionCardProps) {
  const failure = outcome?.form === 'connect' ? outcome.failure : undefined
  return (
    <Card
      title="SSO with your own provider (SAML 2.0)"
      action={
        connection ? (
          <StatusBadge status={connection.isActive ? 'On' : 'Off'} tone={connection.isActive ? 'success' : 'plain'} />
        ) : null
      }
    >
      <div className="stack">
        <p className="muted">
          Okta, Microsoft Entra, Google Workspace and others. Give your provider these addresses, then its metadata to
          us.
        </p>
        <CopyList
          entries={[
            { name: 'Our metadata', text: addresses.metadataUrl, label: 'Copy the address of our metadata' },
            { name: 'Entity id (audience)', text: addresses.entityId, label: 'Copy our entity id' },
            {
              name: 'Assertion consumer address (ACS)',
              text: addresses.assertionConsumerUrl,
              label: 'Copy our assertion consumer address',
            },
            { name: 'Start address, also for a tile', text: addresses.startUrl, label: 'Copy the start address' },
          ]}
        />
        {connection ? <Connected connection={connection} outcome={outcome} /> : null}
        <h3 className={styles.heading}>{connection ? 'Renew or replace its metadata' : 'Connect your provider'}</h3>
        <ActionForm failure={failure} encType="multipart/form-data">
          <input type="hidden" name="do" value="connect" />
          <TextField
            name="metadataUrl"
            label="Address of its metadata"
            type="url"
            placeholder="https://"
            defaultValue={connection?.metadataUrl ?? ''}
          />
          <label className={styles.file}>
            <span>Or its metadata as a file</span>
            <input type="file" name="metadata" accept=".xml,application/xml,text/xml,application/samlmetadata+xml" />
            {failure?.fields.metadata ? <span className={styles.wrong}>{failure.fields.metadata}</span> : null}
          </label>
          <div>
            <SubmitButton look="quiet">{connection ? 'Save metadata' : 'Connect'}</SubmitButton>
          </div>
        </ActionForm>
      </div>
    </Card>
  )
}

function Connected({ connection, outcome }: { connection: SamlConnection; outcome: SamlOutcome | undefined }) {
  const zone = useZone()
  const { isActive } = connection
  const mine = outcome && ['on', 'off', 'test', 'disconnect'].includes(outcome.form) ? outcome : undefined
  return (
    <>
      <h3 className={styles.heading}>Your provider</h3>
      <Facts
        facts={[
          { name: 'Entity id', value: <code className={styles.code}>{connection.entityId}</code> },
          { name: 'Sign-in page', value: <code className={styles.code}>{connection.signInUrl}</code> },
          ...connection.certificates.map(({ fingerprint, validUntil }) => ({
            name: 'Certificate',
            value: (
              <>
                <code className={styles.code}>{fingerprint}</code> until {formatMoment(validUntil, zone)}
              </>
            ),
          })),
        ]}
      />
      {connection.lastTest ? <TestResult test={connection.lastTest} /> : null}
      {mine?.failure ? <FailureSummary failure={mine.failure} /> : null}
      {mine?.testUrl ? (
        <Notice title="Ready to test" role="status">
          <p>Sign in at your provider. Then you return to this page, and stay signed in as you are.</p>
          <LinkButton to={mine.testUrl} reloadDocument size="small">
            Continue to your provider
          </LinkButton>
        </Notice>
      ) : null}
      <Form method="post" className={styles.actions} preventScrollReset>
        <SubmitButton look="quiet" size="small" name="do" value="test">
          Test
        </SubmitButton>
        <SubmitButton look="quiet" size="small" name="do" value={isActive ? 'off' : 'on'}>
          {isActive ? 'Switch off' : 'Switch on'}
        </SubmitButton>
        <LinkButton look="plain" size="small" to={`${paths.teamTab('sign-in')}?ask=disconnect`} preventScrollReset>
          Disconnect
        </LinkButton>
      </Form>
    </>
  )
}

function TestResult({ test }: { test: NonNullable<SamlConnection['lastTest']> }) {
  const when = formatMoment(test.at, useZone())
  if (test.refusal)
    return (
      <Notice tone="danger" title={`The test failed, ${when}.`}>
        {refusalLabels[test.refusal]}
      </Notice>
    )
  return (
    <Notice tone={test.email ? 'success' : 'warning'} title={`The test went well, ${when}.`}>
      Your provider told us of {`${test.firstName} ${test.surname}`.trim() || 'someone without a name'},{' '}
      {test.email ?? 'without an email address: new people need one'}. Name id: <code>{test.nameId}</code>
    </Notice>
  )
}
