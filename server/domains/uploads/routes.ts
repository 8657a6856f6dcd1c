import { createUpload } from '#contract/uploads/uploads.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { serializeUpload } from './serialize.ts'
import { takeUpload } from './take-upload.ts'

export const uploadRoutes: Route[] = [
  // Not one transaction: the picture is drawn and stored before its row is written.
  read(createUpload, async ({ posy, caller, query, body }) => ({
    data: serializeUpload(posy, await takeUpload(posy, caller, { file: body.file, kind: query.kind })),
  })),
]
