import { throwProblem } from '#server/shared/problem-error.ts'
import { isDeepStrictEqual } from 'node:util'

/** What an edit did: the fields that differ, as they were and as they are. */
export type FieldChanges<F> = { before: Partial<F>; after: Partial<F> }

/** A set of changes that was made from what stood at `version`. */
export type VersionedEdit<F> = { version: number; changes: PartialFields<F> }

/** Some of the fields; one that is undefined is not meant. */
export type PartialFields<F> = { [K in keyof F]?: F[K] | undefined }

/**
 * The fields that `edit` really changes of what stands.
 * @returns null where it changes nothing.
 * @throws Refusal `edited_meanwhile` where what stands is not what it was made from.
 */
export function diffEdit<F extends object>(
  stands: F & { version: number },
  { version, changes }: VersionedEdit<F>,
): FieldChanges<F> | null {
  if (stands.version !== version) throwProblem('edited_meanwhile')
  const names = (Object.keys(changes) as (keyof F)[]).filter(
    (name) => changes[name] !== undefined && !isDeepStrictEqual(changes[name], stands[name]),
  )
  if (names.length === 0) return null
  const only = (row: PartialFields<F>) =>
    Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<F>
  return { before: only(stands), after: only(changes) }
}
