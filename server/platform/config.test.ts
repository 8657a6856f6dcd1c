import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const keys = {
  CHECKOUT_SECRET_KEY: 'sk_sbox_one',
  CHECKOUT_PUBLIC_KEY: 'pk_sbox_one',
  CHECKOUT_WEBHOOK_SECRET: 'a-secret-of-some-length',
  CHECKOUT_BASE_URL: 'https://abcd1234.api.sandbox.checkout.com/',
}

test('takes the card provider’s settings whole or not at all', () => {
  expect(readConfig({}).checkout).toBeUndefined()
  expect(readConfig(keys).checkout).toEqual({
    secretKey: 'sk_sbox_one',
    publicKey: 'pk_sbox_one',
    webhookSecret: 'a-secret-of-some-length',
    baseUrl: 'https://abcd1234.api.sandbox.checkout.com',
    processingChannelId: undefined,
  })
  expect(() => readConfig({ ...keys, CHECKOUT_WEBHOOK_SECRET: '' })).toThrow(
    /CHECKOUT_WEBHOOK_SECRET.*all four or none/,
  )
  expect(() => readConfig({ ...keys, CHECKOUT_SECRET_KEY: 'pk_swapped' })).toThrow(/CHECKOUT_SECRET_KEY/)
})

test('takes where files are kept whole or not at all, naming what is missing', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com/',
    S3_BUCKET: 'posy-files',
    S3_REGION: 'eu-west-2',
    S3_ACCESS_KEY_ID: 'AKIA',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(readConfig({}).s3).toBeUndefined()
  expect(readConfig(s3).s3).toEqual({
    endpoint: 'https://s3.eu-west-2.amazonaws.com',
    bucket: 'posy-files',
    region: 'eu-west-2',
    accessKeyId: 'AKIA',
    secretAccessKey: 'secret',
  })
  for (const name of Object.keys(s3)) expect(() => readConfig({ ...s3, [name]: '' })).toThrow(name)
  expect(() => readConfig({ ...s3, S3_BUCKET: 'Not/a bucket' })).toThrow(/S3_BUCKET/)
  expect(() => readConfig({ ...s3, S3_ENDPOINT: 's3.amazonaws.com' })).toThrow(/S3_ENDPOINT/)
})

test('the demo world gets a past only on demand, and where nobody outside is asked, paid or written to', () => {
  const isPlayed = (env: Record<string, string>, role?: 'api') =>
    readConfig({ DEMO_HISTORY: 'true', ...env }, role).demoHistory
  expect(isPlayed({})).toBe(true)
  expect(readConfig({}).demoHistory).toBe(false)
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
})

test('takes the captcha’s two keys or none, and where it is', () => {
  const captcha = { RECAPTCHA_SITE_KEY: 'a-site-key-of-google', RECAPTCHA_SECRET_KEY: 'a-secret-key-of-google' }
  expect(readConfig({}).recaptcha).toBeUndefined()
  expect(readConfig(captcha).recaptcha).toEqual({
    siteKey: 'a-site-key-of-google',
    secretKey: 'a-secret-key-of-google',
    baseUrl: 'https://www.google.com/recaptcha',
  })
  const elsewhere = readConfig({ ...captcha, RECAPTCHA_URL: 'https://www.recaptcha.net/recaptcha/' })
  expect(elsewhere.recaptcha?.baseUrl).toBe('https://www.recaptcha.net/recaptcha')
  for (const name of Object.keys(captcha)) expect(() => readConfig({ ...captcha, [name]: '' })).toThrow(/both or none/)
})
