import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { findProgram } from '#tools/programs.mjs'
import { openBalancer, type Route } from './balancer.ts'

export interface Balancer {
  close(): Promise<void>
}

/**
 * HAProxy with the configuration that operators are given; where it is not installed, a stand-in with the same routes.
 * @param program another than the one found: null for the stand-in
 */
export async function openFront(
  port: number,
  configuration: string,
  program: string | null = findProgram('haproxy') ?? null,
): Promise<Balancer> {
  if (!program) return openBalancer(port, readRoutes(readFileSync(configuration, 'utf8')))
  const checked = spawnSync(program, ['-c', '-f', configuration], { encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`haproxy refuses its configuration: ${checked.stderr}`)
  const child = spawn(program, ['-db', '-f', configuration], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  // The person who opened it may be stopped before closing it.
  const stop = () => void child.kill('SIGTERM')
  process.once('exit', stop)
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await fetch(`http://127.0.0.1:${port}/openapi.json`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    close: async () => {
      process.off('exit', stop)
      stop()
      await exited
    },
  }
}

/** The routes of the shipped configuration: paths of the API, and everything else to the pages. */
function readRoutes(configuration: string): Route[] {
  const apiPaths = configuration
    .match(/path_beg ([^}]+)\}/)![1]!
    .trim()
    .split(' ')
  const section = (heading: string) => {
    const [, after = ''] = configuration.split(new RegExp(`^${heading}$`, 'm'))
    return after.split(/^\S/m)[0]!
  }
  const checkIn = (text: string) => text.match(/^ +http-check send .*\buri (\S+)/m)?.[1]
  const backend = (name: string) => {
    const text = section(`backend ${name}`)
    const ports = [...text.matchAll(/^ +server \S+ \S+:(\d+)/gm)].map(([, port]) => Number(port))
    if (ports.length === 0) throw new Error(`the configuration names no server for ${name}`)
    const check = checkIn(text) ?? checkIn(section('defaults'))
    if (!check) throw new Error(`the configuration asks nothing of ${name}`)
    return { ports, check }
  }
  return [
    { prefixes: [...apiPaths, '/openapi.json'], ...backend('posy-api') },
    { prefixes: ['/'], ...backend('posy-web') },
  ]
}
