/**
 * `npm run floors`: who may import whom and who may use which table, from tools/floors.json; and that nothing imports
 * itself in a circle, by file or by folder, types included. Tests may import anything, but nothing may import them.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exportedNames, type Import, readImports, sourceFiles } from './imports.ts'
import { migratedTables, type TableUse, tableUses } from './tables.ts'

/** In `folders`, which may name files too, a `*` stands for any one name. */
type Layer = { name: string; folders: string[]; imports: string[] | 'anything'; packages?: string[] }
/** One import that is allowed against the rules, for the reason given. */
type Exception = { from: string; to: string; typeOnly: boolean; why: string }
export type Floors = {
  layers: Layer[]
  exceptions: Exception[]
  /** Files at which a program starts, or that list what lies below: they stand beside what the whole folder shares. */
  entries: string[]
  /**
   * A domain with rooms has a door for each of its folders; a room may stand on a floor of its own, below the rest of its domain.
   * No door gives more than so many names.
   */
  domains: { folder: string; withRooms: string[]; doorNames: number; floors: string[][] }
  /** The tables of each domain or room, and of each layer that has some. Any room of a domain writes what its domain owns. */
  tables: Record<string, string[]>
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

export function readFloors(root: string): Floors {
  return JSON.parse(readFileSync(join(root, 'tools/floors.json'), 'utf8'))
}

/** Everything wrong with the imports below `root`, one message each; none means all is well. */
export function violations(root: string, floors: Floors): string[] {
  const topFolders = new Set(floors.layers.flatMap((layer) => layer.folders.map((folder) => folder.split('/')[0]!)))
  const files = sourceFiles(root, [...topFolders]).filter((path) => !isTest(path))
  const homeless = files.flatMap((path) => homelessness(floors, path) ?? [])
  const imports = files.flatMap((path) => readImports(root, path))
  const forbidden = imports
    .filter((one) => !isExcepted(floors, one))
    .flatMap((one) => {
      const reason = objection(root, floors, one)
      return reason ? [`${one.from}:${one.line} imports ${one.to}\n    ${reason}`] : []
    })
  return [...homeless, ...forbidden, ...circles(floors, imports)]
}

/**
 * What is wrong with who uses which table: each has one owner, only its owner writes it, and only the owner and what may
 * import the owner reads it. Tests and tools may do as they like.
 */
export function tableViolations(root: string, floors: Floors): string[] {
  const owners = new Map(
    Object.entries(floors.tables).flatMap(([owner, tables]) => tables.map((name) => [name, owner])),
  )
  const made = new Set(migratedTables(root))
  const listed = Object.values(floors.tables).flat()
  const unowned = [...made].filter((name) => !owners.has(name))
  const wrong = [
    ...unowned.map((name) => `The table ${name} has no owner\n    Name it in tools/floors.json, under its domain.`),
    ...listed
      .filter((name, index) => !made.has(name) || listed.indexOf(name) !== index)
      .map((name) => `tools/floors.json names the table ${name} twice, or no migration makes it.`),
    ...[...new Set(owners.values())]
      .filter((owner) => findFloor(floors, owner) === undefined && !floors.layers.some(({ name }) => name === owner))
      .map(
        (owner) => `tools/floors.json gives tables to ${owner}, which is neither a domain with a floor nor a layer.`,
      ),
  ]
  const files = sourceFiles(root, ['server']).filter(
    (path) => !isTest(path) && findLayer(floors, path)?.imports !== 'anything',
  )
  const uses = files.flatMap((path) => tableUses(root, path, made))
  return [...wrong, ...uses.flatMap((use) => tableObjection(floors, owners.get(use.table), use) ?? [])]
}

function tableObjection(floors: Floors, owner: string | undefined, { path, line, table, writes }: TableUse) {
  const layer = findLayer(floors, path)
  const user = owningDomain(floors, path) ?? layer?.name
  if (!owner || !layer || user === owner || (user && toDomain(user) === owner)) return undefined
  const where = `${path}:${line} ${writes ? 'writes' : 'reads'} ${table}\n   `
  if (writes) return `${where} Only ${owner} writes it: call a command of ${owner}.`
  const [own, other] = [findFloor(floors, user!), findFloor(floors, owner)]
  if (own !== undefined && toDomain(user!) === toDomain(owner) && other! <= own) return undefined
  if (own !== undefined && other !== undefined)
    return other < own ? undefined : `${where} It is ${owner}'s on floor ${other}, and ${user} stands on floor ${own}.`
  const home = other === undefined ? owner : 'domains'
  return layer.imports.includes(home) ? undefined : `${where} It is ${owner}'s, and ${user} may not import ${owner}.`
}

/** A door says what others may use: nothing that only its own domain or tests use, and no more than one can look through. */
export function doorViolations(root: string, floors: Floors): string[] {
  const { folder, doorNames } = floors.domains
  const files = sourceFiles(root, [
    ...new Set(floors.layers.flatMap(({ folders }) => folders.map((one) => one.split('/')[0]!))),
  ])
  const used = new Map<string, Set<string>>()
  for (const { to, names } of files
    .filter((path) => isProduct(floors, path))
    .flatMap((path) => readImports(root, path)))
    for (const name of names) used.set(to, (used.get(to) ?? new Set()).add(name))
  const doors = files.filter((path) => path === `${folder}/${owningDomain(floors, path)}/index.ts`)
  return doors.flatMap((door) => {
    const names = exportedNames(root, door)
    const unused = used.get(door)?.has('*') ? [] : names.filter((name) => !used.get(door)?.has(name))
    return [
      ...(names.length > doorNames
        ? [
            `${door} gives ${names.length} names, more than ${doorNames}\n    Divide it into rooms (domains.withRooms in tools/floors.json).`,
          ]
        : []),
      ...unused.map(
        (name) => `${door} gives ${name}, which nothing outside uses\n    Take it out; a test imports the file itself.`,
      ),
    ]
  })
}

const isProduct = (floors: Floors, path: string): boolean =>
  !isTest(path) && findLayer(floors, path)?.imports !== 'anything'

/** Functions that files give to others as they start: what floors below need of floors above stands in `posy.hooks`. */
export const registries = (root: string): string[] =>
  sourceFiles(root, ['server'])
    .filter((path) => !isTest(path) && /new (Weak)?(Map|Set)<Posy\b/.test(readFileSync(join(root, path), 'utf8')))
    .map(
      (path) =>
        `${path} keeps by Posy what was registered\n    Name it in Hooks (server/platform/posy.ts), and who answers in server/app/hooks.ts.`,
    )

/** Domains that floors.json gives a floor and that do not exist. */
export const phantoms = (root: string, { domains }: Floors): string[] =>
  domains.floors
    .flat()
    .filter((name) => !existsSync(join(root, domains.folder, name)))
    .map((name) => `There is no domain ${name}: a floor is listed in tools/floors.json when it exists.`)

/** A file must stand somewhere in floors.json, or no rule would speak about it. */
function homelessness(floors: Floors, path: string): string | undefined {
  if (!findLayer(floors, path)) {
    return `${path} is in no layer\n    Move it into a folder that tools/floors.json names, or name its folder there.`
  }
  const domain = owningDomain(floors, path)
  if (domain && findFloor(floors, domain) === undefined) {
    return `${path} is in no domain that has a floor\n    Give ${domain} a floor in tools/floors.json.`
  }
  return undefined
}

function objection(root: string, floors: Floors, { from, to, isPackage }: Import): string | undefined {
  const layer = findLayer(floors, from)
  if (!layer) return undefined
  if (isPackage) {
    if (!layer.packages || layer.packages.some((name) => to === name || to.startsWith(`${name}/`))) return undefined
    return `${layer.name} stays free of packages, except ${layer.packages.join(', ')}.`
  }
  if (!existsSync(join(root, to))) return 'There is no such file. Imports name the file with its extension.'
  if (isTest(to)) return 'Nothing imports a test: move what is shared into server/testing.'
  const target = findLayer(floors, to)
  if (!target || layer.imports === 'anything') return undefined
  if (target !== layer && !layer.imports.includes(target.name)) {
    const allowed = layer.imports.length > 0 ? `only ${layer.imports.join(', ')}` : 'nothing outside itself'
    return `${layer.name} may not import ${target.name}: ${layer.name} imports ${allowed}. See ARCHITECTURE.md.`
  }
  return domainObjection(floors, from, to) ?? doorObjection(floors, from, to)
}

/** Domains import strictly lower floors; rooms of one floor of a domain import each other, in no circle. */
function domainObjection(floors: Floors, from: string, to: string): string | undefined {
  const [importer, imported] = [owningDomain(floors, from), owningDomain(floors, to)]
  if (!importer || !imported || importer === imported) return undefined
  const [own, other] = [findFloor(floors, importer), findFloor(floors, imported)]
  if (own === undefined || other === undefined || other < own) return undefined
  if (toDomain(importer) === toDomain(imported) && other === own) return undefined
  return (
    `${importer} stands on floor ${own} and ${imported} on floor ${other}: a domain imports strictly lower floors. ` +
    'An effect on a higher floor travels as an event through the outbox.'
  )
}

/** From outside, a domain has one door, or each of its rooms has. */
function doorObjection(floors: Floors, from: string, to: string): string | undefined {
  const imported = owningDomain(floors, to)
  if (!imported || owningDomain(floors, from) === imported) return undefined
  const door = `${floors.domains.folder}/${imported}/index.ts`
  return to === door ? undefined : `The only door into ${imported} is ${door}: import from there.`
}

function isExcepted(floors: Floors, { from, to, typeOnly }: Import): boolean {
  return floors.exceptions.some((one) => one.from === from && one.to === to && (typeOnly || !one.typeOnly))
}

function findLayer({ layers }: Floors, path: string): Layer | undefined {
  const isIn = (folder: string) =>
    new RegExp(`^${folder.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}(/|$)`).test(path)
  return layers.find(({ folders }) => folders.some(isIn))
}

/** The domain of a file, or its room where the domain has rooms: `purchases/buy`. */
function owningDomain({ domains }: Floors, path: string): string | undefined {
  if (!path.startsWith(`${domains.folder}/`)) return undefined
  const [domain, room, ...within] = path.slice(domains.folder.length + 1).split('/')
  return domains.withRooms.includes(domain!) && within.length > 0 ? `${domain}/${room}` : domain
}

const toDomain = (room: string): string => room.split('/')[0]!

/** Floors count from 1. A room that has none of its own stands where its domain does. */
function findFloor({ domains }: Floors, domain: string): number | undefined {
  const toIndex = (name: string) => domains.floors.findIndex((names) => names.includes(name))
  const index = toIndex(domain) === -1 ? toIndex(toDomain(domain)) : toIndex(domain)
  return index === -1 ? undefined : index + 1
}

function circles(floors: Floors, imports: Import[]): string[] {
  const own = imports.filter((one) => !one.isPackage)
  // Where layers share a folder, as those of one provider do, each has its own part of it.
  const toFolder = (path: string) =>
    floors.entries.includes(path) ? path : `${dirname(path)} ${findLayer(floors, path)?.name}`
  const betweenFolders = own.filter(({ from, to }) => toFolder(from) !== toFolder(to))
  return [
    ...findCircles(own, (path) => path).map((circle) => `Files import each other in a circle\n${describe(circle)}`),
    ...findCircles(betweenFolders, toFolder).map(
      (circle) => `Folders import each other in a circle\n${describe(circle)}`,
    ),
  ]
}

function describe(circle: Import[]): string {
  return circle.map(({ from, to, line }) => `    ${from}:${line} imports ${to}`).join('\n')
}

/** Circles between the nodes that files belong to, each as its imports: the shortest through a node, no node twice. */
function findCircles(imports: Import[], toNode: (path: string) => string): Import[][] {
  const byNode = Map.groupBy(imports, ({ from }) => toNode(from))
  const reported = new Set<string>()
  const found: Import[][] = []
  for (const start of [...byNode.keys()].sort()) {
    if (reported.has(start)) continue
    const circle = shortestCircle(byNode, toNode, start)
    if (!circle) continue
    found.push(circle)
    for (const { from } of circle) reported.add(toNode(from))
  }
  return found
}

function shortestCircle(byNode: Map<string, Import[]>, toNode: (path: string) => string, start: string) {
  const paths: Import[][] = [[]]
  const seen = new Set<string>()
  for (const path of paths) {
    const last = path.at(-1)
    for (const step of byNode.get(last ? toNode(last.to) : start) ?? []) {
      const node = toNode(step.to)
      if (node === start) return [...path, step]
      if (seen.has(node)) continue
      seen.add(node)
      paths.push([...path, step])
    }
  }
  return undefined
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..')
  const floors = readFloors(root)
  const found = [
    ...violations(root, floors),
    ...tableViolations(root, floors),
    ...doorViolations(root, floors),
    ...registries(root),
    ...phantoms(root, floors),
  ]
  for (const message of found) console.error(`${message}\n`)
  console.log(
    found.length === 0 ? 'Imports and tables keep to the floors.' : `The floors are broken ${found.length} times.`,
  )
  process.exitCode = found.length === 0 ? 0 : 1
}
