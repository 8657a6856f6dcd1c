import { data, type LoaderFunctionArgs } from 'react-router'
import { webContext } from '#web/context.ts'
import { Gallery } from './gallery-screen.tsx'

/** The design system on one page; for who works on it, so not in production. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(webContext).sandbox) throw data(null, { status: 404 })
  return null
}

export default Gallery
