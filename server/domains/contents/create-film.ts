import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Tx } from '#server/db/client.ts'
import { basename, extname } from 'node:path'

export type NewFilm = {
  title: string
  categories?: readonly number[]
  age_rating?: 'ALL' | '12' | '15' | '19'
  /** For everybody; else for those with a plan. */
  is_free: boolean
}

/** Puts a film in: a series of one season and one episode (D-30), released now. @returns the ids of both. */
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

/** What a title may hold: the longest the catalogue takes, in characters. */
const longest = 200

/** Words as a title is stored: composed (macOS hands file names out decomposed), on one line, not too long. */
export function normalizeTitle(words: string): string {
  const line = words
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, longest).join('').trim()
}

/** The title of a film after the name of its file: `겨울_바다.2160p.mp4` is 겨울 바다 2160p. */
export function titleFromFileName(file: string): string {
  const name = basename(file, extname(file))
  return normalizeTitle(name.replace(/[_.]+/g, ' ')) || normalizeTitle(name) || 'film'
}
