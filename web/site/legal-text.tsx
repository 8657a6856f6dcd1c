interface LegalTextProps {
  /** Blocks with blank lines between them: `# heading`, lines that begin with `- `, or a paragraph. */
  text: string
}

/** A text as its operator wrote it. Nothing in it is markup. */
export const LegalText = ({ text }: LegalTextProps) => (
  <div className="reading">
    {text
      .split(/\r?\n\s*\r?\n/)
      .map((block) => block.trim())
      .filter(Boolean)
      .map((block) => (
        <Block key={block} block={block} />
      ))}
  </div>
)

function Block({ block }: { block: string }) {
  const heading = /^#+\s+(.*)$/.exec(block)?.[1]
  if (heading) return <h2>{heading}</h2>
  const lines = block.split(/\r?\n/)
  if (lines.every((line) => line.startsWith('- ')))
    return (
      <ul>
        {lines.map((line) => (
          <li key={line}>{line.slice(2)}</li>
        ))}
      </ul>
    )
  return <p>{lines.join(' ')}</p>
}
