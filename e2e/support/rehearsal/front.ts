import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { findProgram } from '#tools/programs.mjs'
import { openBalancer } from './balancer.ts'

export interface Balancer {
  close(): Promise<void>
}

/** HAProxy with the configuration that operators are given; where it is not installed, a stand-in with the same routes. */
export async function openFront(port: number, configuration: string): Promise<Balancer> {
  const program = findProgram('haproxy')
  if (!program) return openBalancer(port, routesOf(readFileSync(configuration, 'utf8')))
  const checked = spawnSync(program, ['-c', '-f', configuration], { encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`haproxy refuses its configuration: ${checked.stderr}`)
  const child = spawn(program, ['-db', '-f', configuration], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  // Whoever opened it may be stopped before closing it.
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

function routesOf(configuration: string) {
  const apiPaths = configuration
    .match(/path_beg ([^}]+)\}/)![1]!
    .trim()
    .split(' ')
  const portsOf = (backend: string) =>
    [
      ...configuration
        .split(`backend ${backend}`)[1]!
        .split('\nbackend')[0]!
        .matchAll(/ server \S+ \S+:(\d+)/g),
    ].map(([, port]) => Number(port))
  return [
    { prefixes: [...apiPaths, '/openapi.json'], ports: portsOf('posy-api') },
    { prefixes: ['/'], ports: portsOf('posy-web') },
  ]
}
