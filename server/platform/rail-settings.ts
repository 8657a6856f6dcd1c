import { z } from 'zod'

const url = () => z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ''))
const key = () => z.string().min(32, 'must be at least 32 characters').optional()
const login = () =>
  z
    .string()
    .regex(/^[^:\s]+:\S+$/, 'must be NAME:PASSWORD')
    .optional()

/** The variables about ways to pay out, as part of all settings (config.ts). */
export const railVariables = {
  PAYPOINT_API_KEY: z.string().min(1).optional(),
  PAYPOINT_BASE_URL: url().optional(),
  PAYPOINT_CASH_OUT_CAMPAIGN: z.string().min(1).optional(),
  PAYPOINT_ENERGY_CAMPAIGN: z.string().min(1).optional(),
  PAYPOINT_FILES_KEY: key(),
  POST_OFFICE_FILES_URL: url().optional(),
  POST_OFFICE_FILES_LOGIN: login(),
  POST_OFFICE_FILES_KEY: key(),
  PIN4CASH_FILES_URL: url().optional(),
  PIN4CASH_FILES_LOGIN: login(),
  PIN4CASH_FILES_KEY: key(),
}

/** A folder that we and a rail exchange files in, reached over HTTP. */
interface FolderSettings {
  baseUrl: string
  /** NAME:PASSWORD */
  login: string
  /** Signs the files of both sides. */
  key: string
}

export interface RailSettings {
  paypoint:
    | { apiKey: string; baseUrl: string; campaigns: { cashOut: string; energy: string }; filesKey: string }
    | undefined
  postOffice: FolderSettings | undefined
  pin4cash: FolderSettings | undefined
}

type Settings = z.output<z.ZodObject<typeof railVariables>>

/** @throws Error naming the variables of a rail that is set in part */
export const railSettings = (settings: Settings): RailSettings => ({
  paypoint: whole(
    settings,
    [
      'PAYPOINT_API_KEY',
      'PAYPOINT_BASE_URL',
      'PAYPOINT_CASH_OUT_CAMPAIGN',
      'PAYPOINT_ENERGY_CAMPAIGN',
      'PAYPOINT_FILES_KEY',
    ],
    ([apiKey, baseUrl, cashOut, energy, filesKey]) => ({ apiKey, baseUrl, campaigns: { cashOut, energy }, filesKey }),
  ),
  postOffice: folder(settings, 'POST_OFFICE'),
  pin4cash: folder(settings, 'PIN4CASH'),
})

const folder = (settings: Settings, name: 'POST_OFFICE' | 'PIN4CASH') =>
  whole(settings, [`${name}_FILES_URL`, `${name}_FILES_LOGIN`, `${name}_FILES_KEY`], ([baseUrl, login, key]) => ({
    baseUrl,
    login,
    key,
  }))

type Strings<N extends readonly unknown[]> = { [K in keyof N]: string }

function whole<const N extends readonly (keyof Settings)[], S>(
  settings: Settings,
  names: N,
  build: (values: Strings<N>) => S,
): S | undefined {
  const values = names.map((name) => settings[name])
  if (values.every((value) => value === undefined)) return undefined
  if (values.includes(undefined)) throw new Error(`${names.join(', ')}: set all of them or none`)
  return build(values as unknown as Strings<N>)
}
