import type { SchemaField } from './reference.server.ts'

/** Each field with its type, and those within it. */
export function Fields({ fields }: { fields: readonly SchemaField[] }) {
  return (
    <ul className="fields">
      {fields.map(({ name, type, required, description, fields: inner }) => (
        <li key={name}>
          <code>{name}</code> <span className="muted">{type}</span>
          {required ? <span className="required"> required</span> : null}
          {description ? <p>{description}</p> : null}
          {inner.length ? (
            <details>
              <summary>{`Fields of ${name}`}</summary>
              <Fields fields={inner} />
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
