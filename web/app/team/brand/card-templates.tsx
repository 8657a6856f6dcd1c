import { Link } from 'react-router'
import type { PrintableLayout } from '#contract/printables/printables.ts'
import { layoutLabels } from '#web/app/activity/labels.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'

interface CardTemplatesProps {
  templates: readonly { id: string; name: string; layout: PrintableLayout; isOwn: boolean }[]
  makes: boolean
}

/** The templates that a team's printed cards can have beside those that everyone has. */
export function CardTemplates({ templates, makes }: CardTemplatesProps) {
  return (
    <Card title="Printed cards">
      <p className="muted">
        {templates.length
          ? 'These can be chosen wherever gifts are printed, beside the ones that everyone has.'
          : 'Make a template with your own words, and what each card asks for. Everyone in the team can print by it.'}
      </p>
      {templates.length ? (
        <ul className="stack">
          {templates.map(({ id, name, layout, isOwn }) => (
            <li key={id}>
              {makes && isOwn ? <Link to={paths.cardTemplate(id)}>{name}</Link> : <strong>{name}</strong>}{' '}
              <span className="muted small">{layoutLabels[layout]}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {makes ? (
        <div>
          <LinkButton look="quiet" to={paths.cardTemplate('new')}>
            New card template
          </LinkButton>
        </div>
      ) : null}
    </Card>
  )
}
