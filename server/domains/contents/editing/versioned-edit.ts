import { throwProblem } from '#server/shared/problem-error.ts'
import { isDeepStrictEqual } from 'node:util'

/** The fields that an edit changed, before and after. */
export type FieldChanges<F> = { before: Partial<F>; after: Partial<F> }

/** Changes that were made on the basis of `version`. */
export type VersionedEdit<F> = { version: number; changes: PartialFields<F> }

/** Some of the fields; undefined ones are unchanged. */
type PartialFields<F> = { [K in keyof F]?: F[K] | undefined }

/**
 * The fields whose values `edit` changes.
 * @returns null if nothing changes.
 * @throws `edit_conflict` if the current version is not the one of the edit.
 */
export function diffEdit<F extends object>(
  current: F & { version: number },
  { version, changes }: VersionedEdit<F>,
): FieldChanges<F> | null {
  if (current.version !== version) throwProblem('edit_conflict')
  const names = (Object.keys(changes) as (keyof F)[]).filter(
    (name) => changes[name] !== undefined && !isDeepStrictEqual(changes[name], current[name]),
  )
  if (names.length === 0) return null
  const only = (row: PartialFields<F>) =>
    Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<F>
  return { before: only(current), after: only(changes) }
}
