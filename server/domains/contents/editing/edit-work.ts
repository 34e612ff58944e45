import { normalizeText } from '#contract/core/characters.ts'
import type { WorkFields } from '#contract/contents/staff/catalogue.ts'
import type { Tx } from '#server/db/client.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import { diffEdit, type FieldChanges, type VersionedEdit } from './versioned-edit.ts'
import {
  areCategories,
  insertRow,
  lockWork,
  releaseEpisodes,
  replaceCredits,
  updateRow,
} from './edit-queries.ts'
import { isRescheduled, validateSchedule } from './schedule-policy.ts'
import { applySchedules } from './schedule-queries.ts'
import type { AgeCode } from '#contract/contents/contents.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import { basename, extname } from 'node:path'
import { importCopy } from '../import/import.copy.ts'

type NewWork = {
  title: string
  is_series: boolean
  age_rating: AgeCode
  category_ids: readonly number[]
  /** The key of the work in the imported catalogue. */
  import_key?: string
}

/**
 * Creates an unpublished work. A film gets its season and episode, a series its first season.
 */
export async function createWork(tx: Tx, work: NewWork, now: Date): Promise<{ id: number }> {
  const { title, is_series, age_rating, category_ids, import_key = null } = work
  await requireCategories(tx, category_ids)
  const created_at = now.toISOString()
  const id = await insertRow(tx, 'series', {
    title,
    is_series,
    age_rating,
    import_key,
    created_at,
    category_ids: [...new Set(category_ids)].sort((a, b) => a - b),
    is_completed: !is_series,
    is_hidden: true,
    is_unpublished: true,
  })
  const season_id = await insertRow(tx, 'seasons', {
    series_id: id,
    number: 1,
    title: is_series ? importCopy.season(1) : importCopy.filmSeason,
  })
  if (!is_series)
    await insertRow(tx, 'episodes', { series_id: id, season_id, number: 1, title, created_at })
  return { id }
}

type NewFilm = {
  title: string
  categories?: readonly number[]
  age_rating?: AgeCode
  /** Free for all viewers. */
  is_free: boolean
  in_subscription?: boolean
  /** Won; 0 is not sold. */
  price?: number
  /** Won; null is not rented out. */
  rental_price?: number | null
  is_unpublished?: boolean
}

/**
 * Creates a film: a series of one season and one episode, released now unless it is unpublished.
 * @returns the ids of both
 */
export async function createFilm(
  tx: Tx,
  { title, categories, age_rating = 'ALL', is_unpublished = false, ...terms }: NewFilm,
  now: Date,
): Promise<{ series_id: number; episode_id: number }> {
  const { is_free, in_subscription = true, price = 0, rental_price = null } = terms
  const series_id = await insertRow(tx, 'series', {
    title,
    age_rating,
    released_on: is_unpublished ? null : seoulDate(now),
    is_completed: true,
    is_series: false,
    is_hidden: is_unpublished,
    is_unpublished,
    category_ids: [...new Set(categories)],
  })
  const season_id = await insertRow(tx, 'seasons', { series_id, number: 1, title })
  const episode_id = await insertRow(tx, 'episodes', {
    series_id,
    season_id,
    number: 1,
    title,
    is_free,
    in_subscription,
    price,
    rental_price,
    // Publishing the work releases its episode.
    released_at: is_unpublished ? null : now.toISOString(),
  })
  return { series_id, episode_id }
}

/** @throws 400 `invalid_choice` for an unknown category */
async function requireCategories(tx: Tx, ids: readonly number[]): Promise<void> {
  if (!(await areCategories(tx, ids))) throwFieldError('category_ids', 'invalid_choice')
}

/** In code points. */
const maxTitleLength = 200

/** Normalizes a title: composed (macOS decomposes file names), on one line, at most 200 code points. */
export function normalizeTitle(text: string): string {
  const line = normalizeText(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, maxTitleLength).join('').trim()
}

/** Derives the title of a film from its file name: `겨울_바다.2160p.mp4` becomes 겨울 바다 2160p. */
export function titleFromFileName(file: string): string {
  const name = basename(file, extname(file))
  return normalizeTitle(name.replace(/[_.]+/g, ' ')) || normalizeTitle(name) || 'film'
}

/**
 * Updates fields of a work. Triggers of its tables update lists, pages, search and the sitemap.
 * @param options.acceptsPast whether its schedule may begin or end in the past, as that of a licence in an import
 * @returns the changes, or null if nothing changed; and the current title.
 * @throws `not_found`; `edit_conflict`; `invalid_request` for an invalid schedule
 */
export async function updateWork(
  tx: Tx,
  id: number,
  edit: VersionedEdit<WorkFields>,
  now: Date,
  { acceptsPast = false } = {},
): Promise<{ change: FieldChanges<WorkFields> | null; name: string }> {
  const current = (await lockWork(tx, id)) ?? throwProblem('not_found')
  const change = diffEdit<WorkFields>(current, normalizeEdit(edit))
  if (!change) return { change, name: current.title }
  const { after } = change
  const updated = { ...current, ...after }
  validateSchedule(current, updated, acceptsPast ? new Date(0) : now)
  if (after.category_ids) await requireCategories(tx, after.category_ids)
  const { people, poster, backdrop, ...columns } = after
  await updateRow(tx, 'series', id, {
    ...columns,
    is_unpublished: updated.is_unpublished,
    ...(poster !== undefined && {
      poster_key: poster?.key ?? null,
      ...(poster && { poster_color: poster.color }),
    }),
    ...(backdrop !== undefined && {
      backdrop_key: backdrop?.key ?? null,
      ...(backdrop && { backdrop_color: backdrop.color }),
    }),
    // The trigger of versions covers neither credits nor countries.
    ...((people || after.countries) && { version: current.version + 1 }),
  })
  if (people) await replaceCredits(tx, id, people)
  if (isRescheduled(after)) {
    await applySchedules(tx, 'series', [id], now)
    if (!updated.is_unpublished) {
      const released_at = updated.publish_at ?? now.toISOString()
      const released = await releaseEpisodes(tx, id, current.publish_at, released_at)
      await applySchedules(tx, 'episodes', released, now)
    }
  }
  return { change, name: updated.title }
}

/** Sorts and deduplicates sets, so that equal sets are no change. A person has each role once. */
function normalizeEdit({ version, changes }: VersionedEdit<WorkFields>): VersionedEdit<WorkFields> {
  const { category_ids, countries, people, descriptors } = changes
  return {
    version,
    changes: {
      ...changes,
      ...(category_ids && { category_ids: [...new Set(category_ids)].sort((a, b) => a - b) }),
      ...(countries && { countries: [...new Set(countries)] }),
      ...(descriptors && { descriptors: [...new Set(descriptors)] }),
      ...(people && {
        people: [
          ...new Map(
            people
              .toReversed()
              .map((credit) => [
                JSON.stringify([credit.role, credit.name, credit.name_original]),
                credit,
              ]),
          ).values(),
        ].toReversed(),
      }),
    },
  }
}
