import { generate } from 'selfsigned'
import { beforeAll, describe, expect, test } from 'vitest'
import { readProvider } from './read-provider.ts'

const bare = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')
const made = async (options: object) => (await generate([{ name: 'commonName', value: 'idp.example' }], options)).cert
const metadata = (
  ...certificates: string[]
) => `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example">
<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates
  .map(
    (each) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${each}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  )
  .join('')}
<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
</IDPSSODescriptor></EntityDescriptor>`

describe('metadata of an identity provider with odd certificates', () => {
  let [good, elliptic] = ['', '']
  beforeAll(async () => {
    ;[good, elliptic] = await Promise.all([made({ keySize: 2048 }), made({ keyType: 'ec', curve: 'P-256' })])
  })

  test.each([
    ['an elliptic key', () => bare(elliptic)],
    ['one that cannot be read', () => 'AAAA'],
  ])('is taken by its good one, with %s beside it', async (_, odd) => {
    for (const both of [
      [odd(), bare(good)],
      [bare(good), odd()],
    ])
      expect((await readProvider(metadata(...both))).certificates).toEqual([bare(good)])
  })

  test('is read with the armour of a PEM file, and counted once', async () => {
    expect((await readProvider(metadata(good, bare(good)))).certificates).toEqual([bare(good)])
  })

  test('is refused by the first fault where none is good', async () => {
    await expect(readProvider(metadata(bare(elliptic)))).rejects.toThrow('not RSA of 2048 bits')
    await expect(readProvider(metadata('AAAA'))).rejects.toThrow('cannot be read')
  })
})
