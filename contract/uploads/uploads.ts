import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, id } from '../core/shapes.ts'

/** What a picture is for: it decides the size it is kept in. */
const uploadKinds = ['logo', 'cover', 'pattern'] as const
export type UploadKind = (typeof uploadKinds)[number]

export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024
/** What the form around a file may take. */
export const UPLOAD_FORM_BYTES = 16 * 1024

/** A picture in a multipart form: PNG, JPEG, WebP or SVG. What it says of its type is not believed. */
export const pictureFile = () => z.file().max(MAX_UPLOAD_BYTES, 'must be at most 2 MB')

/** A picture that was uploaded before: its key, or its address as an upload answered it. */
export const uploadedPicture = () =>
  z.union([id('upload'), z.url({ protocol: /^https?$/ }).max(2000)], {
    error: 'upload the picture first (POST /v3/uploads) and give its key or url',
  })

export const Upload = z.object({
  key: z.string(),
  /** Public, and always the same picture. */
  url: z.string(),
  kind: z.enum(uploadKinds),
  contentType: z.enum(['image/png', 'image/jpeg']),
  width: z.int(),
  height: z.int(),
  sizeBytes: z.int(),
})
export type Upload = z.infer<typeof Upload>

export const createUpload = endpoint({
  id: 'createUpload',
  method: 'POST',
  path: '/v3/uploads',
  tag: 'Uploads',
  access: 'session',
  permission: ['purchase-hugggs', 'use-branding', 'add-themes', 'manage-team-information'],
  scope: ['send', 'manage'],
  summary:
    'Takes a picture (PNG, JPEG, WebP or SVG, at most 2 MB), draws it again without anything hidden in it, and keeps it as long as something shows it.',
  query: z.object({ kind: z.enum(uploadKinds).default('cover') }),
  bodyKind: 'multipart',
  bodyLimitBytes: MAX_UPLOAD_BYTES + UPLOAD_FORM_BYTES,
  body: z.object({ file: pictureFile() }),
  response: data(Upload),
  status: 201,
  errors: ['unavailable'],
})

export const uploadEndpoints = { createUpload }
