const environments = ['beta', 'dev', 'local', 'production', 'stage'] as const
export type EnvironmentName = (typeof environments)[number]
export type Hosts = Record<EnvironmentName, string>

/** The API host of an environment; production unless told. */
export function apiHost(hosts: Hosts, environment: string = 'production'): string {
  if (!(environments as readonly string[]).includes(environment)) throw new Error('Unknown environment specified.')
  return hosts[environment as EnvironmentName]
}
