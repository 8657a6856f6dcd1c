import { describe, expect, test } from 'vitest'
import { type Role, readConfig } from './config.ts'

const read = (env: Record<string, string>, role?: Role) => readConfig({ SANDBOX: 'true', ...env }, role)

const keys = {
  CHECKOUT_SECRET_KEY: 'sk_sbox_one',
  CHECKOUT_PUBLIC_KEY: 'pk_sbox_one',
  CHECKOUT_WEBHOOK_SECRET: 'a-secret-of-some-length',
  CHECKOUT_BASE_URL: 'https://abcd1234.api.sandbox.checkout.com/',
}

test('the configuration takes the card provider’s settings whole or not at all', () => {
  expect(read({}).checkout).toBeUndefined()
  expect(read({ ...keys }).checkout).toEqual({
    secretKey: 'sk_sbox_one',
    publicKey: 'pk_sbox_one',
    webhookSecret: 'a-secret-of-some-length',
    baseUrl: 'https://abcd1234.api.sandbox.checkout.com',
    processingChannelId: undefined,
  })
  expect(() => read({ ...keys, CHECKOUT_WEBHOOK_SECRET: '' })).toThrow(/CHECKOUT_WEBHOOK_SECRET.*all four or none/)
  expect(() => read({ ...keys, CHECKOUT_SECRET_KEY: 'pk_swapped' })).toThrow(/CHECKOUT_SECRET_KEY/)
})

test('the configuration takes where files are kept whole or not at all, naming what is missing', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com/',
    S3_BUCKET: 'posy-files',
    S3_REGION: 'eu-west-2',
    S3_ACCESS_KEY_ID: 'AKIA',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(read({}).s3).toBeUndefined()
  expect(read({ ...s3 }).s3).toMatchObject({
    endpoint: 'https://s3.eu-west-2.amazonaws.com',
    bucket: 'posy-files',
    region: 'eu-west-2',
    accessKeyId: 'AKIA',
    secretAccessKey: 'secret',
  })
  for (const name of Object.keys(s3)) expect(() => read({ ...s3, [name]: '' })).toThrow(name)
  const role = { ...s3, S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }
  expect(read({ ...role, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/keys' }).s3).toMatchObject({
    bucket: 'posy-files',
    accessKeyId: undefined,
    machine: { relativeUri: '/v2/keys' },
  })
  const identity = { AWS_ROLE_ARN: 'arn:aws:iam::1:role/posy', AWS_WEB_IDENTITY_TOKEN_FILE: '/run/token' }
  expect(read({ ...role, ...identity }).s3?.machine?.identity).toEqual({
    role: 'arn:aws:iam::1:role/posy',
    tokenFile: '/run/token',
    session: 'posy',
    sts: 'https://sts.eu-west-2.amazonaws.com',
  })
  expect(() => read({ ...s3, S3_BUCKET: 'Not/a bucket' })).toThrow(/S3_BUCKET/)
  expect(() => read({ ...s3, S3_ENDPOINT: 's3.amazonaws.com' })).toThrow(/S3_ENDPOINT/)
})

test('the demo world gets a past only on demand, and where no one outside is asked, paid or written to', () => {
  const isPlayed = (env: Record<string, string>, role?: 'api') =>
    read({ DEMO_HISTORY: 'true', ...env }, role).demoHistory
  expect(isPlayed({})).toBe(true)
  expect(read({}).demoHistory).toBe(false)
  expect(isPlayed({ SMTP_URL: 'smtp://mail.test' })).toBe(false)
  expect(isPlayed({ RECAPTCHA_SITE_KEY: 'k'.repeat(20), RECAPTCHA_SECRET_KEY: 'k'.repeat(20) })).toBe(false)
  expect(isPlayed({ DATABASE_URL: 'postgres://db.test/posy' }, 'api')).toBe(false)
  const tillo = {
    TILLO_API_KEY: 'k',
    TILLO_SECRET: 's'.repeat(16),
    TILLO_BASE_URL: 'https://t.test',
    TILLO_SECTOR: 's',
  }
  expect(isPlayed(tillo)).toBe(false)
  expect(isPlayed({ MERGE_API_KEY: 'k', MERGE_WEBHOOK_KEY: 'w'.repeat(16) })).toBe(false)
  expect(isPlayed(payOffice)).toBe(false)
})

const payOffice = {
  POST_OFFICE_FILES_URL: 'https://files.test/payout/',
  POST_OFFICE_FILES_LOGIN: 'posy:secret',
  POST_OFFICE_FILES_KEY: 'k'.repeat(32),
}

test('the configuration takes each rail whole or not at all, naming what belongs to it', () => {
  expect(read({}).rails).toEqual({ paypoint: undefined, postOffice: undefined, pin4cash: undefined })
  expect(read({ ...payOffice }).rails).toMatchObject({
    postOffice: { baseUrl: 'https://files.test/payout', login: 'posy:secret', key: 'k'.repeat(32) },
    pin4cash: undefined,
  })
  for (const name of Object.keys(payOffice)) expect(() => read({ ...payOffice, [name]: '' })).toThrow(name)
  expect(() => read({ ...payOffice, POST_OFFICE_FILES_LOGIN: 'posy' })).toThrow(/POST_OFFICE_FILES_LOGIN/)
  expect(() => read({ ...payOffice, POST_OFFICE_FILES_KEY: 'short' })).toThrow(/POST_OFFICE_FILES_KEY/)
  expect(() => read({ PAYPOINT_API_KEY: 'k' })).toThrow(/PAYPOINT_ENERGY_CAMPAIGN.*all of them or none/)
})

test('the configuration takes both keys of the captcha or none, and where it is', () => {
  const captcha = { RECAPTCHA_SITE_KEY: 'a-site-key-of-google', RECAPTCHA_SECRET_KEY: 'a-secret-key-of-google' }
  expect(read({}).recaptcha).toBeUndefined()
  expect(read({ ...captcha }).recaptcha).toEqual({
    siteKey: 'a-site-key-of-google',
    secretKey: 'a-secret-key-of-google',
    baseUrl: 'https://www.google.com/recaptcha',
  })
  const elsewhere = read({ ...captcha, RECAPTCHA_URL: 'https://www.recaptcha.net/recaptcha/' })
  expect(elsewhere.recaptcha?.baseUrl).toBe('https://www.recaptcha.net/recaptcha')
  for (const name of Object.keys(captcha)) expect(() => read({ ...captcha, [name]: '' })).toThrow(/both or none/)
})

describe('the sandbox and its published passwords', () => {
  const real = {
    SESSION_SECRET: 's'.repeat(32),
    SMTP_URL: 'smtp://mail.test',
    MAIL_FROM: 'Gifts <gifts@shop.example>',
    DATABASE_URL: 'postgres://db.test/posy',
    TRUSTED_PROXIES: '1',
    WEB_CLIENT_ID: 'web',
    WEB_CLIENT_SECRET: 'a-secret-of-the-web',
  }
  const elsewhere = { PUBLIC_URL: 'https://gifts.example' }

  test('are on by default only on this machine, with no provider set', () => {
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:80', 'http://posy.localhost'])
      expect(readConfig({ PUBLIC_URL })).toMatchObject({ sandbox: true, sandboxBanner: false })
    for (const provider of [keys, { SMTP_URL: 'smtp://mail.test' }])
      expect(() => readConfig(provider)).toThrow(/SESSION_SECRET: must be set where the sandbox is off/)
    for (const ENVIRONMENT of ['local', 'dev', 'beta', 'stage'])
      expect(() => readConfig({ ...elsewhere, ENVIRONMENT })).toThrow(/SANDBOX=true/)
    expect(() => readConfig({ ...elsewhere, ...keys, ENVIRONMENT: 'beta' })).toThrow(/must be set/)
    expect(readConfig({ ...elsewhere, ...real, ENVIRONMENT: 'beta' })).toMatchObject({ sandbox: false })
  })

  test('answer this machine alone unless asked for, whatever HOST says', () => {
    expect(readConfig({})).toMatchObject({ host: '127.0.0.1', thisMachineOnly: true })
    for (const HOST of ['localhost', '127.0.0.1', '::1'])
      expect(readConfig({ HOST })).toMatchObject({ host: HOST, thisMachineOnly: true })
    for (const HOST of ['0.0.0.0', '::', '192.0.2.7']) expect(() => readConfig({ HOST })).toThrow(/HOST.*SANDBOX=true/)
    expect(readConfig({ SANDBOX: 'true' })).toMatchObject({
      ...{ host: '0.0.0.0', thisMachineOnly: false, sandboxBanner: true },
    })
    expect(readConfig({ ...elsewhere, ...real })).toMatchObject({ host: '0.0.0.0', thisMachineOnly: false })
  })

  test('are on elsewhere by name alone, and then each page says so', () => {
    const asked = { ...elsewhere, ENVIRONMENT: 'stage', SANDBOX: 'true' }
    expect(readConfig(asked)).toMatchObject({ sandbox: true, sandboxBanner: true })
    expect(readConfig({ ...asked, ...keys })).toMatchObject({ sandbox: true, sandboxBanner: true })
    expect(readConfig({ ...real, SANDBOX: 'false' })).toMatchObject({ sandbox: false })
  })

  test('are never on in production, nor beside a key that charges real cards', () => {
    expect(() => readConfig({ ...elsewhere, ...real, SANDBOX: 'true' })).toThrow(/SANDBOX: production has no sandbox/)
    const live = { ...keys, CHECKOUT_SECRET_KEY: 'sk_live_one', SANDBOX: 'true' }
    expect(() => readConfig(live)).toThrow(/CHECKOUT_SECRET_KEY/)
    expect(readConfig({ ...elsewhere, ...real })).toMatchObject({ sandbox: false, environment: 'production' })
  })

  test('production starts only where the number of proxies in front is set', () => {
    const { TRUSTED_PROXIES: _, ...silent } = real
    expect(() => readConfig({ ...elsewhere, ...silent })).toThrow(/TRUSTED_PROXIES: must be set in production/)
    expect(readConfig({ ...elsewhere, ...silent, TRUSTED_PROXIES: '0' }).trustedProxies).toBe(0)
    expect(readConfig({ ...elsewhere, ...silent }, 'worker').trustedProxies).toBe(0)
    // A command runs without it, and knows that pages and API would not: `posy doctor` says so before the first start.
    expect(readConfig({ ...elsewhere, ...silent }, 'command').missingToStart).toEqual([
      'TRUSTED_PROXIES: must be set in production: how many proxies in front of Posy append to X-Forwarded-For, 0 where there are none',
    ])
    expect(readConfig({ ...elsewhere, ...real }, 'command').missingToStart).toEqual([])
  })

  test('production names its own sender, whom people are told to ask unless a link is set for it', () => {
    const { MAIL_FROM: _, ...silent } = real
    expect(() => readConfig({ ...elsewhere, ...silent })).toThrow(/MAIL_FROM: must be set in production/)
    expect(() => readConfig({ ...elsewhere, ...real, MAIL_FROM: 'Gifts' })).toThrow(/MAIL_FROM: must look like/)
    const HELP_URL = 'https://shop.example/help'
    for (const MAIL_FROM of ['Gifts <gifts@shop.example>', 'gifts@shop.example']) {
      const { links } = readConfig({ ...elsewhere, ...real, MAIL_FROM, HELP_URL })
      const sender = 'mailto:gifts@shop.example'
      expect(links).toEqual({ help: HELP_URL, sales: sender, assistance: sender, security: sender })
    }
    expect(read({}).links.help).toBe('mailto:gifts@posy.test')
  })
})
