import type { AgeCode } from '#contract/contents/contents.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Tx } from '#server/db/client.ts'
import { basename, extname } from 'node:path'
import { importCopy } from '../import/import.copy.ts'
import { insertRow } from './edit-queries.ts'

export type NewWork = {
  title: string
  is_series: boolean
  age_rating: AgeCode
  category_ids: readonly number[]
  /** The key of the work in the imported catalogue. */
  import_key?: string
}

/**
 * Creates an unpublished work. A film gets its season and episode (D-30), a series its first season.
 */
export async function createWork(tx: Tx, work: NewWork, now: Date): Promise<{ id: number }> {
  const { title, is_series, age_rating, category_ids, import_key = null } = work
  const created_at = now.toISOString()
  const id = await insertRow(tx, 'series', {
    ...{ title, is_series, age_rating, import_key, created_at },
    category_ids: [...new Set(category_ids)].sort((a, b) => a - b),
    ...{ is_completed: !is_series, is_hidden: true, is_unpublished: true },
  })
  const season_id = await insertRow(tx, 'seasons', {
    ...{ series_id: id, number: 1 },
    title: is_series ? importCopy.season(1) : importCopy.filmSeason,
  })
  if (!is_series)
    await insertRow(tx, 'episodes', { series_id: id, season_id, number: 1, title, created_at })
  return { id }
}

export type NewFilm = {
  title: string
  categories?: readonly number[]
  age_rating?: AgeCode
  /** Free for all viewers; otherwise included in plans. */
  is_free: boolean
}

/** Creates a film: a series of one season and one episode (D-30), released now. @returns the ids of both. */
export async function createFilm(
  tx: Tx,
  { title, categories, age_rating = 'ALL', is_free }: NewFilm,
  now: Date,
): Promise<{ series_id: number; episode_id: number }> {
  const series_id = await insertRow(tx, 'series', {
    ...{ title, age_rating, released_on: seoulDate(now), is_completed: true, is_series: false },
    category_ids: [...new Set(categories)],
  })
  const season_id = await insertRow(tx, 'seasons', { series_id, number: 1, title })
  const episode_id = await insertRow(tx, 'episodes', {
    ...{ series_id, season_id, number: 1, title, is_free, in_subscription: true },
    released_at: now.toISOString(),
  })
  return { series_id, episode_id }
}

/** In code points. */
const maxTitleLength = 200

/** Normalizes a title: composed (macOS decomposes file names), on one line, at most 200 code points. */
export function normalizeTitle(text: string): string {
  const line = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, maxTitleLength).join('').trim()
}

/** Derives the title of a film from its file name: `겨울_바다.2160p.mp4` becomes 겨울 바다 2160p. */
export function titleFromFileName(file: string): string {
  const name = basename(file, extname(file))
  return normalizeTitle(name.replace(/[_.]+/g, ' ')) || normalizeTitle(name) || 'film'
}
