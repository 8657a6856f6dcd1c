import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { useAppData, useCan } from '#web/app/shell/app-data.ts'
import { readForm, text, textOrNull } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { giftsInOnePurchase } from '#web/ui/plan-limits.ts'
import { useTeam } from './layout.tsx'
import { mayManage } from './may-manage.ts'
import styles from './team.module.css'

const ADDRESS = ['line1', 'line2', 'city', 'county', 'postcode', 'country'] as const
const addressFields = Object.fromEntries(ADDRESS.map((part) => [`businessAddress.${part}`, textOrNull]))

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const team = session.unwrap(await session.api.getTeam({ params: { id: session.teamId! } })).data
  // What the organisation pays is no business of those who only send.
  const plan = session.can('view-team-transactions') ? await session.api.getPlan({ params: { id: team.planId } }) : null
  return { plan: plan?.ok ? plan.value.data : null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const named = readForm(form, { name: text, businessEntityName: textOrNull, businessTradingName: textOrNull })
  const address = readForm(form, addressFields)
  const result = await session.api.updateTeam({
    params: { id: session.teamId! },
    body: {
      ...named,
      businessAddress: Object.fromEntries(ADDRESS.map((part) => [part, address[`businessAddress.${part}`]])),
    },
  })
  if (!result.ok) return refused(toFormFailure(result.problem, form))
  session.flash('The team’s details are saved.')
  return redirect(paths.teamTab('details'), 303)
}

export default function TeamDetails() {
  const { plan } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const team = useTeam()
  const can = useCan()
  const { links } = useAppData()
  const address = ADDRESS.map((part) => team.businessAddress?.[part]).filter(Boolean)
  return (
    <div className="columns">
      <div className="stack">
        <Card title="Details">
          {mayManage(team, can) ? (
            <ActionForm failure={failure}>
              <TextField name="name" label="Name" defaultValue={team.name} required maxLength={100} />
              <TextField name="businessEntityName" label="Legal name" defaultValue={team.businessEntityName ?? ''} />
              <TextField
                name="businessTradingName"
                label="Trading name"
                defaultValue={team.businessTradingName ?? ''}
              />
              <fieldset className={styles.address}>
                <legend>Address</legend>
                <TextField
                  name="businessAddress.line1"
                  label="Street"
                  autoComplete="address-line1"
                  defaultValue={team.businessAddress?.line1 ?? ''}
                />
                <TextField
                  name="businessAddress.line2"
                  label="Second line"
                  autoComplete="address-line2"
                  defaultValue={team.businessAddress?.line2 ?? ''}
                />
                <TextField name="businessAddress.city" label="Town" defaultValue={team.businessAddress?.city ?? ''} />
                <TextField
                  name="businessAddress.county"
                  label="County"
                  defaultValue={team.businessAddress?.county ?? ''}
                />
                <TextField
                  name="businessAddress.postcode"
                  label="Postcode"
                  autoComplete="postal-code"
                  defaultValue={team.businessAddress?.postcode ?? ''}
                />
                <TextField
                  name="businessAddress.country"
                  label="Country"
                  defaultValue={team.businessAddress?.country ?? ''}
                />
              </fieldset>
              <div>
                <SubmitButton>Save</SubmitButton>
              </div>
            </ActionForm>
          ) : (
            <Facts
              facts={[
                { name: 'Name', value: team.name },
                { name: 'Legal name', value: team.businessEntityName },
                { name: 'Trading name', value: team.businessTradingName },
                { name: 'Address', value: address.join(', ') },
              ]}
            />
          )}
        </Card>
      </div>
      <div className="stack">
        {plan ? (
          <Card title={`${plan.name} plan`}>
            <p className="muted">
              {plan.price ? `${formatMoney(plan.price, 'GBX')} a ${plan.billingPeriod}` : 'Free of charge'}
            </p>
            <dl className={styles.facts}>
              <div>
                <dt>Wallets</dt>
                <dd>{plan.entities.wallets}</dd>
              </div>
              <div>
                <dt>Subteams</dt>
                <dd>{plan.entities.subteams}</dd>
              </div>
              {giftsInOnePurchase(plan) ? (
                <div>
                  <dt>In one purchase</dt>
                  <dd>{plural(giftsInOnePurchase(plan), 'gift')}</dd>
                </div>
              ) : null}
            </dl>
            {can('manage-billing') && team.parentTeamId === null ? (
              <p>
                <Link to={paths.teamTab('plan')}>See or change the plan</Link>
              </p>
            ) : can(['contact-for-upgrade', 'purchase-hugggs']) ? (
              <p>
                Do you need more? <a href={links.sales}>Contact sales about a larger plan</a>.
              </p>
            ) : null}
          </Card>
        ) : null}
        {team.subteams.length ? (
          <Card title="Subteams">
            <ul className="stack">
              {team.subteams.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </ul>
          </Card>
        ) : null}
      </div>
    </div>
  )
}
