import { throwProblem } from '#server/shared/problem-error.ts'

/** What is changed, and the version that was seen. */
export type VersionRef = { id: number; version: number }
export type TextEdit<W> = { [K in keyof W]?: W[K] | undefined }
/** A text that was changed. */
export type TextChange<T> = { was: T; is: T }

/**
 * The row of what is to be changed, where it is as the editor saw it.
 * @throws Refusal `not_found` where there is none; `conflict` where somebody changed it meanwhile
 */
export function requireVersion<T extends { version: number }>(
  row: T | undefined,
  version: number,
): T {
  if (!row) return throwProblem('not_found')
  return row.version === version ? row : throwProblem('conflict')
}

/** Texts as they are kept: composed (NFC), and with one kind of line break. */
export function normalizeTexts<
  T extends { title?: string | undefined; context?: string | undefined },
>(words: T): T {
  const kept = (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n')
  const { title, context } = words
  return {
    ...words,
    ...(title === undefined ? {} : { title: kept(title) }),
    ...(context === undefined ? {} : { context: kept(context) }),
  }
}
