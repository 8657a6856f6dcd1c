import { MessagePage } from './message-page.tsx'

const known: Record<number, { title: string; text: string }> = {
  404: { title: 'Page not found', text: 'The address may be mistyped, or the page may have moved.' },
  405: { title: 'That cannot be done here', text: 'Nothing was changed. Go back and try again.' },
}
const unexpected = {
  title: 'Something went wrong',
  text: 'Something went wrong on our side and we have been told. Try again in a moment.',
}

const away = {
  title: 'One moment, please',
  text: 'We are not quite there. You are still signed in and nothing is lost. Try again in a moment.',
}

/** What an answer says (`statusText`) whose page reads more than it may at once. */
export const TOO_MUCH = 'Too much at once'

const tooMuch = {
  title: 'That is a lot at once',
  text: 'Reading it took longer than a page may. Choose fewer days, or a filter, and try again. Nothing is lost.',
}

interface ErrorPageProps {
  status: number
  statusText?: string
  /** The page that was asked for. */
  here: string
}

export function ErrorPage({ status, statusText, here }: ErrorPageProps) {
  if (statusText === TOO_MUCH) return <MessagePage {...tooMuch} action={{ label: 'Try again', href: here }} />
  if (status === 503) return <MessagePage {...away} action={{ label: 'Try again', href: here }} />
  return <MessagePage {...(known[status] ?? unexpected)} action={{ label: 'Go to the start', href: '/' }} />
}
