import type { Floors } from './floors.ts'

const start = '<!-- floors:start -->'
const end = '<!-- floors:end -->'

/** The text of ARCHITECTURE.md with the diagram between its markers redrawn from floors.json. */
export function withDiagram(document: string, floors: Floors): string {
  const [from, to] = [document.indexOf(start), document.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`ARCHITECTURE.md needs the markers ${start} and ${end}`)
  const before = document.slice(0, from + start.length)
  return `${before}\n\n\`\`\`mermaid\n${diagram(floors)}\n\`\`\`\n\n${document.slice(to)}`
}

/** An arrow means "imports". Arrows that follow from others are left out. */
function diagram({ layers, domains }: Floors): string {
  const drawn = layers.filter((layer) => layer.imports !== 'anything')
  const lines = ['flowchart TB']
  for (const { name } of drawn.filter((layer) => layer.name !== 'domains')) lines.push(`  ${name}`)
  lines.push('  subgraph domains', '    direction TB')
  const floorLabels = domains.floors.map(
    (names, index) => `    floor${index + 1}["${index + 1} · ${names.join(' · ')}"]`,
  )
  lines.push(...floorLabels.reverse())
  for (let floor = domains.floors.length; floor > 1; floor--) lines.push(`    floor${floor} --> floor${floor - 1}`)
  lines.push('  end')

  const importsByName = new Map(drawn.map(({ name, imports }) => [name, imports === 'anything' ? [] : imports]))
  for (const { name } of drawn) {
    const direct = importsByName.get(name) ?? []
    const implied = new Set(direct.flatMap((other) => importsByName.get(other) ?? []))
    for (const other of direct.filter((one) => !implied.has(one))) lines.push(`  ${name} --> ${other}`)
  }
  return lines.join('\n')
}
