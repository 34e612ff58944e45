import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Tx } from '#server/db/client.ts'
import { basename, extname } from 'node:path'

export type NewFilm = {
  title: string
  categories?: readonly number[]
  age_rating?: 'ALL' | '12' | '15' | '19'
  /** Free for all viewers; otherwise included in plans. */
  is_free: boolean
}

/** Creates a film: a series of one season and one episode (D-30), released now. @returns the ids of both. */
export async function createFilm(
  tx: Tx,
  film: NewFilm,
  now: Date,
): Promise<{ series_id: number; episode_id: number }> {
  const series = await tx
    .insertInto('series')
    .values({
      title: film.title,
      category_ids: [...new Set(film.categories)],
      age_rating: film.age_rating ?? 'ALL',
      released_on: seoulDate(now),
      is_completed: true,
      is_series: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const season = await tx
    .insertInto('seasons')
    .values({ series_id: series.id, number: 1, title: film.title })
    .returning('id')
    .executeTakeFirstOrThrow()
  const episode = await tx
    .insertInto('episodes')
    .values({
      series_id: series.id,
      season_id: season.id,
      number: 1,
      title: film.title,
      is_free: film.is_free,
      in_subscription: true,
      released_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { series_id: series.id, episode_id: episode.id }
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
