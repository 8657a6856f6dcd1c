import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useSearchParams,
} from 'react-router'
import type { CallProblem, CallResult } from '#contract/core/invoke.ts'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { amountRefusal, choice, exactText, penceOrNull, readForm } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { eachTag, tagsIn } from '#web/http/read-tags.ts'
import { refused } from '#web/http/refused.ts'
import { sentenceFor } from '#web/messages.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField, TextField } from '#web/ui/kit/form.tsx'
import { useWallet } from './wallet.tsx'

const intents = ['rename', 'tag', 'default', 'alert', 'close'] as const
type Intent = (typeof intents)[number]

const MOST_TAGS = 20

export async function loader({ context }: LoaderFunctionArgs) {
  if (!getSession(context).can(['manage-billing', 'top-up-wallet'])) throw data(null, { status: 403 })
  return null
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const wallet = { id: readId(params.id) }
  const form = await request.formData()
  const { intent, amount } = readForm(form, { intent: choice(...intents), amount: penceOrNull })
  if (!intent) throw data(null, { status: 400 })
  const refuse = (failure: Failure) => refused({ intent, failure })
  if (intent === 'alert' && amount !== null && !amount)
    return refuse(invalidForm({ amount: amountRefusal(form, 'amount') }, form))
  const save: () => Promise<CallResult<unknown>> = {
    rename: () => session.api.updateWallet({ params: wallet, body: readForm(form, { name: exactText }) }),
    tag: () => session.api.updateWallet({ params: wallet, body: readForm(form, { tags: tagsIn() }) }),
    default: () => session.api.updateWallet({ params: wallet, body: { isDefault: true } }),
    alert: () => session.api.setLowBalanceAlert({ params: wallet, body: { amount: amount || null } }),
    close: () => session.api.closeWallet({ params: wallet }),
  }[intent]
  const result = await save()
  const here = paths.walletTab(wallet.id, 'settings')
  if (!result.ok && intent === 'close') {
    return session.redirect(here, closeRefusal(result.problem), 'danger')
  }
  if (!result.ok) return refuse(toFormFailure(result.problem, form, eachTag(MOST_TAGS)))
  session.flash(
    {
      rename: 'The name is saved.',
      tag: 'The tags are saved.',
      default: 'This is now the default wallet.',
      alert: amount ? 'The alert is set.' : 'No alert will be sent.',
      close: 'The wallet is closed. Its statement stays under Closed wallets.',
    }[intent],
  )
  return redirect(intent === 'close' ? paths.wallets : here, 303)
}

/** Why it stays open, with what is left in it, and what to do. */
function closeRefusal(problem: CallProblem): string {
  const { message, help } = toFormFailure(problem)
  return [message, ...problem.details.map((detail) => `${sentenceFor(detail)}.`), help].filter(Boolean).join(' ')
}

export default function WalletSettings() {
  const outcome = useActionData<typeof action>()
  const failureIn = (intent: Intent) => (outcome?.intent === intent ? outcome.failure : undefined)
  const { wallet } = useWallet()
  const can = useCan()
  const [search] = useSearchParams()
  const here = paths.walletTab(wallet.id, 'settings')
  const mayManage = can('manage-billing')
  return (
    <div className="narrow stack">
      {mayManage ? (
        <Card title="Name">
          <ActionForm failure={failureIn('rename')}>
            <input type="hidden" name="intent" value="rename" />
            <TextField name="name" label="Name" defaultValue={wallet.name} required maxLength={100} />
            <div>
              <SubmitButton>Save name</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      ) : null}
      {mayManage ? (
        <Card title="Tags">
          <ActionForm failure={failureIn('tag')}>
            <input type="hidden" name="intent" value="tag" />
            <TextField
              name="tags"
              label="Tags (optional)"
              description="What you file this wallet under, such as a cost centre. With commas between them."
              defaultValue={wallet.tags.join(', ')}
              maxLength={1100}
            />
            <div>
              <SubmitButton>Save tags</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      ) : null}
      {can('top-up-wallet') ? (
        <Card title="Low balance alert">
          <p className="muted">
            The team’s admins get one email each time the money to spend falls below this amount. Leave it empty for no
            email.
          </p>
          <ActionForm failure={failureIn('alert')}>
            <input type="hidden" name="intent" value="alert" />
            <AmountField
              name="amount"
              label="Send an email below"
              description={`${formatMoney(wallet.available, wallet.currency)} to spend now`}
              currency={wallet.currency}
              defaultValue={wallet.lowBalanceAlert === null ? '' : (wallet.lowBalanceAlert / 100).toFixed(2)}
            />
            <div>
              <SubmitButton>Save alert</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      ) : null}
      {mayManage && wallet.isDefault ? (
        <Card title="Default wallet">
          <p className="muted">
            The team pays from this wallet unless another is chosen. Make another wallet the default before you close
            this one.
          </p>
        </Card>
      ) : null}
      {mayManage && !wallet.isDefault ? (
        <>
          <Card title="Default wallet">
            <p className="muted">The team pays from its default wallet unless another is chosen.</p>
            <ActionForm failure={failureIn('default')}>
              <input type="hidden" name="intent" value="default" />
              <div>
                <SubmitButton look="quiet">Make this the default</SubmitButton>
              </div>
            </ActionForm>
          </Card>
          <Card title="Close this wallet">
            <p className="muted">
              An empty wallet can be closed: nothing more is paid from it, and its statement stays.
            </p>
            <div>
              <LinkButton look="quiet" preventScrollReset to={withQuery(here, { ask: 'close' })}>
                Close wallet
              </LinkButton>
            </div>
          </Card>
          {search.get('ask') === 'close' ? (
            <ConfirmDialog
              title={`Close ${wallet.name}?`}
              confirm="Close wallet"
              fields={{ intent: 'close' }}
              closeTo={here}
            >
              It leaves the list of wallets. A bank payment that still comes for {wallet.referenceId} opens it again.
            </ConfirmDialog>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
