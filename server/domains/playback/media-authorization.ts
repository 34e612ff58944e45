import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { isAgeVerified } from '#server/api/access-rules.ts'
import type { Database } from '#server/db/client.ts'
import { formatAudience, type MediaAudience } from '#server/shared/media-token.ts'
import { RightsCache } from './rights-cache.ts'
import { readRights } from './playback-access.ts'
import { isStudioSession, readTrailerRow } from './playback-queries.ts'
import {
  decideServing,
  isInScope,
  noRights,
  parseMediaPath,
  type Rights,
} from './token-scope-policy.ts'

/** The folder of an asset: the encrypted one of a sold film, or the unencrypted one. */
export type AssetFolder = { asset_id: number; is_encrypted: boolean }

/** Undefined if the file may be served, else the problem code. */
export type ServingDecision = ProblemCode | undefined

type CachedRights = Rights & {
  /** The work whose edits invalidate this entry; null if no work shows the asset, so that any edit invalidates it. */
  series_id: number | null
}

/**
 * Decides for every request of a film's file whether the audience of its token may load it now
 * (decisions/0026-playback-rights). Rights are read again every 5 s, and as soon as an edit of the work is notified, so
 * that a film that is unpublished, rated 19 or made paid is out of reach within 10 s, whatever cache holds the bytes.
 */
export function createMediaAuthorization({ db }: Pick<Database, 'db'>) {
  const cache = new RightsCache<CachedRights>()

  async function read(
    audience: MediaAudience,
    folder: AssetFolder,
    now: Date,
  ): Promise<CachedRights> {
    const { asset_id, is_encrypted } = folder
    if (audience.kind === 'studio') {
      const is_open = await isStudioSession(db, audience.session_id, now)
      const all = { can_preview: true, can_play: true, is_free: true, has_stream: true }
      return { ...(is_open ? all : noRights), series_id: null }
    }
    const session_id = audience.kind === 'session' ? audience.session_id : null
    const { row, decision } = await readRights(db, { asset_id, session_id }, now)
    if (!row && !is_encrypted) return readTrailerRights({ asset_id, session_id }, now)
    const series_id = row?.series_id ?? null
    // Unencrypted files are served only while the work is free; a work that becomes paid waits for its encryption.
    if (!row || (!is_encrypted && !row.is_free)) return { ...noRights, series_id }
    // A cheaper plan has begun since the URL was signed; the viewer needs a new URL.
    const is_too_high = audience.kind === 'session' && audience.max_height > row.max_height
    const can_play = decision.kind === 'play' && !is_too_high
    // Works rated 19 have no shared preview: only the URL of a verified adult's session serves it.
    const has_preview =
      audience.kind === 'preview' || (audience.kind === 'session' && row.age_rating === '19')
    return {
      can_preview: can_play || (decision.kind === 'refuse' && decision.offers && has_preview),
      can_play,
      is_free: row.access === 'free',
      has_stream: row.has_stream,
      series_id,
    }
  }

  /** Trailers are free; those of works rated 19 play for verified adults alone. */
  async function readTrailerRights(
    query: { asset_id: number; session_id: number | null },
    now: Date,
  ): Promise<CachedRights> {
    const row = await readTrailerRow(db, query, now)
    const can_play =
      row !== undefined &&
      row.is_within_limit &&
      (row.age_rating !== '19' || isAgeVerified(row, now))
    const rights = { can_preview: can_play, can_play, is_free: true, has_stream: false }
    return { ...rights, series_id: row?.series_id ?? null }
  }

  return {
    /**
     * Decides about one file, synchronously if the rights were read within 5 s.
     * @param name the path below the asset's folder.
     */
    authorize(
      audience: MediaAudience,
      folder: AssetFolder,
      name: string,
      now: Date,
    ): ServingDecision | Promise<ServingDecision> {
      const path = parseMediaPath(name)
      if (!isInScope(audience, path)) return 'forbidden'
      const key = `${folder.asset_id}${folder.is_encrypted ? 'p' : ''}/${formatAudience(audience)}`
      const decide = (rights: CachedRights) => decideServing(path, rights)
      const readNow = () => read(audience, folder, now)
      /** A slot may have been taken since the rights were read, so `stream_required` is checked again. */
      const confirm = (decision: ServingDecision) =>
        decision === 'stream_required' ? cache.reload(key, now, readNow).then(decide) : decision
      const cached = cache.get(key, now)
      if (cached) return confirm(decide(cached))
      return cache.load(key, now, readNow).then((rights) => confirm(decide(rights)))
    },

    /** Removes the entries of the works in a `stale` notification. */
    invalidate(tags: readonly string[]): void {
      const all = tags.includes('series')
      const ids = new Set(
        tags.flatMap((tag) =>
          tag.startsWith('series:') ? Number(tag.slice('series:'.length)) : [],
        ),
      )
      if (all) cache.invalidate(() => true)
      else if (ids.size > 0)
        cache.invalidate(({ series_id }) => series_id === null || ids.has(series_id))
    },

    /** Removes all entries, because notifications were lost. */
    invalidateAll: () => cache.invalidate(() => true),
  }
}
