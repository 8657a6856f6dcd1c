/** Makes the PDF of a document that was issued. */
export const PRODUCE_JOB = 'documents.produce'
