import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, text } from '../core/shapes.ts'
import { sandboxBase } from './base.ts'

const SandboxDns = z.object({ records: z.array(z.object({ name: z.string(), text: z.string() })) })

export const getSandboxDns = endpoint({
  ...sandboxBase,
  id: 'getSandboxDns',
  method: 'GET',
  path: '/sandbox/dns',
  summary: 'The TXT records of the simulated directory of domains. Exists in the sandbox only.',
  response: data(SandboxDns),
})

export const putSandboxDnsRecord = endpoint({
  ...sandboxBase,
  id: 'putSandboxDnsRecord',
  method: 'POST',
  path: '/sandbox/dns',
  summary: 'Publishes a TXT record; without text, takes all of a name away. Exists in the sandbox only.',
  body: z.strictObject({
    name: text(253)
      .toLowerCase()
      .regex(/^[a-z0-9_.-]+$/, 'must be a name such as _posy-challenge.example.com'),
    text: text(255)
      .regex(/^[ -~]*$/, 'must be plain letters, digits and signs')
      .default(''),
  }),
  response: data(SandboxDns),
})

export const dnsEndpoints = {
  getSandboxDns,
  putSandboxDnsRecord,
}
