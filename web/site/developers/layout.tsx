import { type LoaderFunctionArgs, NavLink, Outlet, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { InlineStyle } from '#web/ui/inline-style.tsx'
import css from './developers.css?inline'
import { listChapters } from './reference.server.ts'

export const loader = ({ context }: LoaderFunctionArgs) => ({
  chapters: listChapters(context.get(webContext).sandbox),
})

/** The frame of everything for developers: what there is to read, and the page. */
export default function Developers() {
  const { chapters } = useLoaderData<typeof loader>()
  return (
    <div className="developers">
      <InlineStyle css={css} />
      <nav aria-label="For developers">
        <ul>
          <li>
            <NavLink to={paths.developers} end>
              Guide
            </NavLink>
          </li>
          <li>
            <NavLink to={paths.walkThrough}>In five minutes</NavLink>
          </li>
          <li>
            <NavLink to={paths.errorList}>Errors</NavLink>
          </li>
          <li>
            <NavLink to={paths.eventList}>Webhooks</NavLink>
          </li>
          <li>
            <NavLink to={paths.versions}>Versions</NavLink>
          </li>
          <li>
            <NavLink to={paths.comingFromHuggg}>Coming from huggg</NavLink>
          </li>
          <li>
            <a href={paths.apiDescription}>OpenAPI document</a>
          </li>
        </ul>
        <h2>Reference</h2>
        <ul>
          {chapters.map(({ name, slug }) => (
            <li key={slug}>
              <NavLink to={paths.reference(slug)}>{name}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="developers-page">
        <Outlet />
      </div>
    </div>
  )
}
