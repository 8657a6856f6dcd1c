import { explainConstraint } from '#server/platform/database/errors.ts'
import type { Domain } from '#server/platform/http/domain.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { uploadRoutes } from './routes.ts'

export { findUpload, isUploadUrl, notUploaded } from './find-upload.ts'
export { type UploadRecord, uploadById, uploadUsedBy } from './queries.ts'
export { readOwnUpload } from './read-own-upload.ts'
export { removeUnusedUploads } from './remove-unused.ts'
export { uploadUrl } from './serialize.ts'
export { PICTURE_HEADERS, readUpload, serveUpload } from './serve-upload.ts'
export { showUpload } from './show-upload.ts'
export { takeUpload } from './take-upload.ts'

explainConstraint(
  'upload_use_upload_id_team_id_fkey',
  () => new Problem('wrong_state', 'The picture was removed meanwhile.', { help: 'Upload it again, then try again.' }),
)

/** Pictures that people upload: taken in one place, kept as long as something shows them. */
export const uploadsDomain: Domain = { name: 'uploads', routes: uploadRoutes }
