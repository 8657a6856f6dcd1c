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

/** @param here the page that was asked for */
export function ErrorPage({ status, here }: { status: number; here: string }) {
  if (status === 503) return <MessagePage {...away} action={{ label: 'Try again', href: here }} />
  return <MessagePage {...(known[status] ?? unexpected)} action={{ label: 'Go to the start', href: '/' }} />
}
