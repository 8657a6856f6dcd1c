import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { webContext } from '#web/context.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { Invitation } from './invitation.tsx'
import { declineBudget, findInvite, joinAsMyself, joinAsNew, joinByPassword } from './join.server.ts'
import { DeclineForm, NewPasswordForm, NewUserForm, SignedInForm } from './join-forms.tsx'
import { inviteToken } from './mailed-token.server.ts'

const answers = { new: joinAsNew, password: joinByPassword, myself: joinAsMyself, decline: declineBudget } as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  inviteToken.putAway(request, page)
  const found = await findInvite(page, inviteToken.of(request, page))
  const session = getSession(context)
  const isDeclined = new URL(request.url).searchParams.has('declined')
  // Said once: asked for again, the page knows no longer which it was.
  const declined = isDeclined ? (session.takeFlash()?.text ?? '') : null
  return { ...found, declined, email: session.user?.email ?? null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const session = getSession(context)
  const form = await request.formData()
  const { intent } = readForm(form, { intent: choice('new', 'password', 'myself', 'decline', 'sign-out') })
  if (intent === 'sign-out') {
    await session.end()
    return redirect(paths.join, 303)
  }
  const token = inviteToken.of(request, page)
  const { invite } = await findInvite(page, token)
  // The page says what is the matter.
  if (!token || !invite || !intent || (intent === 'myself' && !session.user)) return redirect(paths.join, 303)
  const outcome = await answers[intent]({ page, session, invite, token, form })
  return outcome instanceof Response ? outcome : data(outcome, { status: outcome.status })
}

export default function Join() {
  const { invite, isThrottled, declined, email } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  if (!invite && declined !== null) return <Declined budget={declined} isSignedIn={email !== null} />
  if (!invite) return <NoInvite isThrottled={isThrottled} isSignedIn={email !== null} />
  return (
    <>
      <Invitation invite={invite} />
      {email ? (
        <SignedInForm invite={invite} failure={failure} email={email} />
      ) : invite.hasAccount ? (
        <NewPasswordForm invite={invite} failure={failure} />
      ) : (
        <NewUserForm invite={invite} failure={failure} />
      )}
      {invite.type === 'automation-participant' ? <DeclineForm invite={invite} /> : null}
    </>
  )
}

const Declined = ({ budget, isSignedIn }: { budget: string; isSignedIn: boolean }) => (
  <>
    <title>You have declined the invite · Posy</title>
    <h1>You have declined the invite</h1>
    {budget ? <p>You get no allowance from “{budget}”.</p> : null}
    <p>
      The people who look after the budget are told, and you get no more reminders. If you change your mind, ask them to
      invite you again.
    </p>
    <LinkButton to={isSignedIn ? paths.home : paths.signIn}>{isSignedIn ? 'Go home' : 'Sign in'}</LinkButton>
  </>
)

function NoInvite({ isThrottled, isSignedIn }: { isThrottled: boolean; isSignedIn: boolean }) {
  return (
    <>
      <title>This invite is closed · Posy</title>
      <h1>This invite is closed</h1>
      {isThrottled ? (
        <Notice tone="warning">Too many links were tried from here. Open yours again in a quarter of an hour.</Notice>
      ) : (
        <Notice tone="warning" title="Its link no longer works">
          It may have been accepted, declined, taken back or sent again since, or its fourteen days are over. Look for a
          newer email, or ask the person who invited you to send it again.
        </Notice>
      )}
      <LinkButton to={isSignedIn ? paths.home : paths.signIn}>{isSignedIn ? 'Go home' : 'Sign in'}</LinkButton>
      {isSignedIn ? null : (
        <p>
          Accepted it already? Then <Link to={paths.signIn}>sign in</Link> and switch to the team.
        </p>
      )}
    </>
  )
}
