import { type ReactNode, useState } from 'react'
import { paths } from '#web/paths.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import { botanicals } from '#web/ui/kit/botanicals.tsx'
import { Button, LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { invalidForm } from '#web/ui/kit/failure.ts'
import {
  ActionForm,
  AmountField,
  CheckField,
  PasswordField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { Skeleton } from '#web/ui/kit/skeleton.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import styles from './gallery.module.css'

const colours = [
  'paper',
  'surface',
  'side',
  'ink',
  'muted',
  'line',
  'control-line',
  'accent',
  'accent-wash',
  'success',
  'success-wash',
  'warning',
  'warning-wash',
  'danger',
  'danger-wash',
]
const statuses = [
  'Created',
  'Scheduled',
  'Sent',
  'Claimed',
  'Redeemed',
  'Fetched',
  'Expired',
  'Cancelled',
  'Pending',
  'Failed',
]
const rows = [
  { id: '1', name: 'Coffee and cake', pence: 850, status: 'Sent' },
  {
    id: '2',
    name: 'A very long name of a gift that someone once wrote and no one ever shortened, with a WordThatNeverEndsAndGoesOnAndOn',
    pence: -1_234_567,
    status: 'Redeemed',
  },
  { id: '3', name: 'Windowsill posy', pence: 0, status: 'Cancelled' },
]
const failure = {
  ...invalidForm({
    name: 'Must have at least 1 character',
    amount: 'This is not an amount: type one such as 250 or 250.50',
  }),
  values: { amount: 'ten' },
}

/** Every component, in every state worth looking at. */
export function Gallery() {
  const [asks, setAsks] = useState(false)
  return (
    <main id="main" className={`app ${styles.gallery}`}>
      <PageHeader
        title="Design system"
        lead="Tokens, type and components of the signed-in app. Change the scheme in the browser or in the user menu."
        back={{ to: paths.home, label: 'Home' }}
        actions={<Button onClick={() => setAsks(true)}>Ask something</Button>}
      />
      <Part title="Colours">
        <InlineStyle css={colours.map((name) => `[data-colour="${name}"] { background: var(--${name}) }`).join('')} />
        <ul className={styles.colours}>
          {colours.map((name) => (
            <li key={name}>
              <span data-colour={name} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Type">
        <h1>Handed over, not posted</h1>
        <h2>Money you can follow</h2>
        <h3>Made to be built on</h3>
        <p>Body text in Figtree. A small bunch of flowers, handed over: warm paper, ink, one peony accent.</p>
        <p className="muted small">Small and muted, for what comes second.</p>
      </Part>
      <Part title="Buttons">
        <div className="row">
          <Button>Primary</Button>
          <Button look="quiet">Quiet</Button>
          <Button look="plain">Plain</Button>
          <Button look="danger">Danger</Button>
          <LinkButton to={paths.gallery} look="quiet" size="small">
            A small link
          </LinkButton>
          <SubmitButton blocked="Not before you have chosen one.">Not yet</SubmitButton>
        </div>
      </Part>
      <Part title="Fields">
        <ActionForm failure={failure}>
          <TextField name="name" label="Name" />
          <AmountField name="amount" label="Amount" currency="GBX" />
          <TextField
            name="fine"
            label="A fine field"
            description="With a word of help."
            defaultValue="As it should be"
          />
          <PasswordField name="password" label="Password" autoComplete="off" />
          <SelectField
            name="select"
            label="One of several"
            data={['Peony', 'Fern', 'Citrus'].map((name) => ({ value: name, label: name }))}
          />
          <TextAreaField name="message" label="Message" rows={3} grows />
          <CheckField name="check" label="Tell me when it is done" defaultChecked />
          <SwitchField name="switch" label="A summary once a day" defaultChecked />
        </ActionForm>
      </Part>
      <Part title="Notices">
        <Notice>Something to know.</Notice>
        <Notice tone="success" title="Saved" />
        <Notice tone="warning" title="Running low">
          £12.50 left to spend.
        </Notice>
        <Notice tone="danger" title="The card was declined">
          No money has moved. Try another card.
        </Notice>
      </Part>
      <Part title="States and money">
        <div className="row">
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </div>
        <div className="row">
          <Money pence={123_456} currency="GBX" />
          <Money pence={5000} currency="EUX" movement />
          <Money pence={-250} currency="GBX" movement />
        </div>
      </Part>
      <Card title="Table" flush>
        <DataTable
          caption="Example gifts"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', header: 'Gift', cell: ({ name }) => name },
            { key: 'status', header: 'State', cell: ({ status }) => <StatusBadge status={status} /> },
            {
              key: 'pence',
              header: 'Amount',
              numeric: true,
              cell: ({ pence }) => <Money pence={pence} currency="GBX" movement />,
            },
          ]}
        />
        <Pagination page={2} lastPage={9} label="examples" />
      </Card>
      <Part title="Tabs and skeletons">
        <Tabs
          label="Example tabs"
          tabs={[
            { to: paths.gallery, label: 'Here' },
            { to: paths.home, label: 'Home' },
            { to: paths.browse, label: 'Browse' },
          ]}
        />
        <Skeleton lines={3} />
      </Part>
      <div className={styles.pictures}>
        {Object.keys(botanicals).map((name) => (
          <div key={name} className="card">
            <EmptyState
              picture={name as keyof typeof botanicals}
              title={name}
              action={<Button look="quiet">What to do next</Button>}
            >
              Nothing here yet, said kindly.
            </EmptyState>
          </div>
        ))}
      </div>
      {asks ? (
        <ConfirmDialog title="Cancel 12 gifts?" confirm="Cancel them" fields={{}} closeTo={`${paths.gallery}?closed=1`}>
          £120.00 is returned to Acme main. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </main>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => <Card title={title}>{children}</Card>
