import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { type AutomaticTopUp, TOP_UP_CONSENT, TOP_UPS_A_DAY } from '#contract/payments/automatic-top-ups.ts'
import { formatMoney } from '#kit/money.ts'
import { cardName } from '#web/app/billing/labels.ts'
import { useCan, useZone } from '#web/app/shell/app-data.ts'
import { amountRefusal, choice, pence, readForm, text, ticked } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatFull } from '#web/ui/format.ts'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField, CheckField, SelectField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { stopLabels } from './top-up-labels.ts'
import { useWallet } from './wallet.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('top-up-wallet')) throw data(null, { status: 403 })
  const cards = session.can('manage-cards') ? await session.api.listCards() : null
  return { cards: cards?.ok ? cards.value.data.filter(({ status }) => status === 'active') : [] }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const wallet = { id: readId(params.id) }
  const form = await request.formData()
  const here = paths.walletTab(wallet.id, 'automatic')
  const { intent } = readForm(form, { intent: choice('remove') })
  if (intent === 'remove') {
    const removed = await session.api.removeAutomaticTopUp({ params: wallet })
    if (!removed.ok) return refused(toFormFailure(removed.problem, form))
    session.flash('Automatic top-up is off.')
    return redirect(here, 303)
  }
  const { consent, cardId, ...amounts } = readForm(form, {
    threshold: pence,
    amount: pence,
    monthlyLimit: pence,
    consent: ticked,
    cardId: text,
  })
  const { threshold, amount, monthlyLimit } = amounts
  const wrong = Object.fromEntries(
    Object.entries(amounts)
      .filter(([, sum]) => !sum)
      .map(([name]) => [name, amountRefusal(form, name)]),
  )
  if (!consent) wrong.consent = 'Tick this to allow the card to be charged'
  if (!cardId) wrong.cardId = 'Choose a card'
  if (Object.keys(wrong).length) return refused(invalidForm(wrong, form))
  const saved = await session.api.setAutomaticTopUp({
    params: wallet,
    body: {
      threshold: threshold!,
      amount: amount!,
      monthlyLimit: monthlyLimit!,
      cardId: readId(cardId),
      consent: TOP_UP_CONSENT,
    },
  })
  if (!saved.ok) return refused(toFormFailure(saved.problem, form))
  session.flash('Automatic top-up is on.')
  return redirect(here, 303)
}

export default function AutomaticTopUpTab() {
  const { topUp } = useWallet()
  const { cards } = useLoaderData<typeof loader>()
  const can = useCan()
  const failure = useActionData<typeof action>()
  const maySet = can('create-merchant-initiated-charge') && can('manage-cards')
  return (
    <div className="narrow stack">
      {topUp ? <Now topUp={topUp} /> : null}
      {maySet ? <Setting topUp={topUp} cards={cards} failure={failure} /> : null}
      {!maySet && !topUp ? (
        <Notice title="This wallet is not topped up automatically">
          Your role does not set this up. Ask an admin of your team.
        </Notice>
      ) : null}
    </div>
  )
}

/** What is set, what it has done this month, and the way to end it. */
function Now({ topUp }: { topUp: AutomaticTopUp }) {
  const zone = useZone()
  const { status, stoppedBecause, currency, card, owner, dateConsented, dateLastCharged } = topUp
  return (
    <Card title={status === 'on' ? 'Automatic top-up is on' : 'Automatic top-up has stopped'}>
      {stoppedBecause ? (
        <Notice tone="danger" title={stopLabels[stoppedBecause]}>
          Nothing more is charged automatically. Save it again below to continue, or switch it off.
        </Notice>
      ) : null}
      <Facts
        facts={[
          { name: 'Card', value: `${cardName(card)} of ${owner.name}` },
          { name: 'Agreed on', value: formatFull(dateConsented, zone) },
          {
            name: 'This month',
            value: `${formatMoney(topUp.chargedThisMonth, currency)} of ${formatMoney(topUp.monthlyLimit, currency)}`,
          },
          { name: 'Last charged', value: dateLastCharged ? formatFull(dateLastCharged, zone) : 'Not yet' },
        ]}
      />
      <ActionForm>
        <div>
          <SubmitButton look="quiet" name="intent" value="remove">
            Switch off
          </SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}

interface SettingProps {
  topUp: AutomaticTopUp | null
  cards: ReturnType<typeof useLoaderData<typeof loader>>['cards']
  failure: Failure | undefined
}

function Setting({ topUp, cards, failure }: SettingProps) {
  const { wallet } = useWallet()
  if (!cards.length)
    return (
      <Notice title="Store a card first">
        Automatic top-up charges a card that you have stored. <Link to={paths.cards}>Add a card</Link>, then come back.
      </Notice>
    )
  const money = { currency: wallet.currency, required: true }
  return (
    <Card title={topUp ? 'Change it' : 'Top up automatically'}>
      <p className="muted">
        When less than you say is left to spend, your card is charged and the money is in the wallet at once: one charge
        at a time, at most {TOP_UPS_A_DAY} a day. You get a receipt by email each time.
      </p>
      <ActionForm failure={failure}>
        <AmountField
          name="threshold"
          label="When less is left than"
          {...money}
          defaultValue={formatPoundsInput(topUp?.threshold ?? null)}
        />
        <AmountField
          name="amount"
          label="Top up with"
          {...money}
          defaultValue={formatPoundsInput(topUp?.amount ?? null)}
        />
        <AmountField
          name="monthlyLimit"
          label="At most in a month"
          {...money}
          defaultValue={formatPoundsInput(topUp?.monthlyLimit ?? null)}
        />
        <SelectField
          name="cardId"
          label="Card"
          data={cards.map((card) => ({ value: card.id, label: cardName(card) }))}
          defaultValue={cards.find(({ id }) => id === topUp?.card.id)?.id ?? cards[0]!.id}
        />
        <CheckField name="consent" label={TOP_UP_CONSENT} />
        <div>
          <SubmitButton>{topUp ? 'Save' : 'Switch on'}</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}
