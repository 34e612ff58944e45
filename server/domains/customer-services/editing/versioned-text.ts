import { throwProblem } from '#server/shared/problem-error.ts'

/** The text to edit and the version the editor has seen. */
export type VersionRef = { id: number; version: number }
export type TextEdit<W> = { [K in keyof W]?: W[K] | undefined }
/** A text before and after an edit. */
export type TextChange<T> = { was: T; is: T }

/**
 * Returns the row if it still has the expected version.
 * @throws ProblemError `not_found` if it does not exist; `conflict` if the version is outdated
 */
export function requireVersion<T extends { version: number }>(
  row: T | undefined,
  version: number,
): T {
  if (!row) return throwProblem('not_found')
  return row.version === version ? row : throwProblem('conflict')
}

/** Normalizes texts for storage: NFC with LF line breaks. */
export function normalizeTexts<
  T extends { title?: string | undefined; context?: string | undefined },
>(fields: T): T {
  const normalize = (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n')
  const { title, context } = fields
  return {
    ...fields,
    ...(title === undefined ? {} : { title: normalize(title) }),
    ...(context === undefined ? {} : { context: normalize(context) }),
  }
}
