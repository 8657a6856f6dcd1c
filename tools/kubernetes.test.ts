import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const manifests = readFileSync('deploy/kubernetes/posy.yaml', 'utf8').split(/^---$/m)
const byKind = (kind: string) => manifests.filter((one) => one.includes(`\nkind: ${kind}\n`))
const starts = (text: string) => [...text.matchAll(/path: (\/[a-z]\S*),/g)].map(([, path]) => path!)

test('the ingress of Kubernetes sends to the API what the balancer of a machine sends there, and pages everything else', () => {
  const rule = readFileSync('deploy/haproxy.cfg', 'utf8').match(/path_beg ([^}]+)} \|\| { path (\S+) }/)!
  const toApi = [...rule[1]!.trim().split(' '), rule[2]!].map((path) => path.replace(/\/$/, ''))
  const [ingress] = byKind('Ingress')
  const lines = ingress!.split('\n')
  expect(starts(lines.filter((line) => line.includes('posy-api')).join('\n')).sort()).toEqual(toApi.sort())
  expect(lines.filter((line) => line.includes('posy-web'))).toEqual([
    expect.stringContaining('path: /, pathType: Prefix'),
  ])
})

test('each process of Kubernetes is no one’s root, writes to no image, has its share of memory, and one of each role always stays', () => {
  const running = ['Deployment', 'Job', 'CronJob'].flatMap(byKind)
  expect(running).toHaveLength(5)
  for (const one of running)
    for (const asked of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'drop: [ALL]',
      'automountServiceAccountToken: false',
      'limits: { memory:',
    ])
      expect(one).toContain(asked)
  for (const role of ['api', 'web', 'worker']) {
    const [deployment] = byKind('Deployment').filter((one) => one.includes(`name: posy-${role},`))
    for (const probe of ['startupProbe: { httpGet: { path: /health', 'readinessProbe: { httpGet: { path: /ready'])
      expect(deployment).toContain(probe)
    expect(byKind('PodDisruptionBudget').filter((one) => one.includes(`role: ${role} }`))).toHaveLength(1)
  }
})
