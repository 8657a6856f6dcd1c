import { iso } from '#kit/time.ts'
import { linkToFile } from '#server/domains/teams/sign-in/index.ts'
import { readUpload, uploadById } from '#server/domains/uploads/index.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import type { DocumentContent } from './document.ts'
import { drawDocument } from './draw-document.ts'
import { type DocumentRecord, documentById } from './queries.ts'

/**
 * Makes the PDF of a document and keeps it among the files. Again, it makes the same file again at most.
 * @returns where it is
 */
export async function produceDocument(posy: Posy, documentId: string): Promise<string> {
  const document = jobRecord(await documentById(posy.db, documentId), 'document')
  if (document.object_key) return document.object_key
  const { id, kind, number, issued_at } = document
  const content = document.content as DocumentContent & object
  const { logoId } = content.customer
  const upload = logoId && (await uploadById(posy.db, logoId))
  const logo = upload ? await readUpload(posy, upload) : null
  const pdf = await drawDocument({ kind, number, issuedAt: issued_at, content, logo })
  const key = `documents/${iso(issued_at).slice(0, 7)}/${id}.pdf`
  await posy.providers.files.put(key, pdf)
  await asSystem(posy, async (work) => {
    await work.tx
      .updateTable('document')
      .set({ object_key: key, produced_at: work.at })
      .where('id', '=', id)
      .where('object_key', 'is', null)
      .execute()
  })
  return key
}

/** Makes the PDFs that no one has asked for before. @returns the documents as they are then, in the same order */
export async function produceMissing(posy: Posy, documents: readonly DocumentRecord[]): Promise<DocumentRecord[]> {
  const made: DocumentRecord[] = []
  for (const document of documents) {
    if (!document.object_key) await produceDocument(posy, document.id)
    made.push(document.object_key ? document : ((await documentById(posy.db, document.id)) ?? document))
  }
  return made
}

/** The PDFs of documents that have been made, each by a link for its reader that expires within the hour. */
export async function documentFileKeys(
  posy: Posy,
  reader: Principal | null,
  documents: readonly DocumentRecord[],
): Promise<{ fileName: string; url: string }[]> {
  if (!reader) return []
  return Promise.all(
    documents
      .filter((document) => document.object_key !== null)
      .map(async ({ object_key, number }) => {
        const fileName = `${number}.pdf`
        const file = { key: object_key!, fileName, contentType: 'application/pdf' }
        return { fileName, url: await linkToFile(posy, reader, file) }
      }),
  )
}
